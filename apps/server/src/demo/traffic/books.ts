import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Tally } from './tally.ts'

/** What the partner decided about a request, by its request id. */
export type Decisions = ReadonlyMap<string, string>

/** One sum from both sides, which must be equal. */
export interface Compared {
  name: string
  ours: number
  theirs: number
}

/** What came out of a run, from the database. */
export interface Outcome {
  /** Pushes by status. */
  pushes: Record<string, number>
  chargedFen: number
  costFen: number
  /** People who are still in the pipeline, by their next step. */
  underWay: Record<string, number>
  compared: Compared[]
}

/** The visits whose visitor's number begins so. @param since none of them is older, in milliseconds since 1970 */
export async function countVisits(db: Db, prefix: string, since: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::float8 as n from visit where starts_with(visitor_id, ${prefix})
    and id >= time_id_at(${new Date(since).toISOString()}::timestamptz)`.execute(db)
  return rows[0]?.n ?? 0
}

/** How many people are in the pipeline and have a step that is due within this time. */
export async function countUnderWay(db: Db, userIds: readonly string[], withinMs: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from due_step where user_id = any(${userIds}::bigint[])
      and due_at < now() + ${withinMs} * interval '1 millisecond'`.execute(db)
  return rows[0]?.n ?? 0
}

interface Sums {
  users: number
  /** Users whose row disagrees with what the channel was answered. */
  others: number
  profiled: number
  accepted: number
  acceptedFen: number
  charges: number
  chargedFen: number
  openFen: number
  heldFen: number
  pushCostFen: number
  notedCostFen: number
  /** Full-flow users with a whole profile who are not on the way, and of whom nothing says why nobody got them. */
  forgotten: number
  twice: number
  orders: number
  paidFen: number
  receivedFen: number
  refundedFen: number
  backFen: number
}

/** @param decisions null: the partner cannot be asked */
export async function readOutcome(
  db: Db,
  tally: Tally,
  { prefix, since, decisions }: { prefix: string; since: number; decisions: Decisions | null },
): Promise<Outcome> {
  const ids = [...tally.users.keys()]
  const channels = [...tally.users.values()].map(({ channelId }) => channelId)
  const orders = [...tally.orders]
  const visits = await countVisits(db, prefix, since)
  // One statement, so that all sums are those of one instant.
  const { rows } = await sql<Sums & { pushes: Push[]; steps: Outcome['underWay'] | null }>`
    with given as materialized (
      select * from unnest(${ids}::bigint[], ${channels}::bigint[]) g (user_id, channel_id)
    ), people as materialized (
      select g.user_id, u.flow, u.profiled_at, u.channel_id is not distinct from g.channel_id as is_right
      from given g join "user" u on u.id = g.user_id
    ), pushes as materialized (
      select p.* from push_record p join given g using (user_id)
    ), booked as materialized (
      select t.kind, sum(t.amount_fen) as fen, count(*) as n from pushes p
      join transfer_ref r on r.ref_kind = 'push' and r.ref_id = p.id::text and r.kind = 'charge'
      join transfer t on t.id = r.transfer_id group by t.kind
    ), bought as materialized (
      select o.id, o.paid_fen, o.refunded_fen from payment_number n join payment_order o on o.id = n.order_id
      where n.channel_no = any(${orders}::text[])
    ), owed as materialized (
      select coalesce(sum(r.cost_fen), 0)::float8 as fen from pushes p join (
        select ref_id, cost_fen from channel_result_new where kind in ('push', 'visitor')
        union all select ref_id, cost_fen from channel_result
          where kind in ('push', 'visitor') and id >= time_id_at(${new Date(since).toISOString()}::timestamptz)
      ) r on r.ref_id = p.id::text
    )
    select
      (select count(*)::int from bought) as orders, (select coalesce(sum(paid_fen), 0)::float8 from bought) as "paidFen",
      (select coalesce(sum(refunded_fen), 0)::float8 from bought) as "refundedFen",
      (select coalesce(sum(t.amount_fen), 0)::float8 from bought b join transfer_ref r
        on r.kind = 'payment' and r.ref_kind = 'order' and r.ref_id = b.id::text join transfer t on t.id = r.transfer_id) as "receivedFen",
      (select coalesce(sum(t.amount_fen), 0)::float8 from bought b join payment_refund f on f.order_id = b.id join transfer_ref r
        on r.kind = 'paymentRefund' and r.ref_kind = 'orderRefund' and r.ref_id = f.id::text
        join transfer t on t.id = r.transfer_id) as "backFen",
      (select count(*)::int from people) as users,
      (select count(*)::int from people where not is_right) as others,
      (select count(*)::int from people where profiled_at is not null) as profiled,
      (select count(*)::int from pushes where status in ('accepted', 'returned')) as accepted,
      (select coalesce(sum(price_fen), 0)::float8 from pushes where status in ('accepted', 'returned')) as "acceptedFen",
      (select coalesce(sum(n), 0)::int from booked where kind = 'charge') as charges,
      (select coalesce(sum(fen), 0)::float8 from booked where kind = 'charge') as "chargedFen",
      (select coalesce(sum(price_fen), 0)::float8 from pushes where status in ('pending', 'unknown')
        and stage not in ('check', 'consent')) as "openFen",
      (select coalesce(sum(h.amount_fen), 0)::float8 from hold h join pushes p on h.ref_kind = 'push' and h.ref_id = p.id::text) as "heldFen",
      (select coalesce(sum(cost_fen), 0)::float8 from pushes) as "pushCostFen",
      (select fen from owed) as "notedCostFen",
      (select count(*)::int from people p where p.flow = 'full' and p.profiled_at is not null
        and not exists (select from due_step d where d.user_id = p.user_id)
        and not exists (select from match_run m where m.user_id = p.user_id)
        and not exists (select from step_taken s where s.user_id = p.user_id and s.result = 'blacklisted')) as forgotten,
      (select count(*)::int from (select from pushes group by user_id, org_id having count(*) > 1) t) as twice,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id::text, 'status', status)), '[]') from pushes) as pushes,
      (select jsonb_object_agg(kind, n) from (
        select d.kind, count(*) as n from due_step d join given g using (user_id) group by d.kind) s) as steps`.execute(
    db.withoutPlugins(),
  )
  const { pushes, steps, ...sums } = rows[0] as Sums & { pushes: Push[]; steps: Outcome['underWay'] | null }
  return {
    pushes: countBy(pushes, ({ status }) => status),
    chargedFen: sums.chargedFen,
    costFen: sums.notedCostFen,
    underWay: steps ?? {},
    compared: [
      { name: 'visits: counted in answers · rows', ours: tally.visits, theirs: visits },
      { name: 'users: answered · rows', ours: tally.users.size, theirs: sums.users },
      { name: 'users of another channel than answered', ours: 0, theirs: sums.others },
      { name: 'accepted pushes · charges', ours: sums.accepted, theirs: sums.charges },
      { name: 'prices of accepted pushes · charged, fen', ours: sums.acceptedFen, theirs: sums.chargedFen },
      { name: 'prices of open pushes · held, fen', ours: sums.openFen, theirs: sums.heldFen },
      {
        name: 'costs of pushes · noted for channels, fen',
        ours: sums.pushCostFen,
        theirs: sums.notedCostFen,
      },
      { name: 'people whom the pipeline forgot', ours: 0, theirs: sums.forgotten },
      { name: 'people sent twice to an organization', ours: 0, theirs: sums.twice },
      { name: 'orders: answered · rows', ours: tally.orders.size, theirs: sums.orders },
      {
        name: 'paid for orders · received from providers, fen',
        ours: sums.paidFen,
        theirs: sums.receivedFen,
      },
      {
        name: 'refunded of orders · paid back by providers, fen',
        ours: sums.refundedFen,
        theirs: sums.backFen,
      },
      ...(decisions ? withPartner(pushes, decisions) : []),
    ],
  }
}

interface Push {
  id: string
  status: string
}

/** What the partner took and what our books say: whoever it took is accepted, or not known yet. */
function withPartner(pushes: readonly Push[], decisions: Decisions): Compared[] {
  const decided = (id: string) => decisions.get(`p${id}`)
  const own = pushes.filter(({ id }) => decided(id) === 'accepted')
  const isOpen = ({ status }: Push) => status === 'pending' || status === 'unknown'
  const isAccepted = ({ status }: Push) => status === 'accepted' || status === 'returned'
  return [
    {
      name: 'accepted by the partner · accepted or not known yet',
      ours: own.length,
      theirs: own.filter((push) => isAccepted(push) || isOpen(push)).length,
    },
    {
      name: 'accepted pushes · of them taken by the partner',
      ours: pushes.filter(isAccepted).length,
      theirs: own.filter(isAccepted).length,
    },
  ]
}

function countBy<T>(values: readonly T[], name: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[name(value)] = (counts[name(value)] ?? 0) + 1
  return counts
}
