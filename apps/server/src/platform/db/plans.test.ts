import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { statisticsWorld } from '#test/statistics'
import { dbOver } from './client.ts'
import { withoutNestedLoops } from './nested-loops.ts'

const app = startApp()
let client: pg.PoolClient
beforeEach(async () => {
  client = await app.pool.connect()
})
afterEach(() => client.release(true))

/** Ten times as much is the cost of a node that is switched off and yet needed; from PostgreSQL 18 on, such nodes are counted. */
const unreal = 1e9

/** The plans that PostgreSQL makes on this connection for statements inside functions: the function, and whether it had no choice. */
async function plansInFunctions(run: () => Promise<unknown>): Promise<{ name: string; isForced: boolean }[]> {
  const plans: { name: string; isForced: boolean }[] = []
  const hear = ({ where = '', detail = '' }: { where?: string; detail?: string }) => {
    const name = /PL\/pgSQL function (\w+)\(/.exec(where)?.[1]
    if (!name) return
    const numbers = (field: string) =>
      [...detail.matchAll(new RegExp(`[:.]${field}\\s+(\\S+)`, 'g'))].map(([, value]) => Number(value))
    const isForced = Math.max(...numbers('total_cost')) >= unreal || numbers('disabled_nodes').some(Boolean)
    plans.push({ name, isForced })
  }
  client.on('notice', hear)
  await client.query('set log_min_messages = panic; set client_min_messages = log; set debug_print_plan = on')
  try {
    await run()
  } finally {
    await client.query('reset debug_print_plan')
    client.off('notice', hear)
  }
  return plans
}

const namesOf = (plans: readonly { name: string }[]) => [...new Set(plans.map(({ name }) => name))]

test('no function sets the planner, because the triggers that it fires would keep such plans', async () => {
  const { rows } = await client.query(
    `select proname from pg_proc p, unnest(proconfig) setting
     where pronamespace in ('public'::regnamespace, 'part'::regnamespace) and setting not like 'search\\_path=%'`,
  )
  expect(rows).toEqual([])
})

test('what triggers do is planned freely', async () => {
  const world = await statisticsWorld({ servicePool: client as unknown as pg.Pool })
  const plans = await plansInFunctions(async () => {
    const [userId = ''] = await world.users(2)
    await world.all(`update "user" set profiled_at = now() where id = $1`, userId)
    const pushId = await world.push(userId, { status: 'accepted' })
    await world.all(
      `insert into push_return (push_id, user_id, org_id, plan_id, reason, asked_way) values ($1, $2, $3, $4, '空号', 'org')`,
      ...[pushId, userId, world.orgId, world.planId],
    )
  })
  expect(namesOf(plans)).toEqual(
    expect.arrayContaining(['note_fact_deltas', 'note_active_users', 'add_fact', 'note_user_change']),
  )
  expect(namesOf(plans.filter(({ isForced }) => isForced))).toEqual([])
})

test('many rows are added without nested loops, and nothing of it stays with the connection', async () => {
  const addFact = () =>
    client.query(`insert into fact (id, ref_id, user_id, day, came, kind)
      values (time_id(now()), 1, 1, current_date, current_date, 'profile')`)
  await client.query('begin')
  const many = await plansInFunctions(() => withoutNestedLoops(dbOver(client), addFact))
  const few = await plansInFunctions(addFact)
  await client.query('rollback')
  expect(namesOf(many.filter(({ isForced }) => isForced))).toContain('note_fact_deltas')
  expect(namesOf(few)).toContain('note_fact_deltas')
  expect(few.filter(({ isForced }) => isForced)).toEqual([])
})
