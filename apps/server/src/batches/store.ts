import type { BatchActName, BatchFailure, BatchRow } from '@kabao/contract/batch-body'
import { sql } from 'kysely'
import type { Db } from '#db/client'

/** Where the filter of a batch is sealed for. */
export const filterPlace = 'batch.filter'

export interface NewBatch {
  act: BatchActName
  filterSealed: Buffer
  scopeAdminId: string | null
  total: number
  createdBy: string
}

/** @returns undefined where the same act of the same admin is under way */
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

/** An admin's own batch. */
export async function findBatch(db: Db, id: string, adminId: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select ${shown} from batch where id = ${id} and created_by = ${adminId}`.execute(db.withoutPlugins())
  return rows[0]
}

/** The newest of an admin's batches. */
export async function findNewest(db: Db, adminId: string): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select ${shown} from batch where created_by = ${adminId} order by id desc limit 20`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** What a run must know. */
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
 * Takes a batch for a run. From now on an earlier run of it, killed or only believed to be, does nothing more.
 * @returns undefined where there is nothing (more) to do
 */
export const begin = (db: Db, id: string, run: string) =>
  db
    .updateTable('batch')
    .set({ status: 'running', run, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'act', 'total', 'done'])
    .executeTakeFirst()

/** A batch as its run left it; nobody else may change it until this write has ended. */
export const lockForRun = (db: Db, id: string, run: string) =>
  db
    .selectFrom('batch')
    .select(['id', 'act', 'filterSealed', 'scopeAdminId', 'total', 'done', 'createdBy'])
    .where('id', '=', id)
    .where('run', '=', run)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst() as Promise<BegunBatch | undefined>

/** Takes the next piece of a batch, in the transaction that does it. @returns undefined where none is left */
export async function takePiece(db: Db, id: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] }>`
    delete from batch_piece where batch_id = ${id} and number = (
      select number from batch_piece where batch_id = ${id} order by number limit 1)
    returning ids::text[] as ids`.execute(db)
  return rows[0]?.ids
}

/** Notes what was done of a piece, in the transaction that does it. */
export const notePiece = (db: Db, id: string, done: number) =>
  db
    .updateTable('batch')
    .set((is) => ({ done: is('done', '+', done), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .execute()

/** What whoever is told of the end must know. */
export type EndedBatch = Pick<BegunBatch, 'id' | 'act' | 'total' | 'done' | 'createdBy'> & {
  jobId: string | null
}

/** Ends a batch and forgets what was asked for and what is left of it. @returns undefined where it has ended meanwhile */
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

/** Removes batches that ended long ago. @param days how long they are kept */
export const removeOld = (days: number, most: number) => sql`
  delete from batch where id in (
    select id from batch where finished_at < now() - make_interval(days => ${days}) order by finished_at limit ${most})`

/** Whether who asked for a batch could still ask for it: his account, his permission point, and whose rows he meets. */
export async function mayStill(
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
