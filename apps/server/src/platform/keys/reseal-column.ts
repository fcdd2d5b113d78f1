import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { StoredKey } from './key-state.ts'
import type { SealedColumn } from './sealed-column.ts'
import type { Vault } from './vault.ts'

/** How many rows one statement looks at, and one transaction seals anew. */
export const rowsAtOnce = 1_000

export interface Resealing {
  db: Db
  vault: Vault
  /** The key that is being replaced; the database takes no value under it any more. */
  former: StoredKey
  signal: AbortSignal
  onRows(seen: number): void
}

/** The name of a column in the list of those that are done. */
export const nameOf = ({ table, column }: Pick<SealedColumn, 'table' | 'column'>) => `${table}.${column}`

/**
 * Seals the values of a column anew that are sealed with the key that is being replaced, in the order of the table's key. Each batch is a
 * short transaction with the place where it ended, so a killed run goes on there, and two runs at once do no harm. The passes end with
 * one that finds none.
 */
export async function resealColumn(run: Resealing, column: SealedColumn): Promise<void> {
  const name = nameOf(column)
  const of = { id: run.former.id, name }
  for (;;) {
    run.signal.throwIfAborted()
    const { after, isDone, inPass } = await placeIn(run.db, of)
    if (isDone) return
    const rows = await rowsAfter(run, column, after)
    const last = rows.at(-1)
    if (last) {
      const sealed = rows.flatMap((row) => resealed(run.vault, column, row))
      await run.db.transaction().execute(async (write) => {
        const changed = await writeRows(
          write,
          column,
          sealed.filter((row): row is Resealed => 'value' in row),
        )
        await notePlace(write, of, {
          after: last.key,
          seen: rows.length,
          changed,
          unreadable: sealed.filter((row) => !('value' in row)).length,
        })
      })
      run.onRows(rows.length)
    } else await endPass(run.db, of, inPass === 0)
  }
}

interface Row {
  /** The values of the table's key, as texts. */
  key: string[]
  read: Record<string, string>
  /** Null: it is sealed with another key than the one that is being replaced. */
  sealed: Buffer | null
}

interface Resealed {
  key: string[]
  from: Buffer
  value: Buffer
  prints: { now: string; before: string | null } | null
}

/** The next rows of the table, whatever they are sealed with, so that each statement is short. */
async function rowsAfter(
  { db, former }: Resealing,
  { table, column, key, reads = [] }: SealedColumn,
  after: string[] | null,
): Promise<Row[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const types = await typesOf(db, table, key)
  const isAfter =
    after === null
      ? sql`true`
      : sql`(${columns}) > (${sql.join(after.map((value, index) => sql`${value}::${sql.raw(types[index] ?? 'text')}`))})`
  const { rows } = await sql<Row>`
    select array[${sql.join(key.map((name) => sql`${sql.ref(name)}::text`))}] as key,
      jsonb_build_object(${sql.join([...key, ...reads].flatMap((name) => [sql`${name}::text`, sql`${sql.ref(name)}::text`]))}) as read,
      case when sealed_mark(${sql.ref(column)}) = decode(${former.mark}, 'hex') then ${sql.ref(column)} end as sealed
    from ${sql.table(table)} where ${isAfter} order by ${columns} limit ${rowsAtOnce}`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** @returns the row sealed anew; its key alone if it does not open; nothing if it need not be */
function resealed(
  vault: Vault,
  { purpose: purposeOf, fingerprint }: SealedColumn,
  { key, read, sealed }: Row,
): (Resealed | { key: string[] })[] {
  if (sealed === null) return []
  try {
    const purpose = purposeOf(read)
    const plain = vault.open(sealed, purpose)
    const prints = fingerprint && {
      now: vault.fingerprintText(plain, fingerprint.purpose),
      before: vault.fingerprintTextBefore(plain, fingerprint.purpose),
    }
    return [{ key, from: sealed, value: vault.seal(plain, purpose), prints: prints ?? null }]
  } catch {
    return [{ key }]
  }
}

/** Rows that changed since they were read stay as they are: what was written is sealed with the newer key. */
async function writeRows(
  write: Db,
  { table, column, key, fingerprint }: SealedColumn,
  rows: readonly Resealed[],
): Promise<number> {
  if (rows.length === 0) return 0
  const types = await typesOf(write, table, key)
  const texts = (values: readonly (string | null)[]) => sql`${values}::text[]`
  const keys = key.map((_, index) => texts(rows.map((row) => row.key[index] ?? null)))
  const names = key.map((_, index) => sql.ref(`k${index}`))
  const isSame = key.map(
    (name, index) => sql`t.${sql.ref(name)} = g.${names[index]}::${sql.raw(types[index] ?? 'text')}`,
  )
  const now = fingerprint?.before ? sql`g.now` : sql`decode(g.now, 'hex')`
  const set = [
    sql`${sql.ref(column)} = g.value`,
    ...(fingerprint ? [sql`${sql.ref(fingerprint.column)} = ${now}`] : []),
    ...(fingerprint?.before ? [sql`${sql.ref(fingerprint.before)} = g.before`] : []),
  ]
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} t set ${sql.join(set)}
    from unnest(${sql.join(keys)}, ${rows.map(({ from }) => from)}::bytea[], ${rows.map(({ value }) => value)}::bytea[],
      ${texts(rows.map(({ prints }) => prints?.now ?? null))}, ${texts(rows.map(({ prints }) => prints?.before ?? null))})
      g (${sql.join(names)}, was, value, now, before)
    where ${sql.join(isSame, sql` and `)} and t.${sql.ref(column)} = g.was`.execute(write)
  return Number(numAffectedRows)
}

/** The types of the columns of a table's key. */
async function typesOf(db: Db, table: string, key: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attname = any(${[...key]}::text[])`.execute(
    db.withoutPlugins(),
  )
  return key.map((name) => rows.find((row) => row.name === name)?.type ?? 'text')
}

interface Of {
  id: string
  name: string
}

async function placeIn(db: Db, { id, name }: Of) {
  const { rows } = await sql<{ after: string[] | null; isDone: boolean; inPass: number }>`
    insert into resealed_column as c (data_key_id, name) values (${id}, ${name})
    on conflict (data_key_id, name) do update set name = excluded.name
    returning after, done_at is not null as "isDone", in_pass::float8 as "inPass"`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as { after: string[] | null; isDone: boolean; inPass: number }
}

interface Place {
  after: string[]
  seen: number
  changed: number
  unreadable: number
}

const notePlace = (write: Db, { id, name }: Of, { after, seen, changed, unreadable }: Place) =>
  sql`
    update resealed_column set after = ${JSON.stringify(after)}::jsonb, seen = seen + ${seen}, resealed = resealed + ${changed},
      in_pass = in_pass + ${changed}, unreadable = unreadable + ${unreadable}
    where data_key_id = ${id} and name = ${name}`.execute(write)

const endPass = (db: Db, { id, name }: Of, isLast: boolean) =>
  sql`
    update resealed_column set after = null, in_pass = 0, done_at = case when ${isLast} then now() end,
      unreadable = case when ${isLast} then unreadable else 0 end
    where data_key_id = ${id} and name = ${name}`.execute(db)
