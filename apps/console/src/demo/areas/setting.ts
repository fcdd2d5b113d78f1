import { codes } from '@kabao/contract/kernel/envelope'
import {
  setting as area,
  type OpenSettings,
  openSettingKeys,
  type SettingKey,
  type SettingRow,
  type SettingValue,
  settingKeys,
  standardOf,
} from '@kabao/contract/operations/setting'
import { Refused, say } from '../respond.ts'
import { special } from '../special.ts'

const untouched = { updatedBy: null, updatedAt: null, version: 0 }
const begins: { [K in SettingKey]?: SettingValue<K> } = { 'channel.landingBase': 'https://h5.example.com/c' }
let rows: SettingRow[] = settingKeys.map((key) => {
  const value = begins[key]
  return { key, ...untouched, value: value ?? standardOf(key), isStandard: value === undefined }
})

/** The value of a setting in the demo. */
export const demoSetting = <K extends SettingKey>(key: K): SettingValue<K> =>
  rows.find((row) => row.key === key)?.value as SettingValue<K>

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
