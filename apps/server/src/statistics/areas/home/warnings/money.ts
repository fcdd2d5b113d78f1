import { endOfDay, startOfDay } from '@kabao/contract/kernel/business-clock'
import { jointFlows, plainFlows } from '@kabao/contract/kernel/twin-lists'
import { mostOfKind } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import { isLowNow } from '#ledger'
import { type CountedWarning, detailsOf, type Looking, openFlows, type Warning } from './kind.ts'

const hour = 3_600_000
const recharges = ['recharge:page', 'FinanceRecharge'] as const

/** How long the business day has lasted; null in its first hour, which tells no pace. */
function elapsedOf({ now, day, clock }: Looking): number | null {
  const elapsed = now - startOfDay(day, clock)
  return elapsed < hour ? null : elapsed
}

/** When what is left is used up, if it goes on as it did since the day began. */
const endAt = (now: number, elapsed: number, usedPerLeft: number): string =>
  new Date(Math.round((now + elapsed / usedPerLeft) / 60_000) * 60_000).toISOString()

interface Named {
  id: string
  name: string
  flow: string
  /** What was used since the day began, for each part of it that is left. */
  pace: number
}

export const moneyWarnings: readonly Warning[] = [
  {
    kind: 'balanceEnds',
    needs: [],
    async look(of) {
      const elapsed = elapsedOf(of)
      if (elapsed === null) return []
      // It is used up within a day if the pace is at least this.
      const least = elapsed / (24 * hour)
      const { rows } = await sql<Named>`
        select o.id, o.name, o.flow, (s.fen / (a.balance_fen - a.held_fen))::float8 as pace from (
          select org_id, sum(charged_fen - charged_back_fen) as fen from roll_up
          where way = 'day' and grain = 'org' and day = ${of.day}::date group by org_id having sum(charged_fen - charged_back_fen) > 0
        ) s join org o on o.id = s.org_id join org_account a on a.org_id = o.id
        where o.status = 'enabled' and o.flow in ${openFlows(of.caller, 'org')} and a.balance_fen > a.held_fen
          and s.fen >= ${least}::float8 * (a.balance_fen - a.held_fen)
        order by pace desc, o.id limit ${sql.lit(mostOfKind)}`.execute(of.db.withoutPlugins())
      return rows.map(({ pace, ...org }) => ({
        name: org.name,
        at: endAt(of.now, elapsed, pace),
        link: detailsOf('org', org),
      }))
    },
  },
  {
    kind: 'planEnds',
    needs: [],
    async look(of) {
      const elapsed = elapsedOf(of)
      if (elapsed === null) return []
      const left = endOfDay(of.day, of.clock) - of.now - hour
      if (left <= 0) return []
      const starts = new Date(startOfDay(of.day, of.clock)).toISOString()
      // A paced plan spreads what is left by itself. Below half of it, a pace is a guess.
      const { rows } = await sql<Named>`
        select id, name, flow, (share / (1 - share))::float8 as pace from (
          select p.id, p.name, p.flow,
            greatest(c.used::float8 / p.daily_cap, c.fen::float8 / nullif(p.daily_budget_fen, 0)) as share
          from plan p join cap_use c
            on (c.kind, c.id, c.channel_id, c.span, c.starts) = ('plan', p.id, 0::bigint, 'day', ${starts}::timestamptz)
          where p.status = 'running' and not p.is_paced and p.flow in ${openFlows(of.caller, 'plan')}
        ) p where share >= 0.5 and share < 1 and share / (1 - share) >= ${elapsed / left}::float8
        order by pace desc, id limit ${sql.lit(mostOfKind)}`.execute(of.db.withoutPlugins())
      return rows.map(({ pace, ...plan }) => ({
        name: plan.name,
        at: endAt(of.now, elapsed, pace),
        link: detailsOf('plan', plan),
      }))
    },
  },
]

/** The organizations of these flows whose balance is low now. */
const lowBalances = (flows: readonly string[]): CountedWarning['rows'] => {
  const listed = sql.join(flows.map((flow) => sql.lit(flow)))
  return () => sql`select from org t join org_account account on account.org_id = t.id
    where ${isLowNow} and t.flow in (${listed})`
}

export const countedMoney: readonly CountedWarning[] = [
  {
    kind: 'balancesLow',
    needs: recharges,
    link: () => ({ name: 'FinanceRecharge', query: { low: 'open' } }),
    rows: lowBalances([...plainFlows, ...jointFlows]),
  },
  // Who may not see recharges is led to the list of organizations, which has the flows of one of two lists.
  {
    kind: 'balancesLow',
    needs: ['org:page', 'OrgList'],
    unless: recharges,
    link: () => ({ name: 'OrgList', query: { balanceState: 'low', status: 'enabled' } }),
    rows: lowBalances(plainFlows),
  },
  {
    kind: 'balancesLowUv',
    needs: ['orgUv:page', 'OrgUvList'],
    unless: recharges,
    link: () => ({ name: 'OrgUvList', query: { balanceState: 'low', status: 'enabled' } }),
    rows: lowBalances(jointFlows),
  },
  {
    kind: 'plansExhausted',
    needs: ['plan:page', 'PlanList'],
    link: () => ({ name: 'PlanList', query: { status: 'exhausted' } }),
    rows: () => sql`select from plan t where t.status = 'exhausted' and t.flow in ('full', 'half')`,
  },
  {
    kind: 'poolsLow',
    needs: ['poolLink:page', 'PayConfigPoolList'],
    link: () => ({ name: 'PayConfigPoolList', query: {} }),
    rows: ({ poolAlert }) =>
      sql`select from product t where t.pool_idle < ${poolAlert} and t.status <> 'offSale'`,
  },
]
