import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#db/client'
import type { Run as JobRun } from '#jobs/job'
import { compareBill } from './bill.ts'
import type { Outcome, Run } from './runs.ts'
import { type StoredFile, stageRows, withFile } from './stage.ts'

/** The entry file of the process that reads a bill in the form of a table. */
const billReader = join(import.meta.dirname, 'bill.reader.ts')

interface Comparing {
  client: pg.PoolClient
  write: Db
  run: Run
}

/** Opens the bill of a run, and passes how it is compared. @throws SheetProblem or BillProblem if it cannot be read */
export function readBill<T>(
  task: JobRun<{ id: string }>,
  run: Run,
  use: (compare: (of: Comparing) => Promise<Outcome & { added: number }>) => Promise<T>,
): Promise<T> {
  return withFile(task, run.fileId, (file) => use((of) => compareTable(task, of, file)))
}

/** Compares a bill that is a table. */
async function compareTable(
  task: JobRun<{ id: string }>,
  { client, write, run }: Comparing,
  file: StoredFile,
): Promise<Outcome & { added: number }> {
  const read = await stageRows(task, { client, write, reader: billReader, file })
  await sql`
    create temp table staged_line on commit drop as
    select line, staged ->> 'item' as item, staged ->> 'ref' as ref, staged ->> 'orderNo' as order_no,
      (staged ->> 'fen')::bigint as amount_fen, (staged ->> 'fee')::bigint as fee_fen, staged ->> 'outcome' as status
    from staged_row where state = 'new'`.execute(write)
  const outcome = await compareBill(write, run, await providerOf(write, run))
  return {
    ...outcome,
    lines: outcome.lines + read.wrong,
    wrong: outcome.wrong + read.wrong,
    wrongRows: read.wrongRows,
  }
}

async function providerOf(db: Db, { collectionId }: Run): Promise<string> {
  const { rows } = await sql<{ provider: string }>`
    select provider from collection where id = ${collectionId}`.execute(db.withoutPlugins())
  return rows[0]?.provider ?? ''
}
