import type { BatchCount } from '@kabao/contract/kernel/batch-body'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { partsOf, type RowsQuery } from '../db/page.ts'
import type { AnyBatchAct } from './act.ts'

/** A hash of a set of ids, independent of their order; 64 bits, so that two sets of one size hardly ever share it. */
const hashOf = (id: RawBuilder<unknown>, which = sql``) =>
  sql`coalesce(bit_xor(hashint8extended(${id}, 0)) ${which}, 0)::text as hash`

/** Identifies the counted rows: the newest of all that match, and a hash of those the act would change, as one number. */
export interface Mark {
  upTo: string
  hash: string
}

const writeMark = ({ upTo, hash }: Mark) => `${upTo}.${hash}`
/** @param mark in the format that the contract's `batchMark` accepts */
export function readMark(mark: string): Mark {
  const [upTo, hash] = mark.split('.')
  return { upTo: upTo as string, hash: hash as string }
}

/** The exact number of rows of a filter that an act would change, and a hash of their ids. */
export async function countRows(db: Db, { able }: AnyBatchAct, query: RowsQuery): Promise<BatchCount> {
  const { from, id, where } = partsOf(query)
  const { rows } = await sql<{ count: number; others: number; upTo: string | null; hash: string }>`
    select count(*) filter (where ${able})::int as count, count(*) filter (where not (${able}))::int as others,
      max(${id})::text as "upTo", ${hashOf(id, sql`filter (where ${able})`)}
    from ${from} where ${where}`.execute(db.withoutPlugins())
  const [{ count, others, upTo: newest, hash }] = rows as [(typeof rows)[0]]
  return { count, others, ...(newest !== null && { mark: writeMark({ upTo: newest, hash }) }) }
}

/**
 * The rows that match and allow the act, locked until this transaction ends. A row that another transaction changed while this
 * one waited for its lock is checked again, and skipped if it does not match any more.
 */
export async function lockRows(
  db: Db,
  act: AnyBatchAct,
  query: RowsQuery,
  which: Which,
): Promise<{ ids: string[]; hash: string }> {
  return readRows(db, act, query, which, sql`for no key update of ${partsOf(query).name}`)
}

/** The rows that match and allow the act, not locked. */
export const findRows = (db: Db, act: AnyBatchAct, query: RowsQuery, which: Which) =>
  readRows(db, act, query, which, sql``)

type Which = { ids: readonly string[] } | { upTo: string; most: number }

async function readRows(
  db: Db,
  { able }: AnyBatchAct,
  query: RowsQuery,
  which: Which,
  lock: RawBuilder<unknown>,
): Promise<{ ids: string[]; hash: string }> {
  const { from, id, where } = partsOf(query)
  const within =
    'ids' in which ? sql`${id} = any(${which.ids}::bigint[])` : sql`${id} <= ${which.upTo}::bigint`
  const most = 'ids' in which ? sql`` : sql`limit ${which.most}`
  const { rows } = await sql<{ ids: string[]; hash: string }>`
    with found as (
      select ${id} from ${from} where ${where} and ${within} and (${able})
      order by ${id} ${most} ${lock}
    )
    select coalesce(array_agg(id::text order by id), '{}') as ids, ${hashOf(sql`id`)} from found`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as { ids: string[]; hash: string }
}

/** How many rows one transaction of a batch changes, so that no lock is held for long and a stop need not wait. */
const piece = 500
/** The same for an act that is done to each row on its own; the piece is written anew with each. */
const pieceOfEach = 50

/**
 * Stores the ids of a batch's rows in one query. Rows that are added or begin to match later do not belong to the batch.
 * @returns their number, and a hash of their ids
 */
export async function keepRows(
  db: Db,
  batchId: string,
  act: AnyBatchAct,
  query: RowsQuery,
  upTo: string,
): Promise<{ count: number; hash: string }> {
  const { from, id, where } = partsOf(query)
  const size = 'doOne' in act ? pieceOfEach : piece
  const { rows } = await sql<{ count: number; hash: string }>`
    with found as (
      select ${id} from ${from} where ${where} and ${id} <= ${upTo}::bigint and (${act.able})
    ), numbered as (
      select id, (row_number() over (order by id) - 1) / ${sql.lit(size)} as number from found
    ), kept as (
      insert into batch_piece (batch_id, number, ids)
      select ${batchId}, number, array_agg(id order by id) from numbered group by number
    )
    select count(*)::int as count, ${hashOf(sql`id`)} from found`.execute(db.withoutPlugins())
  return rows[0] as { count: number; hash: string }
}
