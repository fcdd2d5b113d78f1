import { codes } from '@kabao/contract/envelope'
import {
  setting as area,
  type OpenSettings,
  openSettingKeys,
  type SettingRow,
  settingKeys,
  standardOf,
} from '@kabao/contract/setting'
import { Refused, say } from '../respond.ts'
import { special } from '../special.ts'

const untouched = { isStandard: true, updatedBy: null, updatedAt: null, version: 0 }
let rows: SettingRow[] = settingKeys.map((key) => ({ key, value: standardOf(key), ...untouched }))

export const setting = special(area, {
  calls: {
    open: () => {
      const open = rows.filter(({ key }) => (openSettingKeys as readonly string[]).includes(key))
      return Object.fromEntries(open.map(({ key, value }) => [key, value])) as unknown as OpenSettings
    },
    list: () => rows,
    update: ({ body, account, language }) => {
      if (rows.some(({ key, version }) => body[key] && body[key]?.version !== version))
        throw new Refused(codes.conflict, say('stale', language), { current: rows })
      const done = { updatedBy: account?.name ?? null, updatedAt: new Date().toISOString() }
      rows = rows.map((row) => {
        const change = body[row.key]
        if (!change) return row
        const value = change.value ?? standardOf(row.key)
        return { ...row, ...done, value, isStandard: change.value === null, version: row.version + 1 }
      })
      return rows
    },
  },
})
