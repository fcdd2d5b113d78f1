import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '#platform/db/client'
import { type FileCopy, sheetOf } from '#platform/imports/file-copy'
import { readInProcess } from '#platform/imports/read-in-process'
import { copyColumns } from '#platform/imports/reader-task'
import type { JobServices } from '#platform/jobs/job'
import type { WrongRow } from './runs.ts'

interface Staging {
  client: pg.PoolClient
  write: Db
  /** The entry file of the reader process. */
  reader: string
  file: FileCopy
}

/**
 * Copies the rows of a table that was sent to `staged_row`, which goes with the caller's transaction: a list of an organization names
 * people, and nothing of it is kept. Rows that repeat an earlier one, and rows that cannot be read, are wrong.
 * @throws SheetProblem if the file cannot be read
 */
export async function stageRows(
  { settings, vault, signal }: Pick<JobServices, 'settings' | 'vault'> & { signal: AbortSignal },
  { client, write, reader, file }: Staging,
): Promise<{ wrong: number; wrongRows: WrongRow[] }> {
  await sql`create temp table staged_row (import_id text, line integer, state text, key text collate "C", staged jsonb,
    problems text, cells_sealed bytea, mask text, print bigint) on commit drop`.execute(write)
  const pieces = readInProcess(
    reader,
    {
      ...sheetOf(file),
      importId: '0',
      titles: null,
      timeZone: settings.get('business.timezone'),
    },
    vault,
    signal,
    () => undefined,
  )
  const copy = client.query(copyFrom(`copy staged_row (${copyColumns.join(', ')}) from stdin`))
  await pipeline(Readable.from(pieces, { objectMode: false }), copy)
  await sql`analyze staged_row`.execute(write)
  return markRepeated(write)
}

/** How many wrong rows are named. */
const mostNamed = 20

async function markRepeated(write: Db): Promise<{ wrong: number; wrongRows: WrongRow[] }> {
  await sql`
    update staged_row r set state = 'wrong', problems = 'value.repeated'
    from (select key, min(line) as line from staged_row where state = 'new' group by key having count(*) > 1) f
    where r.state = 'new' and r.key = f.key and r.line > f.line`.execute(write)
  const { rows } = await sql<WrongRow & { wrong: number }>`
    select line, problems, (count(*) over ())::int as wrong from staged_row where state = 'wrong' order by line
    limit ${mostNamed}`.execute(write)
  return { wrong: rows[0]?.wrong ?? 0, wrongRows: rows.map(({ line, problems }) => ({ line, problems })) }
}
