import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#db/client'
import type { Run as JobRun } from '#jobs/job'
import { readAlipayBill } from '../payment/bill/alipay.ts'
import { readPlainBill } from '../payment/bill/plain.ts'
import { readWechatBill } from '../payment/bill/wechat.ts'
import type { BillLine } from '../payment/provider.ts'
import { compareBill, stageBill } from './bill.ts'
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
  return withFile(task, run.fileId, (file) =>
    use(async (of) => {
      const provider = await providerOf(of.write, of.run)
      const read = readerOf(provider, file)
      if (read === null) return compareTable(task, of, { file, provider })
      await stageBill(of.client, of.write, read(createReadStream(file.path)))
      return compareBill(of.write, of.run, provider)
    }),
  )
}

type ReadBill = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<BillLine>

const readers: Readonly<Record<string, ReadBill>> = { alipay: readAlipayBill, wechat: readWechatBill }

/** How the bill of a provider is read as it is downloaded; null: it is a table, such as a workbook that a person made of it. */
function readerOf(provider: string, { mediaType }: StoredFile): ReadBill | null {
  const read = readers[provider]
  if (mediaType === 'application/zip') return read ?? readPlainBill
  return mediaType === 'text/csv' && read ? read : null
}

/** Compares a bill that is a table. */
async function compareTable(
  task: JobRun<{ id: string }>,
  { client, write, run }: Comparing,
  { file, provider }: { file: StoredFile; provider: string },
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

async function providerOf(db: Db, { collectionId }: Run): Promise<string> {
  const { rows } = await sql<{ provider: string }>`
    select provider from collection where id = ${collectionId}`.execute(db.withoutPlugins())
  return rows[0]?.provider ?? ''
}
