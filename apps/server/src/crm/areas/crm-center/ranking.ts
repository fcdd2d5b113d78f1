import type { AnswerOf } from '@kabao/contract'
import type { crmCenter } from '@kabao/contract/crm/crm-center'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { isGot } from './funnel.ts'
import type { Span } from './period.ts'

type Ranking = NonNullable<AnswerOf<(typeof crmCenter)['desk']>['ranking']>

/** The salesmen of a team by the leads that they won in a span; equals share a rank. */
export async function findRanking(
  db: Db,
  { teamId, meId, from, to }: Span & { teamId: string; meId: string },
): Promise<Ranking> {
  const { rows } = await sql<Ranking[number]>`
    select rank() over (order by f.converted desc)::int as rank, s.id as "salesmanId", s.name, f.got, f.converted,
      s.id = ${meId} as "isMe"
    from salesman s cross join lateral (
      select count(distinct e.lead_id) filter (where ${isGot})::int as got,
        count(distinct e.lead_id) filter (where e.kind = 'converted')::int as converted
      from lead_event e where e.to_id = s.id and e.at >= ${from}::timestamptz and e.at < ${to}::timestamptz
    ) f
    where s.team_id = ${teamId} and s.status <> 'left' order by 1, s.id limit 50`.execute(db.withoutPlugins())
  return rows
}
