import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { repositoryRoot } from '../src/paths.ts'

/** The folder for dumps of a test run's databases; a check after the run searches them for secrets. */
export const dumpFolder = join(repositoryRoot, '.cache/test-data')

/** Further rows of a table are copies of each other. */
const mostRows = 20_000

/**
 * Writes every row of a database (of a long table, the latest rows), one line each, as `<schema>.<table> <row as JSON>`.
 * @param name the file's name without its extension
 */
export async function dump(pool: pg.Pool, name: string): Promise<void> {
  await mkdir(dumpFolder, { recursive: true })
  const file = createWriteStream(join(dumpFolder, `${name}.txt`))
  const tables = await pool.query<{ name: string; table: string }>(
    `select n.nspname || '.' || c.relname as name, c.oid::regclass::text as table
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name, table } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by t.ctid desc limit ${mostRows}`,
    )
    for (const { row } of rows) file.write(`${name} ${row}\n`)
  }
  file.end()
  await once(file, 'close')
}
