import { isSettingKey, type SettingKey, type SettingValue, settingDefinitions } from '@kabao/contract/setting'
import { sql } from 'kysely'
import type { Db } from '#db/client'

/** Where it is announced, with the commit, that settings changed. */
export const settingChannel = 'setting'

/** A setting that somebody has changed at least once. */
export interface StoredSetting {
  key: SettingKey
  /** Null where the default was put back, or where what is stored fits no more. */
  value: SettingValue | null
  updatedBy: string | null
  updatedAt: string
  version: number
  /** What is stored is not what the setting may be, so its default counts. */
  isUnfit: boolean
}

/** Every setting that was changed; a key that this version does not know is left out. */
export async function readSettings(db: Db): Promise<StoredSetting[]> {
  const rows = await db
    .selectFrom('setting')
    .leftJoin('admin', 'admin.id', 'setting.updatedBy')
    .select(['key', 'value', 'admin.name as updatedBy', 'setting.updatedAt', 'setting.version'])
    .execute()
  return rows.flatMap(({ key, value, ...rest }) => {
    if (!isSettingKey(key)) return []
    const fit = value === null ? null : settingDefinitions[key].schema.safeParse(value)
    return [
      {
        key,
        ...rest,
        value: fit?.success ? (fit.data as SettingValue) : null,
        isUnfit: fit?.success === false,
      },
    ]
  })
}

/** Nobody else changes a setting until this write has ended: what one may be can depend on another. */
export const lockSettings = (db: Db) => sql`lock table setting in share row exclusive mode`.execute(db)

/** @param value null puts the default back */
export async function writeSetting<K extends SettingKey>(
  db: Db,
  key: K,
  value: SettingValue<K> | null,
  updatedBy: string | null,
): Promise<void> {
  const stored = value === null ? null : JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key, value: stored, updatedBy })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: stored, updatedBy, updatedAt: sql`now()`, version: sql`setting.version + 1` }),
    )
    .execute()
  await sql`select pg_notify(${settingChannel}, '')`.execute(db)
}
