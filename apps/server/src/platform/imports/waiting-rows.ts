import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { rowsAtOnce } from '../keys/reseal-column.ts'
import type { Vault } from '../keys/vault.ts'
import type { AnyListImport, Staged, StagedSealed } from './list-import.ts'
import { cellsPurpose } from './reader-task.ts'

interface StagedRow {
  importId: string
  line: number
  staged: Staged
  sealed: Buffer
}

/**
 * Encrypts the waiting rows of a list's imports anew that were staged under another key, or without what unique values need now. A commit
 * does this too, in its transaction.
 * @param importId null: all imports of the list
 * @returns how many rows it changed
 */
export async function restageRows(
  db: Db,
  vault: Vault,
  { name, rows: { sealed } }: Pick<AnyListImport, 'name' | 'rows'>,
  importId: string | null,
): Promise<number> {
  if (!sealed) return 0
  let changed = 0
  for (;;) {
    const rows = await staleRows(db, vault, { name, sealed, importId })
    if (rows.length === 0) return changed
    const anew = rows.map(({ staged, sealed: from, ...at }) => {
      const next = sealed.restage(staged, vault.open(from, sealed.place), vault)
      return { ...at, key: sealed.keyOf(next), staged: JSON.stringify(next) }
    })
    await sql`
      update import_row r set staged = g.staged::jsonb, key = g.key
      from unnest(${anew.map((row) => row.importId)}::bigint[], ${anew.map(({ line }) => line)}::int[],
        ${anew.map(({ key }) => key)}::text[], ${anew.map(({ staged }) => staged)}::text[]) g (import_id, line, key, staged)
      where r.import_id = g.import_id and r.line = g.line`.execute(db)
    changed += rows.length
  }
}

interface Which {
  name: string
  sealed: StagedSealed
  importId: string | null
}

async function staleRows(db: Db, vault: Vault, { name, sealed, importId }: Which): Promise<StagedRow[]> {
  const { writing, before } = vault.ring()
  const value = sql`decode(substr(r.staged ->> ${sealed.names.value}, 3), 'hex')`
  const isStale = sql`(sealed_mark(${value}) <> decode(${writing.mark}, 'hex')
    or (r.staged ->> ${sealed.names.before} is null) <> ${before === null})`
  const { rows } = await sql<StagedRow>`
    select r.import_id as "importId", r.line, r.staged, ${value} as sealed from import_row r
    where r.import_id in (select id from import_task where list = ${name} and (${importId}::bigint is null or id = ${importId}::bigint)
        and status in ('checking', 'checked', 'committing'))
      and r.staged ->> ${sealed.names.value} is not null and ${isStale}
    order by r.import_id, r.line limit ${rowsAtOnce}`.execute(db.withoutPlugins())
  return rows
}

/** Encrypts the cells of wrong rows anew that are sealed with this key. @returns how many */
export async function resealCells(db: Db, vault: Vault, mark: string): Promise<number> {
  const { rows } = await sql<{ importId: string; line: number; sealed: Buffer }>`
    select import_id as "importId", line, cells_sealed as sealed from import_row
    where cells_sealed is not null and sealed_mark(cells_sealed) = decode(${mark}, 'hex')
    order by import_id, line limit ${rowsAtOnce}`.execute(db.withoutPlugins())
  if (rows.length === 0) return 0
  const values = rows.map(({ sealed }) => vault.seal(vault.open(sealed, cellsPurpose), cellsPurpose))
  await sql`
    update import_row r set cells_sealed = g.sealed
    from unnest(${rows.map(({ importId }) => importId)}::bigint[], ${rows.map(({ line }) => line)}::int[], ${values}::bytea[])
      g (import_id, line, sealed)
    where r.import_id = g.import_id and r.line = g.line`.execute(db)
  return rows.length
}

/** How many files are being read whose reader may still use the key before. */
export async function countReading(db: Db, formerId: string): Promise<number> {
  const { rows } = await sql<{ reading: number }>`select count(*)::int as reading from import_task
    where status = 'checking' and created_at < (select replaced_at + interval '2 minutes' from data_key where id = ${formerId})`.execute(
    db.withoutPlugins(),
  )
  return rows[0]?.reading ?? 0
}
