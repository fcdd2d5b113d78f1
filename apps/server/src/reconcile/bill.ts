import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { daysAfter, instantOf } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type BillLine, trialPrefix } from '#payment'
import type { Db } from '#platform/db/client'
import { keepDifferences, noCounts } from './differences.ts'
import type { Outcome, Run } from './runs.ts'

/** The days of bills are those of China, wherever the business is. */
export const billZone = 'Asia/Shanghai'
/** How much of COPY's text is sent at once, in characters. */
const pieceSize = 128 * 1024
/** The most characters that are kept of a number or a word of a bill. */
const mostKept = 64

/** Reads the lines of a bill into `staged_line`, which goes with the caller's transaction. @throws BillProblem */
export async function stageBill(
  client: pg.PoolClient,
  write: Db,
  lines: AsyncIterable<BillLine>,
): Promise<void> {
  await sql`create temp table staged_line (line integer, item text, ref text, order_no text, amount_fen bigint, fee_fen bigint,
    status text) on commit drop`.execute(write)
  const copy = client.query(copyFrom('copy staged_line from stdin'))
  await pipeline(Readable.from(pieces(lines), { objectMode: false }), copy)
  await sql`analyze staged_line`.execute(write)
}

async function* pieces(lines: AsyncIterable<BillLine>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const { line, kind, orderNo, tradeNo, refundNo, amountFen, feeFen, status } of lines) {
    // A refund without a number of ours is known by the payment that it pays back.
    const ref = kind === 'payment' ? tradeNo : refundNo || `${tradeNo}.refund`
    const cells = [line, kind, cell(ref), cell(orderNo), amountFen, feeFen, cell(status)]
    text += `${cells.join('\t')}\n`
    if (text.length < pieceSize) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

const cell = (text: string) => text.slice(0, mostKept).replace(/[\\\t\n\r\0]/g, ' ')

/**
 * Compares the bill of a collection channel's day, whose lines are staged, with the payments and refunds that we know, in the caller's
 * transaction. The lines replace those of an earlier bill of the day; those of trial orders are left out.
 * @param provider the provider of the collection channel
 */
export async function compareBill(
  write: Db,
  run: Run,
  provider: string,
): Promise<Outcome & { added: number }> {
  const { collectionId, day } = run
  const idOf = (of: string) => sql`time_id_at(${of}::date::timestamp at time zone 'UTC')`
  const instant = (of: string) =>
    sql`${new Date(instantOf(`${of} 00:00:00`, billZone)).toISOString()}::timestamptz`
  const [from, to] = [instant(day), instant(daysAfter(day, 1))]
  const ofDay = sql`b.collection_id = ${collectionId} and b.id = ${idOf(day)}`
  // A payment of one second before midnight may be in the bill of the next day.
  const near = sql`b.collection_id = ${collectionId}
    and b.id in (${idOf(daysAfter(day, -1))}, ${idOf(day)}, ${idOf(daysAfter(day, 1))})`
  await sql`select make_partitions('bill_line', ${from})`.execute(write)
  await sql`delete from bill_line b where ${ofDay}`.execute(write)
  await sql`
    insert into bill_line (id, collection_id, line, amount_fen, fee_fen, item, ref, order_no, status)
    select distinct on (item, ref) ${idOf(day)}, ${collectionId}::bigint, line, amount_fen, fee_fen, item, ref, order_no, status
    from staged_line where not starts_with(coalesce(order_no, ''), ${trialPrefix}) order by item, ref, line`.execute(
    write,
  )
  const found = sql`
    select 'payment' as item, b.ref, b.ref as shown,
      case when r.trade_no is not null then 'amount' when o.status in ('created', 'closed', 'failed') then 'status'
        else 'missingHere' end as gap,
      ${day}::date as day, null::bigint as org_id, ${collectionId}::bigint as collection_id, o.channel_id, o.user_id,
      o.id::text as ours_id, r.amount_fen::bigint as ours_fen, b.amount_fen as theirs_fen, o.status as ours_status,
      b.status as theirs_status, ${noCounts}
    from bill_line b left join payment_ref r on r.provider = ${provider} and r.trade_no = b.ref
      left join payment_order o on o.id = coalesce(r.order_id,
        case when b.order_no ~ '^([0-9]{1,18}|[1-8][0-9]{18})$' then b.order_no::bigint end)
    where ${ofDay} and b.item = 'payment' and r.amount_fen is distinct from b.amount_fen
    union all
    select 'payment', r.trade_no, r.trade_no, 'missingThere', ${day}::date, null, ${collectionId}::bigint, o.channel_id, o.user_id,
      o.id::text, r.amount_fen, null, o.status, null, ${noCounts}
    from payment_ref r join payment_order o on o.id = r.order_id
    where r.collection_id = ${collectionId} and r.paid_at >= ${from} and r.paid_at < ${to} and r.provider = ${provider}
      and not exists (select from bill_line b where ${near} and b.item = 'payment' and b.ref = r.trade_no)
    union all
    select 'refund', b.ref, b.ref,
      case when f.id is null then 'missingHere' when f.status <> 'refunded' or f.by_hand then 'status' else 'amount' end,
      ${day}::date, null, ${collectionId}::bigint, o.channel_id, o.user_id, o.id::text,
      case when f.status = 'refunded' then f.amount_fen when f.id is not null then 0 end, b.amount_fen, f.status, b.status,
      ${noCounts}
    from bill_line b left join payment_refund f on f.refund_no = b.ref and f.collection_id = ${collectionId}
      left join payment_order o on o.id = f.order_id
    where ${ofDay} and b.item = 'refund' and (f.status is distinct from 'refunded' or f.by_hand or f.amount_fen <> b.amount_fen)
    union all
    select 'refund', f.refund_no, f.refund_no, 'missingThere', ${day}::date, null, ${collectionId}::bigint, o.channel_id, o.user_id,
      o.id::text, f.amount_fen, null, f.status, null, ${noCounts}
    from payment_refund f left join payment_order o on o.id = f.order_id
    where f.collection_id = ${collectionId} and f.refunded_at >= ${from} and f.refunded_at < ${to} and f.status = 'refunded'
      and not f.by_hand
      and not exists (select from bill_line b where ${near} and b.item = 'refund' and b.ref = f.refund_no)`
  const { added, ...gaps } = await keepDifferences(write, {
    kind: 'bill',
    ownerId: collectionId as string,
    reconcileId: run.id,
    found,
    scope: sql`(d.day = ${day}::date or (d.gap = 'missingThere' and d.day between ${daysAfter(day, -1)}::date
      and ${daysAfter(day, 1)}::date and exists (select from bill_line b where ${ofDay} and b.item = d.item and b.ref = d.ref)))`,
  })
  const { rows } = await sql<{ lines: number; kept: number }>`
    select (select count(*) from staged_line)::int as lines, count(*)::int as kept from bill_line b where ${ofDay}`.execute(
    write.withoutPlugins(),
  )
  const { lines, kept } = rows[0] as { lines: number; kept: number }
  const matched = Math.max(0, kept - gaps.missingHere - gaps.amount - gaps.status)
  return { lines, matched, wrong: lines - kept, wrongRows: [], gaps, added }
}
