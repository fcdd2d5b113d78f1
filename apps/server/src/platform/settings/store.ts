import {
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
} from '@kabao/contract/operations/setting'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** The channel that announces changed settings, with the commit. */
export const settingChannel = 'setting'

/** A setting that somebody has changed at least once. */
export interface StoredSetting {
  key: SettingKey
  /** Null if the default was restored, or if the stored value is no longer allowed. */
  value: SettingValue | null
  updatedBy: string | null
  updatedAt: string
  version: number
  /** The stored value is not allowed, so the default is used. */
  isUnfit: boolean
}

/** Every setting that was changed; a key that is unknown to this version is left out. */
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

/** Locks the settings until this transaction ends, because the values allowed for one can depend on another. */
export const lockSettings = (db: Db) => sql`lock table setting in share row exclusive mode`.execute(db)

/** @param value null restores the default */
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
