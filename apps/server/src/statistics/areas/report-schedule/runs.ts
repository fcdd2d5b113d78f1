import type { ReportName } from '@kabao/contract/kernel/report-names'
import type { ReportRun, RunFailure } from '@kabao/contract/statistics/report-schedule'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { sendJob } from '#platform/jobs/send'
import { tellFailed } from './tell.ts'

/** The data of the job that makes the files of a run. */
export const runQueue = { name: 'report-run', data: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }) }

/**
 * Adds a run for a time at which a schedule was due, in the caller's transaction.
 * @returns its id; undefined if that time has one already
 */
export async function addDueRun(write: Db, scheduleId: string, dueAt: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into report_run (schedule_id, due_at) values (${scheduleId}, ${new Date(dueAt).toISOString()})
    on conflict (schedule_id, due_at) do nothing returning id`.execute(write)
  return rows[0] && queue(write, rows[0].id)
}

/** Adds a run by hand; one that waits already is the answer. @returns its id */
export async function addRunByHand(write: Db, scheduleId: string, adminId: string): Promise<string> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into report_run (schedule_id, asked_by) values (${scheduleId}, ${adminId})
    on conflict (schedule_id) where due_at is null and status = 'queued' do update set asked_by = report_run.asked_by
    returning id, xmax = 0 as "isNew"`.execute(write.withoutPlugins())
  const { id, isNew } = rows[0] as { id: string; isNew: boolean }
  return isNew ? queue(write, id) : id
}

async function queue(write: Db, id: string): Promise<string> {
  const jobId = await sendJob(write, runQueue, { id })
  await sql`update report_run set job_id = ${jobId} where id = ${id}`.execute(write)
  return id
}

/** A run that waits, with what its schedule says at this moment. */
export interface QueuedRun {
  id: string
  scheduleId: string
  dueAt: string | null
  createdAt: string
  ownerId: string
  report: ReportName
  name: string
  asked: Record<string, string>
  filter: Record<string, string>
  columns: string[]
  format: 'csv' | 'xlsx'
  language: 'zh-CN' | 'en-US'
  recipients: string[]
  byMail: boolean
}

export async function findQueued(db: Db, id: string): Promise<QueuedRun | undefined> {
  const { rows } = await sql<QueuedRun>`
    select r.id, r.schedule_id as "scheduleId", r.due_at as "dueAt", r.created_at as "createdAt", s.owner_id as "ownerId", s.report,
      s.name, s.asked, s.filter, s.columns, s.format, s.language, s.recipients, s.by_mail as "byMail"
    from report_run r join report_schedule s on s.id = r.schedule_id where r.id = ${id} and r.status = 'queued'`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** Ends a run. @returns whether it still waited */
export async function endRun(
  write: Db,
  id: string,
  status: Exclude<ReportRun['status'], 'queued'>,
  failure: RunFailure | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_run set status = ${status}, failure = ${failure}, finished_at = now(), updated_at = now()
    where id = ${id} and status = 'queued'`.execute(write)
  return numAffectedRows === 1n
}

/** Ends a run without files for those who have none yet, and tells the owner of the schedule. */
export const failRun = (db: Db, id: string, failure: RunFailure): Promise<boolean> =>
  db.transaction().execute(async (write) => {
    const run = await findQueued(write, id)
    if (!run || !(await endRun(write, id, 'failed', failure))) return false
    await tellFailed(write, run, failure)
    return true
  })
