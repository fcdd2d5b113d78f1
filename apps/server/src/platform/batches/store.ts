import type { Language, Words } from '@kabao/contract'
import type { BatchActName, BatchFailure, BatchRefusal, BatchRow } from '@kabao/contract/kernel/batch-body'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** The purpose under which a batch's filter is encrypted. */
export const filterPurpose = 'batch.filter'

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

const shown = sql`id, act, status, total, done, refused, failure, created_at as "createdAt", finished_at as "finishedAt"`

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
  refused: number
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
    .returning(['id', 'act', 'total', 'done', 'refused'])
    .executeTakeFirst()

/** A batch's progress as its last run left it, locked until this transaction ends. */
export const lockForRun = (db: Db, id: string, run: string) =>
  db
    .selectFrom('batch')
    .select(['id', 'act', 'filterSealed', 'scopeAdminId', 'total', 'done', 'refused', 'createdBy'])
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

/** A batch whose act is done row by row, as its run found it, with its next row. */
export type NextRow = BegunBatch & { rowId: string | null }

/** @returns undefined if the batch ended, or another run has it */
export async function findNextRow(db: Db, id: string, run: string): Promise<NextRow | undefined> {
  const { rows } = await sql<NextRow>`
    select b.id, b.act, b.filter_sealed as "filterSealed", b.scope_admin_id as "scopeAdminId", b.total, b.done, b.refused,
      b.created_by as "createdBy",
      (select p.ids[1]::text from batch_piece p where p.batch_id = b.id order by p.number limit 1) as "rowId"
    from batch b where b.id = ${id} and b.run = ${run} and b.status = 'running'`.execute(db.withoutPlugins())
  return rows[0]
}

/**
 * Records what became of the next row of a batch, in the transaction that does it.
 * @returns false if the batch ended, another run has it, or this is not its next row any more
 */
export async function noteRow(
  db: Db,
  { id, run, rowId }: { id: string; run: string; rowId: string },
  outcome: { isDone: boolean; refused?: Words },
): Promise<boolean> {
  if (!(await lockForRun(db, id, run))) return false
  const { rows } = await sql<{ taken: boolean }>`
    with piece as (select number, ids from batch_piece where batch_id = ${id} order by number limit 1),
    gone as (delete from batch_piece b using piece p where b.batch_id = ${id} and b.number = p.number
      and p.ids[1] = ${rowId}::bigint and cardinality(p.ids) = 1 returning 1),
    shorter as (update batch_piece b set ids = p.ids[2:] from piece p where b.batch_id = ${id} and b.number = p.number
      and p.ids[1] = ${rowId}::bigint and cardinality(p.ids) > 1 returning 1)
    select exists (select from gone union all select from shorter) as taken`.execute(db)
  if (rows[0]?.taken !== true) return false
  const { isDone, refused } = outcome
  if (refused)
    await sql`insert into batch_refusal (batch_id, row_id, reason) values (${id}, ${rowId}, ${JSON.stringify(refused)})`.execute(
      db,
    )
  await db
    .updateTable('batch')
    .set((is) => ({
      done: is('done', '+', isDone ? 1 : 0),
      refused: is('refused', '+', refused ? 1 : 0),
      updatedAt: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute()
  return true
}

/** The rows of a batch that refused, by reason, the most frequent one first. */
export async function findRefusals(db: Db, id: string, language: Language): Promise<BatchRefusal[]> {
  const { rows } = await sql<BatchRefusal>`
    select reason ->> ${sql.lit(language === 'zh-CN' ? 0 : 1)} as reason, count(*)::int as count,
      (array_agg(row_id::text order by row_id))[1:100] as ids
    from batch_refusal where batch_id = ${id} group by reason order by 2 desc, 1 limit 100`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** What the notification of a batch's end needs. */
export type EndedBatch = Pick<BegunBatch, 'id' | 'act' | 'total' | 'done' | 'refused' | 'createdBy'> & {
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
    .returning(['id', 'act', 'total', 'done', 'refused', 'createdBy', 'jobId'])
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
