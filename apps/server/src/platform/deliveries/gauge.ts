import { exactTotal } from '@kabao/contract'
import { sql } from 'kysely'
import { byLabel, type GaugeGroup } from '../metrics/database-gauges.ts'
import { waitingTargets } from './claim.ts'

/** What is due and not claimed, of each kind. A target with an open breaker, or one that asked for a pause, is waited for: it counts from when it may be called. */
export const deliveryGauge = (kinds: readonly string[]): GaugeGroup => ({
  name: 'deliveries',
  gauges: {
    delivery_due_deliveries: 'Deliveries that are due and not claimed, up to 10,000 of each kind',
    delivery_oldest_due_seconds: 'For how long the oldest due delivery has waited to be claimed',
  },
  labelNames: ['kind'],
  async read(db) {
    const { rows } = await sql<{ kind: string; count: number; oldest: number }>`
      with recursive ${waitingTargets}, open as materialized (
        select w.target, split_part(w.target, ':', 1) as kind, greatest(f.due_at, s.probe_at, s.paused_until) as since
        from waiting w left join delivery_target s on s.target = w.target
          cross join lateral (select q.due_at from delivery_due q where q.target = w.target order by q.due_at limit 1) f
        where w.target is not null
      )
      select k.kind, c.count, coalesce(extract(epoch from now() - o.since), 0)::float8 as oldest
      from unnest(${[...kinds]}::text[]) k (kind)
        cross join lateral (select min(o.since) as since from open o where o.kind = k.kind and o.since <= now()) o
        cross join lateral (select count(*)::int as count from (
          select from open t cross join lateral (
            select from delivery_due q where q.target = t.target and q.due_at <= now() limit ${sql.lit(exactTotal)}) d
          where t.kind = k.kind and t.since <= now() limit ${sql.lit(exactTotal)}) d) c`.execute(
      db.withoutPlugins(),
    )
    return {
      delivery_due_deliveries: byLabel('kind', kinds, new Map(rows.map(({ kind, count }) => [kind, count]))),
      delivery_oldest_due_seconds: byLabel(
        'kind',
        kinds,
        new Map(rows.map(({ kind, oldest }) => [kind, oldest])),
      ),
    }
  },
})
