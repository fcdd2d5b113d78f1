import { exactTotal } from '@kabao/contract'
import { sql } from 'kysely'
import { byLabel, type GaugeGroup } from '#platform/metrics/database-gauges'
import type { DueKind } from './due-work.ts'

const kinds = ['order', 'refund', 'notice', 'ask'] satisfies DueKind[]

/** What is due about orders and refunds and not claimed, counted up to a bound. */
export const paymentGauge: GaugeGroup = {
  name: 'payment',
  gauges: {
    payment_due_steps: 'Steps of orders and refunds that are due and not claimed, up to 10,000',
    payment_oldest_due_step_seconds: 'For how long the oldest of them has waited to be claimed',
  },
  labelNames: ['kind'],
  async read(db) {
    const { rows } = await sql<{ kind: string; count: number; oldest: number }>`
      select kind, count(*)::int as count, extract(epoch from now() - min(due_at))::float8 as oldest from (
        select kind, due_at from payment_due where due_at <= now() order by due_at limit ${sql.lit(exactTotal)}) d
      group by kind`.execute(db.withoutPlugins())
    return {
      payment_due_steps: byLabel('kind', kinds, new Map(rows.map(({ kind, count }) => [kind, count]))),
      payment_oldest_due_step_seconds: byLabel(
        'kind',
        kinds,
        new Map(rows.map(({ kind, oldest }) => [kind, oldest])),
      ),
    }
  },
}
