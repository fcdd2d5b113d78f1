import type { ReconcileKind } from '@kabao/contract/reconcile/reconcile'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { sendJob } from '#platform/jobs/send'
import type { Gaps } from './differences.ts'

/** What a run compares. */
export interface Scope {
  kind: ReconcileKind
  orgId: string | null
  collectionId: string | null
  /** The first and the last day, `yyyy-mm-dd`. */
  day: string
  toDay: string
}

export interface Run extends Scope {
  id: string
  status: 'queued' | 'done' | 'failed'
  fileId: string | null
  fileName: string | null
  createdBy: string | null
  /** Who sent the list: it may be another than who sent the first one of these days. */
  sentBy: string | null
  version: number
}

/** The queue of runs. */
export const reconcileQueue = { name: 'reconcile', data: z.strictObject({ id: z.string() }) }

/** The queue of runs whose bill is downloaded. A run that was asked for again has another version, and its own job. */
export const downloadQueue = {
  name: 'bill-download',
  data: z.strictObject({ id: z.string(), version: z.int() }),
}

/** Whether the list of a run is downloaded: it is a bill that nobody sent. */
export const isDownloaded = ({ kind, fileId }: Pick<Run, 'kind' | 'fileId'>): boolean =>
  kind === 'bill' && fileId === null

const columns = sql`r.id, r.kind, r.org_id as "orgId", r.collection_id as "collectionId", to_char(r.day, 'YYYY-MM-DD') as day,
  to_char(r.to_day, 'YYYY-MM-DD') as "toDay", r.status, r.file_id as "fileId", r.file_name as "fileName",
  r.created_by as "createdBy", coalesce(r.updated_by, r.created_by) as "sentBy", r.version`

/** A list that was sent. */
export interface SentList {
  fileId: string
  name: string
  sha256: Buffer
}

/**
 * Queues the comparison of some days, in the caller's transaction. There is one for the same days of the same list, so a list that is
 * sent again takes the place of the one before.
 * @param sent null: nothing was sent, because the list is downloaded, or is our own
 * @param adminId null: the service
 * @returns `isKnown` if the same file was compared before, or waits; then nothing is queued
 */
export async function queueRun(
  write: Db,
  { kind, orgId, collectionId, day, toDay }: Scope,
  sent: SentList | null,
  adminId: string | null,
): Promise<{ id: string; isKnown: boolean }> {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into reconcile as r (kind, org_id, collection_id, day, to_day, file_id, file_name, sha256, created_by, updated_by)
    values (${kind}, ${orgId}, ${collectionId}, ${day}, ${toDay}, ${sent?.fileId ?? null}, ${sent?.name ?? null},
      ${sent?.sha256 ?? null}, ${adminId}, ${adminId})
    on conflict (kind, org_id, collection_id, day, to_day) do update set file_id = excluded.file_id,
      file_name = excluded.file_name, sha256 = excluded.sha256, status = 'queued', problem = null, problem_values = '{}',
      updated_by = excluded.updated_by, updated_at = now(), version = r.version + 1
    where excluded.sha256 is null or r.status = 'failed' or r.sha256 is distinct from excluded.sha256
    returning id, version`.execute(write.withoutPlugins())
  const [queued] = rows
  if (queued) {
    if (isDownloaded({ kind, fileId: sent?.fileId ?? null })) await sendJob(write, downloadQueue, queued)
    else await sendJob(write, reconcileQueue, { id: queued.id })
    return { id: queued.id, isKnown: false }
  }
  const known = await sql<{ id: string }>`
    select id from reconcile where (kind, day, to_day) = (${kind}, ${day}::date, ${toDay}::date)
      and org_id is not distinct from ${orgId}::bigint and collection_id is not distinct from ${collectionId}::bigint`.execute(
    write.withoutPlugins(),
  )
  return { id: (known.rows[0] as { id: string }).id, isKnown: true }
}

/** Locks a run until the transaction ends, so that two never do it at once. */
export async function lockRun(write: Db, id: string): Promise<Run | undefined> {
  const { rows } = await sql<Run>`select ${columns} from reconcile r where r.id = ${id} for update`.execute(
    write.withoutPlugins(),
  )
  return rows[0]
}

export async function findRun(db: Db, id: string): Promise<Run | undefined> {
  const { rows } = await sql<Run>`select ${columns} from reconcile r where r.id = ${id}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** A row of a file that could not be read. `problems` as an import stores them. */
export interface WrongRow {
  line: number
  problems: string
}

export interface Outcome {
  lines: number
  matched: number
  wrong: number
  wrongRows: readonly WrongRow[]
  gaps: Gaps
}

/** Ends a run with what it found, in the transaction that stored it. */
export async function endRun(write: Db, id: string, outcome: Outcome): Promise<void> {
  const { lines, matched, wrong, wrongRows, gaps } = outcome
  await sql`
    update reconcile set status = 'done', lines = ${lines}, matched = ${matched}, wrong = ${wrong},
      wrong_rows = ${JSON.stringify(wrongRows)}::jsonb, missing_here = ${gaps.missingHere}, missing_there = ${gaps.missingThere},
      amount_differs = ${gaps.amount}, status_differs = ${gaps.status}, problem = null, ended_at = now(), updated_at = now(),
      version = version + 1
    where id = ${id}`.execute(write)
}

/** Says why a run still waits, until it ends. @param version that of the run when it was queued */
export async function noteWait(
  db: Db,
  { id, version }: { id: string; version: number },
  { problem, values }: Failure,
): Promise<void> {
  await sql`update reconcile set problem = ${problem}, problem_values = ${JSON.stringify(values)}::jsonb
    where id = ${id} and version = ${version} and status = 'queued'`.execute(db)
}

/** The name of the bill that was downloaded. */
export async function nameBill(write: Db, id: string, name: string): Promise<void> {
  await sql`update reconcile set file_name = ${name} where id = ${id}`.execute(write)
}

/** Why a run failed: its name among the words of problems, and what its text names. */
export interface Failure {
  problem: string
  values: Record<string, string | number>
}

/** Marks a run that waits as failed. @returns false if it has ended before */
export async function failRun(write: Db, id: string, { problem, values }: Failure): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reconcile set status = 'failed', problem = ${problem}, problem_values = ${JSON.stringify(values)}::jsonb,
      ended_at = now(), updated_at = now(), version = version + 1
    where id = ${id} and status = 'queued'`.execute(write)
  return numAffectedRows === 1n
}

/** The list of an organization names people, so its file is given up when it was read; the sweep deletes it. */
export async function releaseList(write: Db, { kind, fileId }: Run): Promise<void> {
  if (kind !== 'orgList' || fileId === null) return
  await sql`
    update file set owner_kind = null, owner_id = null, unclaimed_since = now(), updated_at = now()
    where id = ${fileId} and owner_kind = 'reconcile'`.execute(write)
}
