import { type BusinessClock, endOfDay, startOfDay } from '@kabao/contract/kernel/business-clock'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { keepDifferences, noCounts } from './differences.ts'
import { countFigures, figureGaps, hasVisits } from './figures.ts'
import type { Outcome, Run } from './runs.ts'

/** How long before its answer a push may have been sent, in days: an offer of the half flow waits for a consent. */
const longestPush = 40
/** How long before its booking a return may have been asked for, in days. */
const longestReturn = 180

interface Day {
  /** `yyyy-mm-dd` */
  day: string
  from: RawBuilder<unknown>
  to: RawBuilder<unknown>
  holdHours: number
}

/**
 * Compares our own records of a day with the ledger and the figures, in the caller's transaction: accepted pushes with their charges and what their channels are owed,
 * returns with what was paid back, paid orders with what the provider owes; and, as it is now, what is held with the pushes
 * under way. The other side is the ledger, and of costs the results of the channels. Visits and registrations are compared with the figures of their channels.
 */
export async function compareWithin(
  write: Db,
  run: Run,
  { clock, holdHours }: { clock: BusinessClock; holdHours: number },
): Promise<Outcome & { added: number }> {
  const instant = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
  const of: Day = {
    day: run.day,
    from: instant(startOfDay(run.day, clock)),
    to: instant(endOfDay(run.day, clock)),
    holdHours,
  }
  const withVisits = await hasVisits(write, run.day)
  const found = sql.join(
    [
      ...[chargesOf(of), paybacksOf(of), costsOf(of), holdsOf(of), heldOf(of), ordersOf(of)],
      figureGaps(run.day, withVisits),
    ],
    sql` union all `,
  )
  const { added, ...gaps } = await keepDifferences(write, {
    kind: 'within',
    ownerId: '0',
    reconcileId: run.id,
    found,
    scope: sql`(d.item = 'hold' or d.day = ${run.day}::date) and (d.item <> 'visit' or ${withVisits}::boolean)`,
  })
  const lines = await countCompared(write, of)
  const wrong = gaps.missingHere + gaps.amount + gaps.status
  return { lines, matched: Math.max(0, lines - wrong), wrong: 0, wrongRows: [], gaps, added }
}

/** The id in a reference of the ledger; null if the text is none. */
const idIn = (ref: string) =>
  sql.raw(`case when ${ref} ~ '^([0-9]{1,18}|[1-8][0-9]{18})$' then ${ref}::bigint end`)

/** The transfers of a day of these kinds. Their id is their time. */
const booked = ({ from, to }: Day, kind: string, refKind: string) => sql`
  select t.id, t.ref_id, t.amount_fen, ${idIn('t.ref_id')} as event_id from transfer t
  where t.id >= time_id_at(${from}) and t.id < time_id_at(${to}) and t.kind = ${kind} and t.ref_kind = ${refKind}`

/** The transfer of a kind for a reference, whenever it was booked. */
const bookedFor = (kind: string, refKind: string, ref: string) => sql`
  left join lateral (select t.id, t.amount_fen from transfer_ref r join transfer t on t.id = r.transfer_id
    where r.kind = ${kind} and r.ref_kind = ${refKind} and r.ref_id = ${sql.raw(ref)}) t on true`

const pushesOf = ({ from, to }: Day) => sql`
  push_record p where p.id >= time_id_at(${from} - interval '${sql.raw(String(longestPush))} days')
    and p.id < time_id_at(${to}) and p.responded_at >= ${from} and p.responded_at < ${to}`

/** A difference of a push. `ours` and `theirs` are amounts in SQL. */
const pushRow = (
  { day }: Day,
  item: string,
  gap: RawBuilder<unknown>,
  { ref, ours, theirs }: { ref: string; ours: string; theirs: string },
) => sql`
  ${item} as item, ${sql.raw(ref)} as ref, ${sql.raw(ref)} as shown, ${gap} as gap, ${day}::date as day, p.org_id,
  null::bigint as collection_id, p.channel_id, p.user_id, p.id::text as ours_id, ${sql.raw(ours)}::bigint as ours_fen,
  ${sql.raw(theirs)}::bigint as theirs_fen, p.status as ours_status, null as theirs_status, ${noCounts}`

const here = sql`'missingHere'`
const there = sql`'missingThere'`
const byTransfer = sql`case when t.id is null then 'missingThere' else 'amount' end`

/** Each accepted push with a price is charged at it, and each charge is of such a push. */
const chargesOf = (of: Day) => sql`
  select ${pushRow(of, 'charge', byTransfer, { ref: 'p.id::text', ours: 'p.price_fen', theirs: 't.amount_fen' })}
  from (select * from ${pushesOf(of)} and p.status in ('accepted', 'returned') and p.price_fen > 0) p
  ${bookedFor('charge', 'push', 'p.id::text')}
  where (t.id is null and p.status = 'accepted') or t.amount_fen <> p.price_fen
  union all
  select ${pushRow(of, 'charge', here, { ref: 't.ref_id', ours: 'null', theirs: 't.amount_fen' })}
  from (${booked(of, 'charge', 'push')}) t left join push_record p on p.id = t.event_id
  where p.id is null or p.status not in ('accepted', 'returned')`

/** Each return is paid back, and each refund of a push is of a return. */
const paybacksOf = (of: Day) => sql`
  select ${pushRow(of, 'payback', byTransfer, { ref: 'p.id::text', ours: 'b.refund_fen', theirs: 't.amount_fen' })}
  from push_return b join push_record p on p.id = b.push_id ${bookedFor('refund', 'push', 'p.id::text')}
  where b.status = 'returned' and b.created_at >= ${of.from} - interval '${sql.raw(String(longestReturn))} days'
    and coalesce(b.reviewed_at, b.updated_at) >= ${of.from} and coalesce(b.reviewed_at, b.updated_at) < ${of.to}
    and b.refund_fen > 0 and t.amount_fen is distinct from b.refund_fen
  union all
  select ${pushRow(of, 'payback', here, { ref: 't.ref_id', ours: 'null', theirs: 't.amount_fen' })}
  from (${booked(of, 'refund', 'push')}) t left join push_record p on p.id = t.event_id
  where not exists (select from push_return b where b.push_id = t.event_id and b.status = 'returned')`

/** How far the id of a result may be from the answer that made it: both come from one transaction. */
const nearAnswer = sql.raw(`interval '1 hour'`)

/**
 * What was noted for the pushes of channels around a day, booked or not yet: the ledger books the results of a channel together, so
 * no transfer names a push.
 */
const notedCosts = ({ from, to }: Day) => sql`
  select r.ref_id, r.ref_id as id, ${idIn('r.ref_id')} as event_id, r.at, r.cost_fen as amount_fen from (
    select ref_id, at, cost_fen from channel_result where kind = 'push'
      and id >= time_id_at(${from} - ${nearAnswer}) and id < time_id_at(${to} + ${nearAnswer})
    union all
    select ref_id, at, cost_fen from channel_result_new where kind = 'push'
  ) r`

/** Each accepted push with a cost has it noted for its channel, and each noted cost is of such a push. */
const costsOf = (of: Day) => sql`
  select ${pushRow(of, 'cost', byTransfer, { ref: 'p.id::text', ours: 'p.cost_fen', theirs: 't.amount_fen' })}
  from (select * from ${pushesOf(of)} and p.status in ('accepted', 'returned') and p.cost_fen > 0
    and p.channel_id is not null) p left join (${notedCosts(of)}) t on t.ref_id = p.id::text
  where t.amount_fen is distinct from p.cost_fen and (p.status = 'accepted' or t.id is not null)
  union all
  select ${pushRow(of, 'cost', here, { ref: 't.ref_id', ours: 'null', theirs: 't.amount_fen' })}
  from (${notedCosts(of)}) t left join push_record p on p.id = t.event_id
  where t.at >= ${of.from} and t.at < ${of.to} and t.amount_fen > 0
    and (p.id is null or p.status not in ('accepted', 'returned') or p.cost_fen = 0)`

/** What is held is the highest price of a push under way. A hold that is too old may have been released. */
const holdsOf = (of: Day) => sql`
  select ${pushRow(
    of,
    'hold',
    sql`case when p.id is null or p.status not in ('pending', 'unknown') then 'missingHere' else 'amount' end`,
    {
      ref: 'h.ref_id',
      ours: "case when p.status in ('pending', 'unknown') then coalesce(p.price_max_fen, p.price_fen) end",
      theirs: 'h.amount_fen',
    },
  )}
  from hold h left join push_record p on p.id = ${idIn('h.ref_id')}
  where h.ref_kind = 'push' and (p.id is null or p.status not in ('pending', 'unknown')
    or coalesce(p.price_max_fen, p.price_fen) <> h.amount_fen)
  union all
  select ${pushRow(of, 'hold', there, {
    ref: 'p.id::text',
    ours: 'coalesce(p.price_max_fen, p.price_fen)',
    theirs: 'null',
  })}
  from push_record p where p.status = 'pending' and p.id >= time_id_at(now() - make_interval(hours => ${of.holdHours}))
    and coalesce(p.price_max_fen, p.price_fen) > 0
    and not exists (select from hold h where h.ref_kind = 'push' and h.ref_id = p.id::text)`

/** What is held on an account is the sum of its holds. */
const heldOf = ({ day }: Day) => sql`
  select 'hold', 'account.' || a.id, 'account.' || a.id, 'amount', ${day}::date, a.org_id, null::bigint, null::bigint,
    null::bigint, null, h.fen::bigint, a.held_fen, null, null, ${noCounts}
  from account a left join lateral (select coalesce(sum(x.amount_fen), 0) as fen from hold x where x.account_id = a.id) h on true
  where a.held_fen <> h.fen`

/** Each payment of an order is owed by its provider, and each such debt is of a paid order. */
const ordersOf = (of: Day) => sql`
  select 'order', o.id::text, o.id::text, case when t.id is null then 'missingThere' else 'amount' end, ${of.day}::date,
    null::bigint, o.collection_id, o.channel_id, o.user_id, o.id::text, o.paid_fen::bigint, t.amount_fen, o.status, null,
    ${noCounts}
  from payment_order o ${bookedFor('payment', 'order', 'o.id::text')}
  where o.id >= time_id_at(${of.from} - interval '${sql.raw(String(longestPush))} days') and o.id < time_id_at(${of.to})
    and o.paid_at >= ${of.from} and o.paid_at < ${of.to} and o.status in ('paid', 'refunding', 'refunded') and o.paid_fen > 0
    and t.amount_fen is distinct from o.paid_fen
  union all
  select 'order', t.ref_id, t.ref_id, 'missingHere', ${of.day}::date, null::bigint, o.collection_id, o.channel_id, o.user_id,
    o.id::text, null::bigint, t.amount_fen, o.status, null, ${noCounts}
  from (${booked(of, 'payment', 'order')}) t left join payment_order o on o.id = t.event_id
  where o.id is null or o.status not in ('paid', 'refunding', 'refunded')`

/** How many transfers, results and figures of the day, and how many holds, were compared. */
async function countCompared(db: Db, { day, from, to }: Day): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from transfer t where t.id >= time_id_at(${from}) and t.id < time_id_at(${to})
        and ((t.kind in ('charge', 'refund') and t.ref_kind = 'push') or (t.kind = 'payment' and t.ref_kind = 'order')))::int
      + (select count(*) from channel_result r where r.id >= time_id_at(${from}) and r.id < time_id_at(${to}) and r.kind = 'push')::int
      + (select count(*) from hold where ref_kind = 'push')::int + (${countFigures(day)}) as n`.execute(
    db.withoutPlugins(),
  )
  return rows[0]?.n ?? 0
}
