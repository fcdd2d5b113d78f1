import { exactTotal } from '@kabao/contract'
import { sql } from 'kysely'
import type { GaugeGroup } from '#platform/metrics/database-gauges'

/** How far the figures are behind: by time, and by what waits to be added, counted up to a bound. */
export const statisticsGauge: GaugeGroup = {
  name: 'statistics',
  gauges: {
    statistics_lag_seconds: 'How far the figures of the reports are behind what is committed',
    statistics_waiting_rows: 'New facts and visits that are not in the figures yet, up to 20,000',
  },
  async read(db) {
    const { rows } = await sql<{ lag: number; waiting: number }>`
      select greatest(0, extract(epoch from clock_timestamp() - up_to))::float8 as lag,
        (select count(*)::int from (select from fact_delta limit ${sql.lit(exactTotal)}) f) +
        (select count(*)::int from (select from visitor_delta limit ${sql.lit(exactTotal)}) v) as waiting
      from statistics_state`.execute(db.withoutPlugins())
    const [state] = rows
    return {
      statistics_lag_seconds: state ? [{ value: state.lag }] : [],
      statistics_waiting_rows: state ? [{ value: state.waiting }] : [],
    }
  },
}
