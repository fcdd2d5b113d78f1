import { exactTotal } from '@kabao/contract'
import { sql } from 'kysely'
import { byLabel, type GaugeGroup } from '#platform/metrics/database-gauges'
import type { StepKind } from './steps.ts'

/** The steps that come due by themselves. */
const kinds = ['screen', 'match', 'check', 'submit', 'query', 'retry'] satisfies StepKind[]

/** What is due in the pipeline and not claimed, counted up to a bound. */
export const pipelineGauge: GaugeGroup = {
  name: 'pipeline',
  gauges: { pipeline_due_steps: 'Steps of the pipeline that are due and not claimed, up to 10,000' },
  labelNames: ['kind'],
  async read(db) {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from (
        select kind from due_step where due_at <= now() order by due_at limit ${sql.lit(exactTotal)}) d
      group by kind`.execute(db.withoutPlugins())
    const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
    return { pipeline_due_steps: byLabel('kind', kinds, counts) }
  },
}

/** For how long the pipeline has left a step, and how many organizations it does not call. */
export const reachGauge: GaugeGroup = {
  name: 'reach',
  gauges: {
    pipeline_oldest_due_step_seconds: 'For how long the oldest due step has waited to be claimed',
    pipeline_open_breakers: 'Organizations that are not called because they did not answer',
    pipeline_waiting_steps: 'Steps of people who wait until a plan can take them, up to 10,000',
    pipeline_push_troubles: 'Pushes that a person must look at, up to 10,000',
  },
  async read(db) {
    const { rows } = await sql<{ oldest: number; breakers: number; waiting: number; troubles: number }>`
      select coalesce((select greatest(0, extract(epoch from now() - due_at)) from due_step
          where due_at <= now() order by due_at limit 1), 0)::float8 as oldest,
        (select count(*)::int from (select from org_breaker limit ${sql.lit(exactTotal)}) b) as breakers,
        (select count(*)::int from (select from due_step where waits_for is not null limit ${sql.lit(exactTotal)}) w) as waiting,
        (select count(*)::int from (select from push_trouble where closed_at is null limit ${sql.lit(exactTotal)}) t) as troubles`.execute(
      db.withoutPlugins(),
    )
    const { oldest = 0, breakers = 0, waiting = 0, troubles = 0 } = rows[0] ?? {}
    return {
      pipeline_oldest_due_step_seconds: [{ value: oldest }],
      pipeline_open_breakers: [{ value: breakers }],
      pipeline_waiting_steps: [{ value: waiting }],
      pipeline_push_troubles: [{ value: troubles }],
    }
  },
}
