import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  type BillLine,
  BillProblem,
  readAlipayBill,
  readPlainBill,
  readWechatBill,
  unpackTable,
} from '#payment'
import type { Db } from '#platform/db/client'
import { type FileCopy, withFileCopy } from '#platform/imports/file-copy'
import type { Run as JobRun } from '#platform/jobs/job'
import { compareBill, stageBill } from './bill.ts'
import type { Compare, Comparing } from './do-run.ts'
import type { Outcome, Run } from './runs.ts'
import { stageRows } from './stored-file.ts'

/** The entry file of the process that reads a bill in the form of a table. */
const billReader = join(import.meta.dirname, 'bill.reader.ts')

type Task = Omit<JobRun<unknown>, 'data'>

/** Opens the bill of a run, and passes how it is compared. @throws SheetProblem or BillProblem if it cannot be read */
export function readBill<T>(
  task: Task,
  run: Pick<Run, 'fileId' | 'collectionId'>,
  use: (compare: Compare) => Promise<T>,
): Promise<T> {
  return withFileCopy(task, run.fileId, async (file) => {
    const provider = await providerOf(task.db, run)
    const read = await layoutOf(provider, file)
    const table = read === null ? await tableOf(file) : file
    return use(async (of) => {
      if (read === null) return compareTable(task, of, { file: table, provider })
      await stageBill(of.client, of.write, read(createReadStream(file.path)))
      return compareBill(of.write, of.run, provider)
    })
  })
}

type ReadBill = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<BillLine>

const readers: Readonly<Record<string, ReadBill>> = { alipay: readAlipayBill, wechat: readWechatBill }

/**
 * How a bill is read: as its provider makes it, or in the plain layout.
 * @returns null: it is a table, such as one that a person made, and is read by the titles of its columns
 */
async function layoutOf(provider: string, { path, mediaType }: FileCopy): Promise<ReadBill | null> {
  if (mediaType !== 'application/zip' && mediaType !== 'text/csv') return null
  for (const read of [readers[provider], readPlainBill])
    if (read && (await hasLayout(read(createReadStream(path))))) return read
  return null
}

/** Whether a file has the columns of a layout. What else is wrong with it is found when it is read. */
async function hasLayout(lines: AsyncIterable<BillLine>): Promise<boolean> {
  try {
    for await (const _ of lines) return true
  } catch (error) {
    if (!(error instanceof BillProblem)) throw error
    return error.code !== 'columns'
  }
  return true
}

/** The table itself, or the one in the archive. */
async function tableOf(file: FileCopy): Promise<FileCopy> {
  if (file.mediaType !== 'application/zip') return file
  const path = `${file.path}-table`
  const format = await unpackTable(file.path, path)
  return { path, mediaType: format === 'csv' ? 'text/csv' : 'xlsx' }
}

/** Compares a bill that is a table. */
async function compareTable(
  task: Task,
  { client, write, run }: Comparing,
  { file, provider }: { file: FileCopy; provider: string },
): Promise<Outcome & { added: number }> {
  const read = await stageRows(task, { client, write, reader: billReader, file })
  await sql`
    create temp table staged_line on commit drop as
    select line, staged ->> 'item' as item, staged ->> 'ref' as ref, staged ->> 'orderNo' as order_no,
      (staged ->> 'fen')::bigint as amount_fen, (staged ->> 'fee')::bigint as fee_fen, staged ->> 'outcome' as status
    from staged_row where state = 'new'`.execute(write)
  const outcome = await compareBill(write, run, provider)
  return {
    ...outcome,
    lines: outcome.lines + read.wrong,
    wrong: outcome.wrong + read.wrong,
    wrongRows: read.wrongRows,
  }
}

async function providerOf(db: Db, { collectionId }: Pick<Run, 'collectionId'>): Promise<string> {
  const { rows } = await sql<{ provider: string }>`
    select provider from collection where id = ${collectionId}`.execute(db.withoutPlugins())
  return rows[0]?.provider ?? ''
}
