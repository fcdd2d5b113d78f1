import type { BodyOf } from '@kabao/contract'
import type { crmCenter } from '@kabao/contract/crm/crm-center'
import { startOfDay } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { databaseDate } from '#platform/db/now'
import { businessClock, businessDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { linesAsRecords, type RecordsQuery } from '../../figure-records.ts'
import { funnelRecords } from './funnel.ts'
import { spansOf } from './period.ts'

type Asked = Pick<BodyOf<(typeof crmCenter)['records']>, 'figure' | 'period' | 'isBefore' | 'poolId'>

/** The records behind a figure of a desk. */
export function deskRecords(
  settings: Settings,
  salesmanId: string,
  { figure, period, isBefore, poolId }: Asked,
): RecordsQuery {
  if (figure !== 'taken' && figure !== 'claims') {
    const { now, before } = spansOf(settings, period, databaseDate())
    return funnelRecords(figure, salesmanId, isBefore ? before : now)
  }
  const from = new Date(startOfDay(businessDay(settings), businessClock(settings))).toISOString()
  // What the service gave him counts in his quota like a claim; what a person gave him does not.
  if (figure === 'taken')
    return linesAsRecords(
      salesmanId,
      { from },
      sql`(e.kind = 'claimed' or (e.kind in ('assigned', 'passedOn') and e.by_id is null))`,
    )
  const ofPool =
    poolId === undefined
      ? sql`true`
      : sql`exists (select from lead c where c.id = e.lead_id and c.pool_id = ${poolId})`
  return linesAsRecords(salesmanId, { from }, sql`e.kind = 'claimed' and ${ofPool}`)
}
