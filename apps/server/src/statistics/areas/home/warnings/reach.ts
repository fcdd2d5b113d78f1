import { type HomeLink, mostOfKind, mostWaiting } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import { holds } from '#platform/callers/holds'
import { databaseNow } from '#platform/db/now'
import { ofChannels } from '../waiting/kind.ts'
import { type CountedWarning, detailsOf, openFlows, type Warning } from './kind.ts'

const pushes = 'PlanPushList'
/** Of at least so many calls within the last minutes, this share failed: something is wrong, though the breaker is not open. */
const fewestCalls = 10
const failingPercent = 50
/** From so many seconds on, a step that is due is late. */
const lateSeconds = 60

interface OfOrg {
  id: string
  name: string
  flow: string
}

export const reachWarnings: readonly Warning[] = [
  {
    kind: 'orgUnreachable',
    needs: [],
    async look({ db, caller }) {
      const { rows } = await sql<OfOrg & { at: string }>`
        select o.id, o.name, o.flow, b.opened_at as at from org_breaker b join org o on o.id = b.org_id
        where o.flow in ${openFlows(caller, 'org')} order by b.opened_at limit ${sql.lit(mostOfKind)}`.execute(
        db,
      )
      return rows.map(({ at, ...org }) => ({ name: org.name, at, link: detailsOf('org', org) }))
    },
  },
  {
    kind: 'orgFailing',
    needs: [],
    async look({ db, caller }) {
      const { rows } = await sql<OfOrg & { count: number }>`
        select o.id, o.name, o.flow, c.failed as count from (
          select org_id, (sum(all_failures) * 100 / sum(all_calls))::int as failed from org_call
          where slot > now() - interval '10 minutes' group by org_id
          having sum(all_calls) >= ${sql.lit(fewestCalls)} and sum(all_failures) * 100 >= ${sql.lit(failingPercent)} * sum(all_calls)
        ) c join org o on o.id = c.org_id
        where o.flow in ${openFlows(caller, 'org')} and not exists (select from org_breaker b where b.org_id = o.id)
        order by c.failed desc, o.id limit ${sql.lit(mostOfKind)}`.execute(db)
      return rows.map(({ count, ...org }) => ({ name: org.name, count, link: detailsOf('org', org) }))
    },
  },
  {
    kind: 'stepsLate',
    needs: ['push:page', pushes],
    async look({ db, caller }) {
      const { rows } = await sql<{ count: number; at: string | null }>`
        select count(*)::int as count, min(due_at)::timestamptz(3) as at from (
          select due_at from due_step where due_at < now() - make_interval(secs => ${sql.lit(lateSeconds)})
          order by due_at limit ${sql.lit(mostWaiting)}) d`.execute(db)
      const link: HomeLink = holds(caller, 'operation:page', 'AdminOperation')
        ? { name: 'AdminOperation', query: {} }
        : { name: pushes, query: { status: 'pending' } }
      return rows.flatMap(({ count, at }) => (count > 0 ? [{ count, at, link }] : []))
    },
  },
]

const hour = 3_600_000
/** A day ago, rounded to the hour, so that the link does not change at each call. */
const aDayAgo = (): string => new Date(Math.floor(databaseNow() / hour) * hour - 24 * hour).toISOString()

/** Pushes of a state that were sent more than a day ago. @param state a condition on `t`, and the filters of the list that is the same */
const olderThanADay = (
  kind: CountedWarning['kind'],
  query: Readonly<Record<string, string>>,
): CountedWarning => ({
  kind,
  needs: ['push:page', pushes],
  link: () => ({ name: pushes, query: { tab: 'records', ...query, requestTo: aDayAgo() } }),
  rows: ({ caller }) => sql`
    select from push_record t where ${sql.join(
      Object.entries(query).map(([column, value]) => sql`t.${sql.ref(column)} = ${sql.lit(value)}`),
      sql` and `,
    )} and t.id < time_id_at(${aDayAgo()}::timestamptz) ${ofChannels(caller)}`,
})

export const countedReach: readonly CountedWarning[] = [
  olderThanADay('pushesUnclear', { status: 'unknown' }),
  // Who is asked for a consent, or comes by a joint login, may take longer.
  olderThanADay('pushesStuck', { status: 'pending', stage: 'submit' }),
]
