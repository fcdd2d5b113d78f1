import { codes } from '@kabao/contract'
import { type PushPlanRow, pushPlan } from '@kabao/contract/engine/push-plan'
import { pushPlanMachine } from '@kabao/contract/engine/push-plan-machine'
import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Entity } from '#platform/machines/entity'
import { findPushPlans, ofOwner, rowsOfPushPlans } from './queries.ts'

type Filter = z.output<typeof pushPlan.cancelMatching.body>['filter']

/** Push plans that cannot be scheduled, or withdrawn, and the problem of each. */
const refusals = {
  schedule: [
    { where: sql`t.at <= now()`, problem: 'pushTimePassed' },
    // In the other flows nothing personal leaves before the person has agreed.
    { where: sql`p.flow <> 'full'`, problem: 'pushPlanOfFlow' },
  ],
  withdraw: [{ where: sql`t.started_at is not null`, problem: 'pushPlanBegan' }],
} as const

/** @throws Problem that names the first of these push plans to which an act cannot be done */
async function refuseUnable(db: Db, act: keyof typeof refusals, ids: readonly string[]): Promise<void> {
  for (const { where, problem } of refusals[act]) {
    const { rows } = await sql<{ name: string }>`
      select t.name from push_plan t join plan p on p.id = t.plan_id
      where t.id = any(${ids}::bigint[]) and ${where} order by t.id limit 1`.execute(db)
    if (rows[0]) throw new Problem(codes.conflict, problem, { values: { name: rows[0].name } })
  }
}

/** The rows of the state machine of push plans. */
export const entity: Entity<typeof pushPlanMachine, PushPlanRow, Filter> = {
  machine: pushPlanMachine,
  table: 'pushPlan',
  ofOwner,
  async change(act, { db, ids }) {
    if (act === 'schedule' || act === 'withdraw') await refuseUnable(db, act, ids)
    // The service reads the schedule, or looks at the push plan, at once.
    return act === 'schedule' || act === 'resume' ? { columns: { dueAt: sql`'-infinity'` } } : {}
  },
  async show(db, id, { owner }) {
    const [row] = await findPushPlans(db, [id], owner)
    if (!row) throw notFound()
    return row
  },
  filter: pushPlan.cancelMatching.body.shape.filter,
  rows: ({ owner }, filter) => rowsOfPushPlans({ ...filter, sort: 'createdAt' }, owner),
}
