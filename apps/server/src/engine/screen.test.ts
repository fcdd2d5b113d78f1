import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import type { Engine } from './engine.ts'
import { screen } from './screen.ts'
import { addStep, claimSteps } from './steps.ts'

const app = startApp()
const claim = async () => (await claimSteps(app.db, { most: 1, leaseMs: 60_000 }))[0]

test('a step that is added anew while it is under way goes on once, although both are screened together', async () => {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into "user" (flow) values ('half') returning id`,
  )
  const added = { userId: rows[0]?.id as string, kind: 'screen' as const }
  await addStep(app.db, [added])
  const older = await claim()
  await addStep(app.db, [added])
  const newer = await claim()
  if (!older || !newer) throw new Error('a step was not due')
  expect(newer.claims).toBeGreaterThan(older.claims)

  const risk = { levels: async (people: readonly unknown[]) => people.map(() => 'low') }
  const engine = { db: app.db, vault: app.vault, risk, leaseMs: 60_000 } as unknown as Engine
  expect(await screen(engine, [older, newer])).toMatchObject([{ next: null }, { next: { kind: 'check' } }])
  const lines = await app.pool.query(`select result from step_taken where user_id = $1`, [added.userId])
  expect(lines.rows).toEqual([{ result: 'low' }])
})
