import { codes } from '@kabao/contract/envelope'
import {
  type OpenSettings,
  openSettingKeys,
  type SettingKey,
  type SettingRow,
  setting,
  settingKeys,
  standardOf,
} from '@kabao/contract/setting'
import { answer, Refused, say } from './serve.ts'

let rows: SettingRow[] = settingKeys.map((key) => ({
  key,
  value: standardOf(key),
  isStandard: true,
  updatedBy: null,
  updatedAt: null,
  version: 0,
}))

const shown = (key: SettingKey) => rows.find((row) => row.key === key)?.value ?? standardOf(key)

/** What was changed is forgotten by a reload. */
export const settingHandlers = [
  answer(
    setting.open,
    () => Object.fromEntries(openSettingKeys.map((key) => [key, shown(key)])) as unknown as OpenSettings,
  ),
  answer(setting.list, () => rows),
  answer(setting.update, ({ body, account, language }) => {
    if (rows.some((row) => body[row.key] && body[row.key]?.version !== row.version))
      throw new Refused(codes.conflict, say('stale', language), { current: rows })
    rows = rows.map((row) => {
      const change = body[row.key]
      if (!change) return row
      return {
        ...row,
        value: change.value ?? standardOf(row.key),
        isStandard: change.value === null,
        updatedBy: account?.name ?? null,
        updatedAt: new Date().toISOString(),
        version: row.version + 1,
      }
    })
    return rows
  }),
]
