import { randomUUID } from 'node:crypto'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import type { ReportCalls, ReportExport } from '@kabao/contract/statistics/report/calls'
import { type Days, daysOfPreset, type Preset } from '@kabao/contract/statistics/report/range'
import { reportAreas, reportOf } from '@kabao/contract/statistics/report/reports'
import { sql } from 'kysely'
import { writeAudit } from '#platform/audit/write'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { goesByMail, type NoticeEnclosed, type NoticeFigures } from '#platform/db/messages'
import { TooManyRows, writeListFile } from '#platform/exports/list-file'
import { announceExport, claimExportFile } from '#platform/exports/storing'
import { filterPurpose, insertDone } from '#platform/exports/tasks'
import { condemnFile, removeFiles, storeFile } from '#platform/files/made'
import type { Run } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { readCsv } from '#platform/sheet/csv'
import { findHolders, type Holder } from '../../report-watch/holders.ts'
import { reportExportOf } from '../../reports/export.ts'
import { filesOfRun } from './left-files.ts'
import { pictureOf } from './picture.ts'
import { endRun, failRun, findQueued, type QueuedRun } from './runs.ts'
import { daysText, tellRun, tellSent } from './tell.ts'

/** The largest file that goes by e-mail; many mail servers take 10 MB, and what goes is a third larger. */
const mostMailedBytes = 5_000_000
/** How much of the report the text of an e-mail shows: rows before the totals, and columns. */
const mostLines = 20
const mostTitles = 12

type Job = Run<{ id: string }>

/**
 * Makes the files of a run, one for each data scope of its recipients, and gives each recipient a copy with a message. A run that was
 * killed goes on with those who have none.
 * @returns how many got a file
 */
export async function makeRun(job: Job): Promise<Record<string, unknown>> {
  const { db, data } = job
  const run = await findQueued(db, data.id)
  if (!run) return { skipped: true }
  const holders = await findHolders(db, `${run.report}:export`, [run.ownerId, ...run.recipients])
  const owner = holders.find(({ id }) => id === run.ownerId)
  if (!owner) return failed(db, run, 'owner')
  const recipients = holders.filter(({ id }) => run.recipients.includes(id))
  if (recipients.length === 0) return failed(db, run, 'nobody')
  const mailed: Mailed | null =
    run.byMail && (await goesByMail(db, 'reportSchedule')) ? { scope: owner.owner } : null
  let sent = 0
  try {
    for (const group of byScope(recipients)) sent += await makeFile(job, run, group, mailed)
    if (mailed)
      mailed.enclosed ??= await withFile(job, run, mailed.scope, (written) =>
        enclosedOf(job, run, mailed.scope, written),
      )
    await endWith(job, run, mailed?.enclosed ?? null)
  } catch (error) {
    if (error instanceof TooManyRows) return failed(db, run, 'tooManyRows')
    if (error instanceof Problem) return failed(db, run, 'unfit')
    throw error
  }
  return { sent }
}

/** Ends a run and tells of it outside the console, once. */
const endWith = ({ db, settings }: Job, run: QueuedRun, enclosed: NoticeEnclosed | null) =>
  db.transaction().execute(async (write) => {
    if (!(await endRun(write, run.id, 'ready'))) return
    const told = await servedBy(write, run.id)
    await tellRun(write, run, { days: daysOf(run, settings), told, enclosed })
  })

async function failed(db: Db, { id }: QueuedRun, failure: Parameters<typeof failRun>[2]) {
  await failRun(db, id, failure)
  return { failure }
}

/** Those who see the same together. */
const byScope = (holders: readonly Holder[]): Holder[][] =>
  [...new Set(holders.map(({ owner }) => owner))].map((scope) =>
    holders.filter(({ owner }) => owner === scope),
  )

/** The days of a preset, as they were when the run was due. */
function daysOf({ dueAt, createdAt, asked }: QueuedRun, settings: Job['settings']): Days {
  const clock = businessClock(settings)
  return daysOfPreset(asked.preset as Preset, businessDayAt(Date.parse(dueAt ?? createdAt), clock))
}

/** What a run exports. @throws Problem if the report has no such filter or column any more */
function wantedOf(run: QueuedRun, settings: Job['settings']) {
  const list = reportExportOf(reportOf(run.report), reportAreas[run.report] as ReportCalls)
  const days = daysOf(run, settings)
  const { preset: _, ...asked } = run.asked
  const { format, columns, filter } = run
  const body = list.body.safeParse({ ...asked, ...filter, ...days, columns, format })
  if (!body.success) throw new Problem('4000', 'invalid')
  return { list, days, body: body.data }
}

/** What goes by e-mail of a run. */
interface Mailed {
  /** Whose rows: what the owner of the schedule may see. */
  scope: string | null
  enclosed?: NoticeEnclosed
}
type ListFile = Awaited<ReturnType<typeof writeListFile>>

/** Writes a file of a run, and removes it when it was used. @param scope of whose rows; null: all */
async function withFile<T>(
  job: Job,
  run: QueuedRun,
  scope: string | null,
  use: (written: ListFile) => Promise<T>,
  format = run.format,
): Promise<T> {
  const { storage, settings, signal } = job
  const { list, body } = wantedOf(run, settings)
  const path = join(storage.incoming, `${filesOfRun(run.id)}${randomUUID()}`)
  const asked = Object.assign({}, body, { format })
  try {
    return await use(
      await writeListFile(job, { list, body: asked, language: run.language, owner: scope, path }, { signal }),
    )
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Writes one file and gives a copy to each of these recipients who has none; by e-mail goes the same if its rows are the same.
 * @returns how many got it
 */
async function makeFile(
  job: Job,
  run: QueuedRun,
  group: readonly Holder[],
  mailed: Mailed | null,
): Promise<number> {
  const waiting = await withoutFile(job.db, run.id, group)
  if (waiting.length === 0) return 0
  const owner = waiting[0]?.owner ?? null
  const { body, days } = wantedOf(run, job.settings)
  return withFile(job, run, owner, async (written) => {
    for (const { id } of waiting) {
      job.signal.throwIfAborted()
      await deliver(job, { run, adminId: id, owner, days, body, ...written })
    }
    if (mailed?.scope === owner) mailed.enclosed = await enclosedOf(job, run, owner, written)
    return waiting.length
  })
}

/** The file, its chart and its first rows. */
async function enclosedOf(
  job: Job,
  run: QueuedRun,
  scope: string | null,
  { file, name, rows }: ListFile,
): Promise<NoticeEnclosed> {
  const { db, settings } = job
  const { body, days } = wantedOf(run, settings)
  const picture = await pictureOf(
    db,
    {
      report: reportOf(run.report),
      body,
      language: run.language,
      title: `${run.name} (${daysText(days)})`,
    },
    { clock: businessClock(settings), owner: scope },
  )
  const content = file.size <= mostMailedBytes ? await readFile(file.path) : null
  return {
    figures:
      run.format === 'csv'
        ? await figuresIn(file.path, rows)
        : await withFile(job, run, scope, (plain) => figuresIn(plain.file.path, plain.rows), 'csv'),
    files: [
      { name, content },
      ...(picture === null ? [] : [{ name: name.replace(/\.\w+$/, '.svg'), content: Buffer.from(picture) }]),
    ],
  }
}

/** The first rows of a CSV file, and the last one, which has the totals. @param rows how many it has */
async function figuresIn(path: string, rows: number): Promise<NoticeFigures> {
  const lines: string[][] = []
  for await (const read of readCsv(path))
    for (const { cells } of read) {
      if (lines.length > mostLines + 1) lines.pop()
      lines.push(cells.slice(0, mostTitles))
    }
  const [titles = [], ...rest] = lines
  return { titles, lines: rest, rows }
}

interface Delivered extends ListFile {
  run: QueuedRun
  adminId: string
  owner: string | null
  days: Days
  body: ReportExport
}

/** Stores a copy of the file as an export of the recipient, with its message, in one transaction; nobody gets two of a run. */
async function deliver({ db, storage, settings, vault }: Job, given: Delivered): Promise<void> {
  const { run, adminId, owner, days, body, rows, file, name } = given
  const keep = settings.get('export.expiresAfterDays')
  // The storage takes the file that it is given.
  const copy = { ...file, path: `${file.path}-${adminId}` }
  await copyFile(file.path, copy.path)
  const brought = await announceExport(db, copy, name, adminId)
  try {
    await storeFile(storage, brought, copy)
  } finally {
    await rm(copy.path, { force: true })
  }
  const isNew = await db.transaction().execute(async (write) => {
    const { numAffectedRows } =
      await sql`insert into report_delivery (run_id, admin_id) values (${run.id}, ${adminId})
      on conflict do nothing`.execute(write)
    if (numAffectedRows !== 1n) return false
    const { format: _, ...filter } = body
    const id = await insertDone(
      write,
      {
        resource: run.report,
        format: body.format,
        filter,
        language: run.language,
        namesPerson: false,
        filterSealed: vault.seal(JSON.stringify(body), filterPurpose),
        scopeAdminId: owner,
        createdBy: adminId,
      },
      { rows, fileId: brought.id, fileSize: file.size, days: keep },
    )
    await claimExportFile(write, brought.id, id)
    await sql`update report_delivery set task_id = ${id} where run_id = ${run.id} and admin_id = ${adminId}`.execute(
      write,
    )
    await tellSent(write, run, adminId, { days, rows, keep })
    await writeAudit(write, [
      {
        by: { adminId: run.ownerId },
        point: `${run.report}:export`,
        target: { kind: 'reportSchedule', id: run.scheduleId },
        after: { format: body.format, rows, size: file.size, to: adminId },
      },
    ])
    return true
  })
  if (isNew) return
  const left = await condemnFile(db, brought.id)
  if (left) await removeFiles(db, storage, [left])
}

/** Who got a file of a run. */
async function servedBy(db: Db, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select admin_id as id from report_delivery where run_id = ${runId}`.execute(db.withoutPlugins())
  return rows.map(({ id }) => id)
}

async function withoutFile(db: Db, runId: string, group: readonly Holder[]): Promise<Holder[]> {
  const done = new Set(await servedBy(db, runId))
  return group.filter(({ id }) => !done.has(id))
}
