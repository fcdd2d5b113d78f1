import { codes } from '@kabao/contract'
import { type PushPlanRow, pushPlan } from '@kabao/contract/push-plan'
import { pushPlanMachine } from '@kabao/contract/push-plan-machine'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/client'
import { notFound, Problem } from '#http/problem'
import type { Entity } from '../../machines/entity.ts'
import { findPushPlans, ofOwner, rowsOfPushPlans } from './queries.ts'

type Filter = z.output<typeof pushPlan.cancelMatching.body>['filter']

/** @throws Problem that names the first of these push plans whose instant has passed */
async function refusePassed(db: Db, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from push_plan where id = any(${ids}::bigint[]) and at <= now() order by id limit 1`.execute(
    db,
  )
  if (rows[0]) throw new Problem(codes.conflict, 'pushTimePassed', { values: { name: rows[0].name } })
}

/** The rows of the state machine of push plans. */
export const entity: Entity<typeof pushPlanMachine, PushPlanRow, Filter> = {
  machine: pushPlanMachine,
  table: 'pushPlan',
  ofOwner,
  async change(act, { db, ids }) {
    if (act === 'schedule') await refusePassed(db, ids)
    return {}
  },
  async show(db, id, { owner }) {
    const [row] = await findPushPlans(db, [id], owner)
    if (!row) throw notFound()
    return row
  },
  filter: pushPlan.cancelMatching.body.shape.filter,
  rows: ({ owner }, filter) => rowsOfPushPlans({ ...filter, sort: 'createdAt' }, owner),
}
