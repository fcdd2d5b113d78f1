import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codes, type Language } from '@kabao/contract'
import { type ExportAnswer, readyAtOnce } from '@kabao/contract/kernel/export-body'
import { sql } from 'kysely'
import { auditValues } from '../audit/audit-values.ts'
import { Problem } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import { ownerOf } from '../callers/scope.ts'
import type { Db } from '../db/client.ts'
import { findTotal, partsOf, type RowsQuery } from '../db/page.ts'
import { giveTicket } from '../files/files.ts'
import { storeFile } from '../files/made.ts'
import { writeFile } from '../files/write.ts'
import type { AuditEntry } from '../http/audit.ts'
import { sendJob } from '../jobs/send.ts'
import type { Services } from '../services.ts'
import { calendarDay } from '../settings/business-clock.ts'
import type { Cells } from './copy-text.ts'
import { exportQueue } from './job.ts'
import { prepared, refuseTooMany } from './limits.ts'
import type { ExportBody, ExportContext, ListExport } from './list-export.ts'
import { fileName, sheetName } from './names.ts'
import { selectRows, sheetOf } from './select.ts'
import { findTask } from './shown.ts'
import { announceExport, claimExportFile } from './storing.ts'
import * as tasks from './tasks.ts'
import { contentOf } from './write.ts'

interface ExportCall<B> {
  db: Db
  body: B
  caller: Caller
  language: Language
  audit(entry: AuditEntry): void
}

/**
 * Handles a list's export request. A small export is read and stored here, and its file is ready in the response; a large one is
 * left to the queue.
 * @throws Problem 4290 if the caller has too many exports under way, or has requested too many within the hour
 */
export const exporting =
  <B extends ExportBody>(
    services: Pick<Services, 'vault' | 'settings' | 'storage' | 'exportThrottle'>,
    list: ListExport<B>,
  ) =>
  async (asked: ExportCall<B>): Promise<(write: Db) => Promise<ExportAnswer>> => {
    const { adminId } = asked.caller
    await services.exportThrottle(adminId)
    return prepared(adminId, () => prepare(services, list, asked))
  }

async function prepare<B extends ExportBody>(
  { vault, settings, storage }: Pick<Services, 'vault' | 'settings' | 'storage'>,
  list: ListExport<B>,
  { db, body, caller, language, audit }: ExportCall<B>,
): Promise<(write: Db) => Promise<ExportAnswer>> {
  const context: ExportContext = {
    language,
    format: body.format,
    timezone: settings.get('business.timezone'),
    today: calendarDay(settings),
    settings,
    vault,
  }
  const owner = ownerOf(caller)
  const rows = await list.rows({ db, vault, settings, owner }, body)
  const cells = rows ? await readSome(db, list, rows, body, context) : []
  const task: tasks.NewTask = {
    resource: list.resource,
    format: body.format,
    filter: shownFilter(body),
    filterSealed: vault.seal(JSON.stringify(body), tasks.filterPurpose),
    namesPerson: namesPerson(body),
    language,
    scopeAdminId: owner,
    createdBy: caller.adminId,
  }
  const answer = async (write: Db, id: string, ticket: string | null) => {
    const shown = await findTask(write, id, caller.adminId)
    if (!shown) throw new Error('The export that was just written does not exist')
    audit({
      target: { kind: 'exportTask', id },
      after: { ...task.filter, format: body.format, rows: shown.rowsTotal, status: shown.status },
    })
    return { task: shown, ticket }
  }

  const most = settings.get('export.maxRows')
  if (cells.length <= readyAtOnce) {
    if (cells.length > most) throw tooManyRows(most)
    const name = fileName(list.resource, body.format, context)
    const path = join(storage.incoming, `export-${randomUUID()}`)
    try {
      const content = contentOf(
        body.format,
        sheetOf(list, body, context),
        one(cells),
        sheetName(list.resource, language),
      )
      const file = await writeFile(path, content)
      const brought = await announceExport(db, file, name, caller.adminId)
      await storeFile(storage, brought, file)
      return async (write) => {
        const id = await tasks.insertDone(write, task, {
          rows: cells.length,
          fileId: brought.id,
          fileSize: brought.size,
          days: settings.get('export.expiresAfterDays'),
        })
        await claimExportFile(write, brought.id, id)
        return answer(write, id, await giveTicket(write, brought.id, caller))
      }
    } finally {
      await rm(path, { force: true })
    }
  }

  const about = await countRows(db, rows as RowsQuery, most)
  if (about > most) throw tooManyRows(most)
  return async (write) => {
    await refuseTooMany(write, caller.adminId)
    const id = await tasks.insertQueued(write, task, about)
    await queueTask(write, id)
    return answer(write, id, null)
  }
}

/** Adds an export to the queue, in the transaction that writes it. */
export async function queueTask(db: Db, id: string): Promise<void> {
  const jobId = await sendJob(db, exportQueue, { id })
  await tasks.setJob(db, id, jobId as string)
}

const tooManyRows = (max: number) => new Problem(codes.invalid, 'tooManyRows', { values: { max } })

/** The first rows of the file: all rows, or one more than fit into the response. */
async function readSome<B extends ExportBody>(
  db: Db,
  list: ListExport<B>,
  rows: RowsQuery,
  body: B,
  context: ExportContext,
): Promise<Cells[]> {
  const found = await selectRows(list, rows, body, context, readyAtOnce + 1).execute(db.withoutPlugins())
  return found.rows.map((row) => Object.values(row as Record<string, string | null>))
}

/** An estimate is enough, unless the estimate alone would refuse the export. */
async function countRows(db: Db, rows: RowsQuery, most: number): Promise<number> {
  const { total, totalIsEstimate } = await findTotal(db.withoutPlugins(), rows)
  if (!totalIsEstimate || total <= most) return total
  const { from, where } = partsOf(rows)
  const counted = await sql<{ count: number }>`select count(*)::int as count from (
    select 1 from ${from} where ${where} limit ${most + 1}) c`.execute(db)
  return counted.rows[0]?.count ?? 0
}

async function* one(cells: Cells[]): AsyncGenerator<Cells[]> {
  yield cells
}

/** The body of the request, without values that name a person. */
function shownFilter(body: ExportBody): Record<string, unknown> {
  const { format: _, asText: _asText, ...rest } = body as ExportBody & Record<string, unknown>
  return auditValues({
    ...rest,
    ...('name' in rest && { name: '*' }),
    ...('value' in rest && { value: shownValue(rest.value) }),
  })
}

/** A phone or id number is masked. A device or an address by which a person is looked up names that person, so it is masked too. */
function shownValue(value: unknown): unknown {
  const shown = auditValues({ value }).value
  return shown === value ? '*' : shown
}

/** Whether a filter holds a whole personal value. One character of a name is a surname. */
function namesPerson(body: ExportBody): boolean {
  const { name, ...others } = body as ExportBody & Record<string, unknown>
  const shown: Record<string, unknown> = shownFilter(others as ExportBody)
  const isHidden = Object.entries(shown).some(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify((others as Record<string, unknown>)[key]),
  )
  return isHidden || (typeof name === 'string' && [...name].length > 1)
}
