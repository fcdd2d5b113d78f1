import type { BatchActName, BatchFailure, BatchRow } from '@kabao/contract/batch-body'
import { sql } from 'kysely'
import type { Db } from '#db/client'

/** The purpose under which a batch's filter is encrypted. */
export const filterPlace = 'batch.filter'

export interface NewBatch {
  act: BatchActName
  filterSealed: Buffer
  scopeAdminId: string | null
  total: number
  createdBy: string
}

/** @returns undefined if the same act of the same administrator is under way */
export async function insertBatch(db: Db, batch: NewBatch): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into batch (act, filter_sealed, scope_admin_id, total, created_by)
    values (${batch.act}, ${batch.filterSealed}, ${batch.scopeAdminId}, ${batch.total}, ${batch.createdBy})
    on conflict (created_by, act) where status in ('queued', 'running') do nothing returning id`.execute(db)
  return rows[0]?.id
}

export const setJob = (db: Db, id: string, jobId: string) =>
  db.updateTable('batch').set({ jobId }).where('id', '=', id).execute()

const shown = sql`id, act, status, total, done, failure, created_at as "createdAt", finished_at as "finishedAt"`

/** A batch of this administrator. */
export async function findBatch(db: Db, id: string, adminId: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select ${shown} from batch where id = ${id} and created_by = ${adminId}`.execute(db.withoutPlugins())
  return rows[0]
}

/** The newest batches of an administrator. */
export async function findNewest(db: Db, adminId: string): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select ${shown} from batch where created_by = ${adminId} order by id desc limit 20`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** What a run needs of its batch. */
export interface BegunBatch {
  id: string
  act: BatchActName
  filterSealed: Buffer
  scopeAdminId: string | null
  total: number
  done: number
  createdBy: string
}

/**
 * Assigns a batch to a run. An earlier run of it that was killed, or is wrongly taken for dead, can change nothing from now on.
 * @returns undefined if there is nothing (more) to do
 */
export const begin = (db: Db, id: string, run: string) =>
  db
    .updateTable('batch')
    .set({ status: 'running', run, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'act', 'total', 'done'])
    .executeTakeFirst()

/** A batch's progress as its last run left it, locked until this transaction ends. */
export const lockForRun = (db: Db, id: string, run: string) =>
  db
    .selectFrom('batch')
    .select(['id', 'act', 'filterSealed', 'scopeAdminId', 'total', 'done', 'createdBy'])
    .where('id', '=', id)
    .where('run', '=', run)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst() as Promise<BegunBatch | undefined>

/** Takes the next piece of a batch, in the transaction that does it. @returns undefined if none is left */
export async function takePiece(db: Db, id: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] }>`
    delete from batch_piece where batch_id = ${id} and number = (
      select number from batch_piece where batch_id = ${id} order by number limit 1)
    returning ids::text[] as ids`.execute(db)
  return rows[0]?.ids
}

/** Records the outcome of a piece, in the transaction that does it. */
export const notePiece = (db: Db, id: string, done: number) =>
  db
    .updateTable('batch')
    .set((is) => ({ done: is('done', '+', done), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .execute()

/** What the notification of a batch's end needs. */
export type EndedBatch = Pick<BegunBatch, 'id' | 'act' | 'total' | 'done' | 'createdBy'> & {
  jobId: string | null
}

/** Ends a batch and deletes its filter and its remaining rows. @returns undefined if it has already ended */
export async function end(
  db: Db,
  id: string,
  status: 'done' | 'failed' | 'cancelled',
  failure: BatchFailure | null = null,
): Promise<EndedBatch | undefined> {
  const now = sql<string>`now()`
  const ended = await db
    .updateTable('batch')
    .set({ status, failure, run: null, filterSealed: null, finishedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'act', 'total', 'done', 'createdBy', 'jobId'])
    .executeTakeFirst()
  if (ended) await db.deleteFrom('batchPiece').where('batchId', '=', id).execute()
  return ended as EndedBatch | undefined
}

/** Deletes batches that ended long ago. @param days how long they are kept */
export const removeOld = (days: number, most: number) => sql`
  delete from batch where id in (
    select id from batch where finished_at < now() - make_interval(days => ${days}) order by finished_at limit ${most})`

/** Whether the requester could still make the request: account enabled, permission point held, data scope not narrower. */
export async function isStillAllowed(
  db: Db,
  { createdBy, scopeAdminId }: Pick<BegunBatch, 'createdBy' | 'scopeAdminId'>,
  point: string,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select coalesce(bool_or(r.is_super or exists (
        select from role_node n where n.role_id = r.id and n.node = ${point})), false)
      and (${scopeAdminId !== null}::boolean or coalesce(bool_or(r.is_super or r.data_scope = 'all'), false)) as may
    from admin a join admin_role ar on ar.admin_id = a.id join role r on r.id = ar.role_id
    where a.id = ${createdBy} and a.status = 'enabled'`.execute(db)
  return rows[0]?.may === true
}
