import { codesWithin } from '@kabao/region'
import { type RawBuilder, sql } from 'kysely'
import { channelOfOwner } from '#users'
import { filterOfRow, type Question } from './question.ts'
import { regionOfLevel } from './region-level.ts'

type Grain = 'all' | 'channel' | 'org' | 'product' | 'city' | 'full'
type Id = 'channelId' | 'orgId' | 'planId' | 'productId' | 'cityCode'

const columns: Record<Id, string> = {
  channelId: 'channel_id',
  orgId: 'org_id',
  planId: 'plan_id',
  productId: 'product_id',
  cityCode: 'city_code',
}
const grains: Record<Id, Grain> = {
  channelId: 'channel',
  orgId: 'org',
  planId: 'full',
  productId: 'product',
  cityCode: 'city',
}

/** Where a question finds its figures: the coarsest grain that still has every id that it asks for. */
export interface Scope {
  grain: Grain
  /** The column by which visitors are counted, of `grain`; null if they are counted whatever they visited. */
  visitorsBy: string | null
  /** Whether the grain counts visitors. */
  hasVisitors: boolean
  /** SQL of the id of the records that the rows are about; null: none. */
  column: RawBuilder<unknown> | null
}

export function scopeOf({ report, filters, owner, regionLevel }: Question): Scope {
  const row = filterOfRow(report)
  const asked = new Set<Id>(Object.keys(filters) as Id[])
  if (row) asked.add(row)
  if (owner !== null) asked.add('channelId')
  const [only, ...others] = [...asked]
  const grain = only === undefined ? 'all' : others.length === 0 ? grains[only] : 'full'
  const hasVisitors = grain !== 'org' && grain !== 'full'
  return {
    grain,
    hasVisitors,
    visitorsBy: only !== undefined && hasVisitors ? columns[only] : null,
    column: regionLevel ? regionOfLevel(regionLevel) : row ? sql.ref(columns[row]) : null,
  }
}

/**
 * SQL conditions on a roll-up, fact or visit: flow, filters, and whose channels.
 * @param flow the flow of the row; a visit has none of its own
 */
export function conditionsOf(
  { flow: only, filters, owner, report }: Question,
  flow: RawBuilder<unknown> = sql.ref('flow'),
): RawBuilder<unknown>[] {
  const { cityCode = [], ...ids } = filters
  return [
    ...(only === undefined ? [] : [sql`${flow} = ${only}`]),
    ...Object.entries(ids).map(
      ([name, some]) => sql`${sql.ref(columns[name as Id])} = any(${some}::bigint[])`,
    ),
    ...cityCode.map(withinRegion),
    ...channelOfOwner(sql.ref('channel_id'), owner),
    // What belongs to no organization or product is not about one.
    ...(report.dimension === 'org' || report.dimension === 'product'
      ? [sql`${sql.ref(columns[filterOfRow(report) as Id])} <> 0`]
      : []),
  ]
}

const withinRegion = (region: string): RawBuilder<unknown> =>
  sql`city_code = any(${codesWithin(region).map(Number)}::integer[])`
