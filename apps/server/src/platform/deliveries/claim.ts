import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Delivery } from './kind.ts'
import { claimProbe, isClosed } from './targets.ts'

/** A delivery with its place in the queue. */
export interface Claimed extends Delivery {
  kind: string
  target: string
  /** The number of the claim; with another number it belongs to somebody else. */
  claims: number
  /** Null: it was dropped with its day. */
  state: string | null
}

interface Claim {
  /** The most deliveries. */
  most: number
  /** How long after the claim they come due again, in milliseconds. */
  leaseMs: number
  /** The most of one target, and those of each that this instance sends now. */
  ofTarget: number
  running: ReadonlyMap<string, number>
  kinds: readonly string[]
}

/** What a claim `c` of a delivery `d` gets. */
const columns = sql`c.delivery_id as id, c.target, c.claims, split_part(c.target, ':', 1) as kind,
  split_part(c.target, ':', 2) as "targetId", d.event_id as "eventId", d.subject_id as "subjectId", d.ref_id as "refId",
  d.fen::float8 as fen, d.event, d.round, d.is_counted as "isCounted", d.state`

/** SQL of the targets that have deliveries in the queue, found by the index however many those are: `waiting (target)`, with a last row of null. */
export const waitingTargets = sql`waiting (target) as (
      (select target from delivery_due order by target limit 1)
      union all
      select (select d.target from delivery_due d where d.target > w.target order by d.target limit 1)
      from waiting w where w.target is not null
    )`

/** How long before it is due a delivery may go with another one, in milliseconds. */
const togetherMs = 5_000

/**
 * Claims deliveries that are due, of any targets in turn: the queue is searched by target, so that one with many of them, or one that does
 * not answer, keeps no other one waiting.
 */
export async function claimDeliveries(
  db: Db,
  { most, leaseMs, ofTarget, running, kinds }: Claim,
): Promise<Claimed[]> {
  const plain = db.withoutPlugins()
  const { rows } = await sql<Claimed & { isProbe: boolean }>`
    with recursive ${waitingTargets}, open as materialized (
      select w.target, s.probe_at is not null as is_probe,
        case when s.probe_at is not null then 1 else ${ofTarget}::int - coalesce(r.n, 0) end as free
      from waiting w left join delivery_target s on s.target = w.target
        left join unnest(${[...running.keys()]}::text[], ${[...running.values()]}::int[]) r (target, n) on r.target = w.target
      where w.target is not null and split_part(w.target, ':', 1) = any(${[...kinds]}::text[]) and not ${isClosed}
        and coalesce(r.n, 0) < ${ofTarget}::int
    ), due as materialized (
      select d.delivery_id, o.is_probe from (select * from open order by random()) o
      cross join lateral (select f.most from delivery_due f where f.target = o.target and f.due_at <= now() order by f.due_at limit 1) first
      cross join lateral (
        select delivery_id from delivery_due q
        where q.target = o.target
          and q.due_at <= now() + case when first.most > 1 then ${togetherMs}::int else 0 end * interval '1 millisecond'
        order by q.due_at limit greatest(o.free, case when o.is_probe then 1 else first.most end) for update skip locked
      ) d limit ${most}
    ), claimed as (
      update delivery_due q set due_at = now() + ${leaseMs}::float8 * interval '1 millisecond', claims = q.claims + 1
      from due where q.delivery_id = due.delivery_id
      returning q.delivery_id, q.target, q.claims, due.is_probe
    )
    select ${columns}, c.is_probe as "isProbe"
    from claimed c left join delivery d on d.id = c.delivery_id order by c.delivery_id`.execute(plain)
  const lost = new Set<string>()
  for (const target of new Set(rows.filter(({ isProbe }) => isProbe).map((row) => row.target)))
    if (!(await claimProbe(db, target))) lost.add(target)
  if (lost.size === 0) return rows
  const back = rows.filter(({ target }) => lost.has(target))
  await postpone(db, back, 0)
  return rows.filter(({ target }) => !lost.has(target))
}

/** Claims what else of a target is due, so that it goes together with what is claimed. */
export async function claimRest(
  db: Db,
  target: string,
  { most, leaseMs }: Pick<Claim, 'most' | 'leaseMs'>,
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select delivery_id from delivery_due
      where target = ${target} and due_at <= now() + ${togetherMs}::int * interval '1 millisecond'
      order by due_at limit ${most} for update skip locked
    ), claimed as (
      update delivery_due q set due_at = now() + ${leaseMs}::float8 * interval '1 millisecond', claims = q.claims + 1
      from due where q.delivery_id = due.delivery_id
      returning q.delivery_id, q.target, q.claims
    )
    select ${columns} from claimed c left join delivery d on d.id = c.delivery_id order by c.delivery_id`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** Has claimed deliveries come due later, without a try. */
export async function postpone(
  db: Db,
  claimed: readonly Pick<Claimed, 'id' | 'claims'>[],
  inMs: number,
): Promise<void> {
  await sql`
    update delivery_due q set due_at = now() + ${Math.max(0, inMs)}::float8 * interval '1 millisecond'
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ claims }) => claims)}::int[]) c (id, claims)
    where q.delivery_id = c.id and q.claims = c.claims`.execute(db)
}
