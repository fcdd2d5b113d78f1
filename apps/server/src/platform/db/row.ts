import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from './client.ts'
import type { Schema } from './schema.ts'

type TableWith<Columns extends string> = {
  [T in keyof Schema]: [Columns] extends [keyof Schema[T]] ? T : never
}[keyof Schema]

/** A table whose rows count their changes and say who made the last one, and when. */
export type VersionedTable = TableWith<'id' | 'version' | 'updatedBy' | 'updatedAt'>

/** A whole row as it is stored. */
export type Stored<T extends keyof Schema> = Selectable<Schema[T]>

/** What a change may set: everything but what `updateRow` sets itself. What is undefined stays as it is. */
export type Changes<T extends keyof Schema> = Omit<
  { [K in keyof Updateable<Schema[T]>]: Updateable<Schema[T]>[K] | undefined },
  'id' | 'version' | 'updatedBy' | 'updatedAt'
>

/** How strictly rows are locked: `update` also stops new references to them, `no key update` does not. */
export type LockStrength = 'update' | 'no key update'

interface Locking {
  strength?: LockStrength
  /** More conditions on the table, which is called `t`. */
  where?: readonly RawBuilder<unknown>[]
}

/** Of these rows, those that are there, in the order of their ids. Nobody else changes them until this write has ended. */
export async function lockRows<T extends VersionedTable>(
  db: Db,
  table: T,
  ids: readonly string[],
  { strength = 'update', where = [] }: Locking = {},
): Promise<Stored<T>[]> {
  const conditions = sql.join([sql`t.id = any(${ids}::bigint[])`, ...where], sql` and `)
  const { rows } = await sql<Stored<T>>`
    select t.* from ${sql.table(table)} t where ${conditions} order by t.id for ${sql.raw(strength)}`.execute(
    db,
  )
  return rows
}

/** @returns the id of the new row */
export async function insertRow<T extends VersionedTable>(
  db: Db,
  table: T,
  values: Insertable<Schema[T]>,
): Promise<string> {
  const given = definedOf(values)
  const names = given.map(([column]) => sql.ref(column))
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(given.map(([, value]) => value))})
    returning id`.execute(db)
  return (rows[0] as { id: string }).id
}

/** Sets columns of one row, counts its version up and notes who did it and when. */
export async function updateRow<T extends VersionedTable>(
  db: Db,
  table: T,
  id: string,
  changes: Changes<T> & { updatedBy: string | null },
): Promise<void> {
  const set = definedOf(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
}

export async function deleteRows(db: Db, table: VersionedTable, ids: readonly string[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db)
}

const definedOf = (values: object): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined)
