import type { HomeTop } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { channelOfOwner } from '#users'

/** The most channels and organizations that are shown. */
const most = 5

/**
 * Those with the highest revenue of a business day, by what organizations were charged less what was paid back.
 * @param owner of channels only: those of this owner; null: all
 */
export async function findTops(
  db: Db,
  of: 'channel' | 'org',
  { day, owner = null }: { day: string; owner?: string | null },
): Promise<HomeTop[]> {
  const id = sql.ref(`t.${of}_id`)
  const [own] = channelOfOwner(id, owner)
  const { rows } = await sql<HomeTop>`
    select named.id, named.name, named.flow in ('uv', 'city') as "isUv", found.accepted, found.revenue_fen as "revenueFen"
    from (
      select ${id} as id, sum(accepted)::float8 as accepted, sum(charged_fen - charged_back_fen)::float8 as revenue_fen
      from roll_up t
      where way = 'day' and grain = ${sql.lit(of)} and day = ${day}::date and ${id} <> 0 ${own ? sql`and ${own}` : sql``}
      group by 1 having sum(charged_fen - charged_back_fen) > 0 or sum(accepted) > 0
      order by revenue_fen desc, accepted desc, 1 limit ${sql.lit(most)}
    ) found join ${sql.table(of)} named on named.id = found.id
    order by found.revenue_fen desc, found.accepted desc, named.id`.execute(db.withoutPlugins())
  return rows
}
