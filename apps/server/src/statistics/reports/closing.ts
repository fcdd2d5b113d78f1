import { endOfDay } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { timeIdAt } from '#platform/db/partitions'
import type { Period, Question } from './question.ts'

/** When a period, or the whole range, is over; the beginning of the hour after an hour. */
export function endOf({ clock }: Question, { days, hour }: Pick<Period, 'days' | 'hour'>): number {
  return hour ? Date.parse(hour.at) + 3_600_000 : endOfDay(days.to, clock)
}

/** When what a period is compared with is over; null without a comparison. */
export function endBefore(
  { clock }: Question,
  { before, hour }: Pick<Period, 'before' | 'hour'>,
): number | null {
  if (hour) return hour.before === undefined ? null : Date.parse(hour.before) + 3_600_000
  return before ? endOfDay(before.to, clock) : null
}

/** What organizations have together just before an instant. */
export interface Balances {
  orgs: readonly string[]
  before: number
}

/** The sums of the balances of these organizations, in fen, in the same order. */
export async function findBalances(db: Db, asked: readonly Balances[]): Promise<number[]> {
  const pairs = asked.flatMap(({ orgs, before }, place) => orgs.map((org) => ({ place, org, before })))
  if (pairs.length === 0) return asked.map(() => 0)
  const { rows } = await sql<{ place: number; fen: number }>`
    select g.place, sum(coalesce(b.fen, 0))::float8 as fen
    from unnest(${pairs.map(({ place }) => place)}::int[], ${pairs.map(({ org }) => org)}::bigint[],
      ${pairs.map(({ before }) => timeIdAt(before))}::bigint[]) g (place, org_id, before)
    left join account a on a.org_id = g.org_id
    left join lateral (select t.balance_after_fen as fen from transfer t where t.account_id = a.id and t.id < g.before
      order by t.id desc limit 1) b on true
    group by g.place`.execute(db.withoutPlugins())
  const found = new Map(rows.map(({ place, fen }) => [place, fen]))
  return asked.map((_, place) => found.get(place) ?? 0)
}
