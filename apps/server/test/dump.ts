import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { unpackBodies } from '#partners/request-bodies'
import { repositoryRoot } from '#platform/base/paths'

/** The folder for dumps of a test run's databases; a check after the run searches them for secrets. */
export const dumpFolder = join(repositoryRoot, '.cache/test-data')

/** Further rows of a table are copies of each other. */
const mostRows = 20_000

/**
 * Writes every row of a database (of a long table, the latest rows), one line each, as `<schema>.<table> <row as JSON>`; a row of a
 * partition has the name of the whole table.
 * @param name the file's name without its extension
 */
export async function dump(pool: pg.Pool, name: string): Promise<void> {
  await mkdir(dumpFolder, { recursive: true })
  const file = createWriteStream(join(dumpFolder, `${name}.txt`))
  const client = await pool.connect()
  // Bytes that are not sealed can be read.
  await client.query(`set bytea_output = 'escape'`)
  for (const { name, table } of await filled(pool)) {
    const isPacked = name === 'public.open_request'
    // The limit comes first, so that no other row is turned into JSON.
    const { rows } = await client.query<{ row: string; bodies?: string | null }>(
      `select ${isPacked ? `(to_jsonb(t) - 'bodies')::text as row, encode(t.bodies, 'base64') as bodies` : 'to_jsonb(t)::text as row'}
       from (select * from ${table} order by ctid desc limit ${mostRows}) t`,
    )
    for (const { row, bodies } of rows) {
      const unpacked = bodies ? ` ${JSON.stringify(unpackBodies(Buffer.from(bodies, 'base64')))}` : ''
      file.write(`${name} ${row}${unpacked}\n`)
    }
  }
  client.release(true)
  file.end()
  await once(file, 'close')
}

/** The tables and partitions that have rows, or had: most of them never had one. */
async function filled(pool: pg.Pool) {
  const { rows } = await pool.query<{ name: string; table: string }>(
    `select n.nspname || '.' || root.relname as name, c.oid::regclass::text as table
     from pg_class c join pg_class root on root.oid = coalesce(pg_partition_root(c.oid), c.oid)
     join pg_namespace n on n.oid = root.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and pg_relation_size(c.oid) > 0`,
  )
  return rows
}
