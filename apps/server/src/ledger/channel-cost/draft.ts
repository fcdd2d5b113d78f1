import { codes } from '@kabao/contract'
import { type BusinessClock, businessDayAt, daysAfter } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { invalid, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { holdPayable } from '../payable.ts'
import { bookChannelResults, mostAtOnce } from './book-results.ts'

/** The last settlement of a channel that was not cancelled. */
interface Last {
  toDay: string
  uptoNumber: number
  status: string
}

/**
 * Drafts the settlement of a channel, in the caller's transaction: from the day after the last one through a day that is over, with
 * all results that were committed until now, and those of earlier days that came late. The channel's account is locked from here on,
 * so of two drafts at once the second is refused, and a result is in exactly one settlement. The amount is held until it is paid.
 * @param by the administrator who drafts it
 * @returns the id of the settlement
 * @throws Problem at `toDay`, or 4090 `settlementOpen` or `nothingOwed`
 */
export async function draftSettlement(
  write: Db,
  clock: BusinessClock,
  { channelId, toDay, by }: { channelId: string; toDay: string; by: string },
): Promise<string> {
  if (toDay >= businessDayAt(databaseNow(), clock)) throw invalid({ toDay: 'dayNotOver' })
  for (let moved = mostAtOnce; moved >= mostAtOnce; )
    moved = await bookChannelResults(write, clock, channelId)
  const last = await findLast(write, channelId)
  if (last?.status === 'draft') throw new Problem(codes.conflict, 'settlementOpen')
  if (last && toDay <= last.toDay)
    throw new Problem(codes.invalid, 'invalid', {
      fields: { toDay: 'daySettled' },
      values: { day: last.toDay },
    })
  const id = await insertDraft(write, { channelId, toDay, by, last })
  if (id === null) throw new Problem(codes.conflict, 'nothingOwed')
  return id
}

async function findLast(db: Db, channelId: string): Promise<Last | undefined> {
  const { rows } = await sql<Last>`
    select to_char(to_day, 'YYYY-MM-DD') as "toDay", upto_number::float8 as "uptoNumber", status from settlement
    where channel_id = ${channelId} and status <> 'cancelled' order by from_day desc limit 1`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** @returns null if the results come to no amount that can be paid; nothing is written then */
async function insertDraft(
  write: Db,
  { channelId, toDay, by, last }: { channelId: string; toDay: string; by: string; last: Last | undefined },
): Promise<string | null> {
  const afterDay = last ? sql`${last.toDay}::date` : sql`'-infinity'::date`
  const after = last?.uptoNumber ?? 0
  const columns = sql`number, business_day, due_day, kind, base_fen, cost_fen, deducted_for`
  const { rows } = await sql<{ id: string; amountFen: number }>`
    with upto as (
      select coalesce((select number from channel_result_end where channel_id = ${channelId}), 0) as number
    ), covered as materialized (
      select ${columns}, false as is_late from channel_result
        where channel_id = ${channelId} and due_day > ${afterDay} and due_day <= ${toDay}
          and number <= (select number from upto)
      union all
      select ${columns}, isfinite(due_day) from channel_result
        where channel_id = ${channelId} and due_day <= ${afterDay} and number > ${after} and number <= (select number from upto)
    ), made as (
      insert into settlement (channel_id, from_day, to_day, after_number, first_number, upto_number, amount_fen, base_fen, results,
          deducted, late, late_fen, created_by, updated_by)
        select ${channelId}, ${last ? sql`${daysAfter(last.toDay, 1)}::date` : sql`least(min(due_day) filter (where isfinite(due_day)), ${toDay}::date)`},
          ${toDay}, ${after}, min(number), (select number from upto), sum(cost_fen), sum(base_fen), count(*),
          count(deducted_for), count(*) filter (where is_late), coalesce(sum(cost_fen) filter (where is_late), 0), ${by}, ${by}
        from covered having sum(cost_fen) > 0
      returning id, amount_fen
    ), lines as (
      insert into settlement_line (settlement_id, business_day, kind, is_late, results, deducted, base_fen, cost_fen)
        select m.id, c.business_day, c.kind, c.is_late, count(*), count(c.deducted_for), sum(c.base_fen), sum(c.cost_fen)
        from covered c, made m group by 1, 2, 3, 4
    )
    select id, amount_fen::float8 as "amountFen" from made`.execute(write.withoutPlugins())
  const [made] = rows
  if (!made) return null
  const { id, amountFen } = made
  if (!(await holdPayable(write, { channelId, amountFen, ref: { kind: 'settlement', id } })))
    throw new Problem(codes.conflict, 'nothingOwed')
  return id
}
