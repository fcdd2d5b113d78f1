import { exactTotal } from '@kabao/contract'
import { sql } from 'kysely'
import { byLabel, type GaugeGroup } from '#platform/metrics/database-gauges'

/** The differences that nobody has closed yet, counted up to a bound. */
export const reconcileGauge: GaugeGroup = {
  name: 'reconcile',
  gauges: { reconcile_open_differences: 'Open differences of reconciliations, up to 10,000' },
  labelNames: ['kind'],
  async read(db) {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from (
        select kind from difference where status = 'open' limit ${sql.lit(exactTotal)}) d
      group by kind`.execute(db.withoutPlugins())
    const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
    return { reconcile_open_differences: byLabel('kind', ['bill', 'orgList', 'within'], counts) }
  },
}
