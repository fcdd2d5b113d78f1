import { codes } from '@kabao/contract'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { type SettingKey, type SettingValue, standardOf } from '@kabao/contract/operations/setting'
import type { PlanDetail } from '@kabao/contract/supply/plan'
import type { planMachine } from '@kabao/contract/supply/plan-machine'
import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Entity } from '#platform/machines/entity'
import { readSettings } from '#platform/settings/store'
import { type List, lists } from './lists.ts'
import { findPlans, rowsOfPlans } from './queries.ts'

type Filter = z.output<List['calls']['startMatching']['body']>['filter']

/** The rows of the state machine of a list. */
export const entityOf = (list: List): Entity<typeof planMachine, PlanDetail, Filter> => ({
  machine: list.machine,
  table: 'plan',
  only: list.only,
  ofOwner: () => [],
  async change(act, { db, ids }) {
    if (act === 'start' || act === 'resume') await refuseOver(db, ids)
    return {}
  },
  async show(db, id) {
    const [row] = await findPlans(db, list, [id])
    if (!row) throw notFound()
    return row
  },
  filter: list.calls.startMatching.body.shape.filter,
  rows: (_, filter) => rowsOfPlans(list, { ...filter, sort: 'createdAt' }),
})

/**
 * Refuses to run plans whose last day has passed, because the service would end them at once and for good.
 * @throws Problem that names the first of them
 */
async function refuseOver(db: Db, ids: readonly string[]): Promise<void> {
  const stored = await readSettings(db)
  const get = <K extends SettingKey>(key: K) =>
    (stored.find((one) => one.key === key)?.value ?? standardOf(key)) as SettingValue<K>
  const clock = { timeZone: get('business.timezone'), dayStartsAt: get('business.dayStartsAt') }
  const { rows } = await sql<{ name: string }>`
    select name from plan where id = any(${ids}::bigint[])
      and ends_on < ${businessDayAt(databaseNow(), clock)}::date order by id limit 1`.execute(db)
  if (rows[0]) throw new Problem(codes.conflict, 'lastDayPassed', { values: { name: rows[0].name } })
}

export const entities = lists.map(entityOf)
