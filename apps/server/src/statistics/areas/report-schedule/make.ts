import { randomUUID } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import type { ReportCalls, ReportExport } from '@kabao/contract/statistics/report/calls'
import { type Days, daysOfPreset, type Preset } from '@kabao/contract/statistics/report/range'
import { reportAreas, reportOf } from '@kabao/contract/statistics/report/reports'
import { sql } from 'kysely'
import { writeAudit } from '#platform/audit/write'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { TooManyRows, writeListFile } from '#platform/exports/list-file'
import { announceFile, claimExportFile, condemnFile, removeFiles, storeFile } from '#platform/exports/storing'
import { filterPurpose, insertDone } from '#platform/exports/tasks'
import type { Run } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { findHolders, type Holder } from '../../report-watch/holders.ts'
import { reportExportOf } from '../../reports/export.ts'
import { filesOfRun } from './left-files.ts'
import { endRun, failRun, findQueued, type QueuedRun } from './runs.ts'
import { tellSent } from './tell.ts'

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
  if (!holders.some(({ id }) => id === run.ownerId)) return failed(db, run, 'owner')
  const recipients = holders.filter(({ id }) => run.recipients.includes(id))
  if (recipients.length === 0) return failed(db, run, 'nobody')
  let sent = 0
  try {
    for (const group of byScope(recipients)) sent += await makeFile(job, run, group)
  } catch (error) {
    if (error instanceof TooManyRows) return failed(db, run, 'tooManyRows')
    if (error instanceof Problem) return failed(db, run, 'unfit')
    throw error
  }
  await endRun(db, run.id, 'ready')
  return { sent }
}

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

/** Writes one file and gives a copy to each of these recipients who has none. @returns how many got it */
async function makeFile(job: Job, run: QueuedRun, group: readonly Holder[]): Promise<number> {
  const { db, storage, settings, signal } = job
  const waiting = await withoutFile(db, run.id, group)
  if (waiting.length === 0) return 0
  const list = reportExportOf(reportOf(run.report), reportAreas[run.report] as ReportCalls)
  const days = daysOf(run, settings)
  const { preset: _, ...asked } = run.asked
  const { format, columns, filter, language } = run
  const body = list.body.safeParse({ ...asked, ...filter, ...days, columns, format })
  if (!body.success) throw new Problem('4000', 'invalid')
  const owner = waiting[0]?.owner ?? null
  const path = join(storage.incoming, `${filesOfRun(run.id)}${randomUUID()}`)
  try {
    const written = await writeListFile(job, { list, body: body.data, language, owner, path }, { signal })
    for (const { id } of waiting) {
      signal.throwIfAborted()
      await deliver(job, { run, adminId: id, owner, days, body: body.data, ...written })
    }
    return waiting.length
  } finally {
    await rm(path, { force: true })
  }
}

interface Delivered extends Awaited<ReturnType<typeof writeListFile>> {
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
  const brought = await announceFile(db, copy, name, adminId)
  try {
    await storeFile(storage, brought, copy, name)
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

async function withoutFile(db: Db, runId: string, group: readonly Holder[]): Promise<Holder[]> {
  const { rows } = await sql<{ id: string }>`
    select admin_id as id from report_delivery where run_id = ${runId}`.execute(db.withoutPlugins())
  const done = new Set(rows.map(({ id }) => id))
  return group.filter(({ id }) => !done.has(id))
}
