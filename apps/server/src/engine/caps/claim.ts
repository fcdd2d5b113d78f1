import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import type { MatchRule } from '@kabao/contract/supply/plan'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import {
  elapsedShare,
  highestFen,
  type MatchPlan,
  type Misfit,
  pacedCap,
  type Span,
  spans,
  spansAt,
} from '#supply'

/** A cap that is not a column of the plan: of an organization, or of the plan by one channel. */
export interface CapLimit {
  kind: 'org' | 'pair'
  /** The organization, or the plan. */
  id: string
  /** `0` for an organization. */
  channelId: string
  span: Span
  most: number | null
  mostFen: number | null
}

/** The parts of a plan that its caps depend on. */
export interface CappedPlan
  extends Pick<
    MatchPlan,
    | 'priceFen'
    | 'priceMaxFen'
    | 'hourlyCap'
    | 'dailyCap'
    | 'monthlyCap'
    | 'totalCap'
    | 'isPaced'
    | 'dailyBudgetFen'
    | 'windows'
  > {
  id: string
  limits: readonly CapLimit[]
}

/** What a push has claimed: one place in the count of a span, and its price. */
export interface ClaimedCap {
  kind: 'plan' | 'org' | 'pair'
  id: string
  channelId: string
  span: Span
  /** ISO 8601 */
  starts: string
  /** The highest that the person can cost. */
  fen: number
}

export interface WantedCap extends ClaimedCap {
  most: number | null
  mostFen: number | null
}

/** The caps that a push to a plan counts towards, in the order in which all of them are claimed: plan, plan by channel, organization. */
export function capsOf(
  plan: CappedPlan,
  channelId: string | null,
  at: number,
  clock: BusinessClock,
): WantedCap[] {
  const starts = spansAt(at, clock)
  const fen = highestFen(plan)
  const paced =
    plan.isPaced && plan.dailyCap !== null
      ? pacedCap(plan.dailyCap, elapsedShare(plan.windows, at, clock))
      : plan.dailyCap
  const most = { all: plan.totalCap, month: plan.monthlyCap, day: paced, hour: plan.hourlyCap }
  const own = spans.map((span) => ({
    kind: 'plan' as const,
    id: plan.id,
    channelId: '0',
    span,
    starts: starts[span],
    fen,
    most: most[span],
    mostFen: span === 'day' ? plan.dailyBudgetFen : null,
  }))
  const others = (['pair', 'org'] as const).flatMap((kind) =>
    spans.flatMap((span) =>
      plan.limits
        .filter((limit) => limit.kind === kind && limit.span === span)
        .filter((limit) => kind === 'org' || limit.channelId === channelId)
        .map((limit) => ({ ...limit, starts: starts[span], fen })),
    ),
  )
  return [...own, ...others]
}

/** What is claimed of these caps, without their limits: as a push keeps it to give it back. */
export const claimedOf = (wanted: readonly WantedCap[]): ClaimedCap[] =>
  wanted.map(({ most: _most, mostFen: _mostFen, ...claimed }) => claimed)

/** The caps of many people, each once, in the order in which everybody claims them, and the places of one person's caps in it (from 1). */
export function countersOf(wanted: readonly (readonly WantedCap[])[]): {
  counters: WantedCap[]
  placesOf: (caps: readonly WantedCap[]) => number[]
} {
  const byKey = new Map(wanted.flat().map((cap) => [keyOf(cap), cap]))
  const sorted = [...byKey].toSorted(([, one], [, other]) => inOrder(one, other))
  const places = new Map(sorted.map(([key], index) => [key, index + 1]))
  return {
    counters: sorted.map(([, cap]) => cap),
    placesOf: (caps) => caps.map((cap) => places.get(keyOf(cap)) as number),
  }
}

const keyOf = ({ kind, id, channelId, span, starts }: ClaimedCap) =>
  `${kind} ${id} ${channelId} ${span} ${starts}`

/** As `capsOf` lists them: plan, plan by channel, organization, each with its longest span first. */
const kinds: readonly ClaimedCap['kind'][] = ['plan', 'pair', 'org']
const inOrder = (one: ClaimedCap, other: ClaimedCap) =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
  Number(one.id) - Number(other.id) ||
  Number(one.channelId) - Number(other.channelId) ||
  spans.indexOf(one.span) - spans.indexOf(other.span) ||
  Date.parse(one.starts) - Date.parse(other.starts)

/**
 * Claims one place of each cap, each by one conditional update, within the caller's transaction.
 * @returns null, or why one of them is full; the caller must then roll back
 */
export async function claimCaps(
  write: Db,
  plan: CappedPlan,
  wanted: readonly WantedCap[],
): Promise<Misfit | null> {
  const { rows } = await sql<{ refused: { at: number; used: number; fen: number } | null }>`
    select claim_caps(${JSON.stringify(wanted)}::jsonb) as refused`.execute(write)
  const refused = rows[0]?.refused
  return refused ? misfitOfCap(plan, wanted[refused.at] as WantedCap, refused) : null
}

/** Gives back exactly what was claimed. The caller makes sure that it happens once. */
export async function giveBackCaps(write: Db, claimed: readonly ClaimedCap[]): Promise<void> {
  if (claimed.length > 0) await sql`select give_back_caps(${JSON.stringify(claimed)}::jsonb)`.execute(write)
}

const ruleOfSpan = { all: 'totalCap', month: 'monthlyCap', day: 'dailyCap', hour: 'hourlyCap' } as const

/** Why a cap that is full keeps somebody from a plan. @param use what was used of it when it refused */
export function misfitOfCap(
  plan: CappedPlan,
  cap: WantedCap,
  { used, fen }: { used: number; fen: number },
): Misfit {
  if (cap.most === null || used < cap.most) return { rule: 'budget', wanted: cap.mostFen, seen: fen }
  const isPace = cap.kind === 'plan' && cap.span === 'day' && plan.dailyCap !== null && used < plan.dailyCap
  const rule: MatchRule = isPace ? 'pace' : ruleOfSpan[cap.span]
  return { rule, wanted: cap.most, seen: used }
}

/** What is used of a plan's own caps. */
export interface CapUse {
  hour: number
  day: number
  month: number
  total: number
  spentFen: number
}

export const unused: Readonly<CapUse> = { hour: 0, day: 0, month: 0, total: 0, spentFen: 0 }

/** A query for what is used of the caps of plans at an instant; a plan that nobody was sent to is not among the rows. */
export function capUse(
  planIds: readonly string[],
  at: number,
  clock: BusinessClock,
): RawBuilder<CapUse & { id: string }> {
  const starts = spansAt(at, clock)
  return sql<CapUse & { id: string }>`
    select id, coalesce(sum(used) filter (where span = 'hour'), 0)::int as hour,
      coalesce(sum(used) filter (where span = 'day'), 0)::int as day,
      coalesce(sum(used) filter (where span = 'month'), 0)::int as month,
      coalesce(sum(used) filter (where span = 'all'), 0)::int as total,
      coalesce(sum(fen) filter (where span = 'day'), 0)::float8 as "spentFen"
    from cap_use where kind = 'plan' and id = any(${planIds}::bigint[]) and channel_id = 0 and (span, starts) in
      (values ('hour', ${starts.hour}::timestamptz), ('day', ${starts.day}), ('month', ${starts.month}), ('all', ${starts.all}))
    group by id`
}
