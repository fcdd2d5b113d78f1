import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { sendJob } from '#platform/jobs/send'
import type { Failure, Outcome, Scope } from './runs.ts'

/** The queue of dry runs. */
export const checkQueue = { name: 'reconcile-check', data: z.strictObject({ id: z.string() }) }

/** A dry run of a comparison. */
export interface Check extends Scope {
  id: string
  status: 'queued' | 'done' | 'failed'
  fileId: string | null
  sentBy: string
}

/** Queues the dry run of a list, in the caller's transaction. @returns its id */
export async function queueCheck(
  write: Db,
  { kind, orgId, collectionId, day, toDay }: Scope,
  fileId: string,
  adminId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into reconcile_check (kind, org_id, collection_id, day, to_day, file_id, created_by)
    values (${kind}, ${orgId}, ${collectionId}, ${day}, ${toDay}, ${fileId}, ${adminId}) returning id`.execute(
    write,
  )
  const { id } = rows[0] as { id: string }
  await sendJob(write, checkQueue, { id })
  return id
}

export async function findCheck(db: Db, id: string): Promise<Check | undefined> {
  const { rows } = await sql<Check>`
    select id, kind, org_id as "orgId", collection_id as "collectionId", to_char(day, 'YYYY-MM-DD') as day,
      to_char(to_day, 'YYYY-MM-DD') as "toDay", status, file_id as "fileId",
      created_by as "sentBy" from reconcile_check where id = ${id}`.execute(db.withoutPlugins())
  return rows[0]
}

export async function endCheck(db: Db, id: string, outcome: Outcome & { added: number }): Promise<void> {
  const { lines, matched, wrong, wrongRows, gaps, added } = outcome
  await sql`
    update reconcile_check set status = 'done', lines = ${lines}, matched = ${matched}, wrong = ${wrong}, added = ${added},
      wrong_rows = ${JSON.stringify(wrongRows)}::jsonb, missing_here = ${gaps.missingHere}, missing_there = ${gaps.missingThere},
      amount_differs = ${gaps.amount}, status_differs = ${gaps.status}
    where id = ${id} and status = 'queued'`.execute(db)
}

export async function failCheck(db: Db, id: string, { problem, values }: Failure): Promise<void> {
  await sql`
    update reconcile_check set status = 'failed', problem = ${problem}, problem_values = ${JSON.stringify(values)}::jsonb
    where id = ${id} and status = 'queued'`.execute(db)
}

/** The row of the comparison that a list would belong to, in the caller's transaction, which is rolled back. */
export async function borrowRun(
  write: Db,
  { kind, orgId, collectionId, day, toDay }: Scope,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into reconcile (kind, org_id, collection_id, day, to_day) values (${kind}, ${orgId}, ${collectionId}, ${day}, ${toDay})
    on conflict (kind, org_id, collection_id, day, to_day) do update set updated_at = now() returning id`.execute(
    write.withoutPlugins(),
  )
  return (rows[0] as { id: string }).id
}

/** Deletes dry runs of more than a day ago. They hold no list, only numbers and the places of wrong rows. */
export async function forgetChecks(db: Db): Promise<void> {
  await sql`delete from reconcile_check where created_at < now() - interval '1 day'`.execute(db)
}
