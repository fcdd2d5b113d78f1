import type { Problem } from '@kabao/contract'
import {
  type OpenSettings,
  openSettingKeys,
  type SettingKey,
  type SettingRow,
  type SettingValue,
  setting,
  settingKeys,
  standardOf,
  unfitTogether,
} from '@kabao/contract/operations/setting'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { filled } from '#ledger'
import { invalid, stale } from '#platform/base/problem'
import { yuan } from '#platform/base/yuan'
import type { Db } from '#platform/db/client'
import { sendMessage, superAdmins } from '#platform/db/messages'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { lockSettings, readSettings, writeSetting } from '#platform/settings/store'

export const settingRoutes = ({ settings }: Services) =>
  serve(setting, {
    list: ({ db }) => readRows(db),

    update: async ({ db, body, caller, audit }) => {
      await lockSettings(db)
      const before = new Map((await readRows(db)).map((row) => [row.key, row]))
      const known = (key: SettingKey) => before.get(key) as SettingRow
      const changes = (Object.keys(body) as SettingKey[]).flatMap((key) => {
        const change = body[key]
        return change ? [{ key, ...change }] : []
      })
      if (changes.some(({ key, version }) => known(key).version !== version))
        throw stale([...before.values()])

      const after = new Map(changes.map(({ key, value }) => [key, value ?? standardOf(key)]))
      const problems = unfitTogether(
        <K extends SettingKey>(key: K) => (after.get(key) ?? known(key).value) as SettingValue<K>,
      )
      if (problems.size > 0) throw invalid(atFields(problems))

      for (const { key, value } of changes) {
        if (!differs(known(key), value)) continue
        await writeSetting(db, key, value, caller.adminId)
        audit({
          target: { kind: 'setting', id: key },
          before: { value: known(key).value },
          after: { value: value ?? standardOf(key) },
        })
        if (key === 'payment.refundAloneFen')
          await tellLimit(db, { by: caller.name, fen: Number(value ?? standardOf(key)) })
      }
      return readRows(db)
    },

    open: async () =>
      Object.fromEntries(openSettingKeys.map((key) => [key, settings.get(key)])) as unknown as OpenSettings,
  })

/** Tells the super administrators what one person may refund from now on, in the caller's transaction. */
async function tellLimit(db: Db, { by, fen }: { by: string; fen: number }): Promise<void> {
  const { title, text } = settingWords.tree.refundLimit
  const content = filled(text, { by, amount: yuan(fen) })
  await sendMessage(db, { to: await superAdmins(db), kind: 'notice', title, content })
}

/** Every setting with its current value, changed or default. */
async function readRows(db: Db): Promise<SettingRow[]> {
  const stored = new Map((await readSettings(db)).map((row) => [row.key, row]))
  return settingKeys.map((key) => {
    const { value = null, updatedBy = null, updatedAt = null, version = 0 } = stored.get(key) ?? {}
    return { key, value: value ?? standardOf(key), isStandard: value === null, updatedBy, updatedAt, version }
  })
}

const differs = (row: SettingRow, value: SettingValue | null) =>
  value === null ? !row.isStandard : row.isStandard || JSON.stringify(row.value) !== JSON.stringify(value)

/** Uses the names of the request body. */
const atFields = (problems: Map<SettingKey, Problem>) =>
  Object.fromEntries([...problems].map(([key, problem]) => [`${key}.value`, problem]))
