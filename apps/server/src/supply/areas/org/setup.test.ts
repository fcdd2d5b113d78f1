import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretPurpose } from '#partners/templates/secret-purpose'
import { jsonMd5 } from '#partners/templates/shipped/json-md5'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'

const app = startApp()
let world: EngineWorld
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  world = await engineWorld(app)
  request = await app.as('org:page', 'org:create', 'orgUv:page', 'orgUv:create')
})
afterAll(async () => {
  await world.stop()
  await world.partner.stop()
})

let next = 0
const newOrg = async (): Promise<string> =>
  (await request('POST', '/org', { name: `进度 ${next++}`, flow: 'full' })).body.data.id
const setupOf = async (id: string, list = 'org') =>
  (await request('GET', `/row/${list}/${id}/setup`)).body.data
const stepsOf = async (id: string) => (await setupOf(id)).steps
const nothing = { connection: false, trial: false, balance: false, plan: false, run: false, enabled: false }

/** A template with two secrets, which have no values yet. */
const addTemplate = (orgId: string) =>
  app.pool.query('insert into org_template (org_id, template) values ($1, $2)', [
    orgId,
    JSON.stringify(jsonMd5),
  ])
const addSecret = (orgId: string, name: string) =>
  app.pool.query('insert into org_secret (org_id, name, sealed) values ($1, $2, $3)', [
    ...[orgId, name, app.vault.seal('a key of steps', secretPurpose)],
  ])
const addPlan = (orgId: string, status: string) =>
  world.one<{ id: string }>(
    `insert into plan (org_id, name, flow, price_fen, starts_on, status) values ($1, $2, 'full', 100, '2020-01-01', $2) returning id`,
    orgId,
    status,
  )

test('a new organization has everything before it', async () => {
  expect(await setupOf(await newOrg())).toEqual({ steps: nothing, planId: null })
})

test('a template connects it once all of its secrets are set', async () => {
  const id = await newOrg()
  await addTemplate(id)
  await addSecret(id, 'appId')
  expect(await stepsOf(id)).toEqual(nothing)
  await addSecret(id, 'appKey')
  expect(await stepsOf(id)).toEqual({ ...nothing, connection: true })
})

test('a trial that was answered is a step, and a change of the template needs another one', async () => {
  const id = await newOrg()
  await addTemplate(id)
  await app.pool.query('update org_template set trial_answered_at = now() where org_id = $1', [id])
  expect(await stepsOf(id)).toEqual({ ...nothing, trial: true })
  await app.pool.query('update org_template set trial_answered_at = null where org_id = $1', [id])
  expect(await stepsOf(id)).toEqual(nothing)
})

test('a balance that is available is a step', async () => {
  const id = await newOrg()
  await app.pool.query('update org_account set balance_fen = 500, held_fen = 500 where org_id = $1', [id])
  expect(await stepsOf(id)).toEqual(nothing)
  await app.pool.query('update org_account set held_fen = 499 where org_id = $1', [id])
  expect(await stepsOf(id)).toEqual({ ...nothing, balance: true })
})

test('a plan is a step and its run another one; of those that do not run, the newest is named', async () => {
  const id = await newOrg()
  await addPlan(id, 'draft')
  const { id: paused } = await addPlan(id, 'paused')
  await addPlan(id, 'ended')
  expect(await setupOf(id)).toEqual({ steps: { ...nothing, plan: true }, planId: paused })
  await addPlan(id, 'exhausted')
  expect(await stepsOf(id)).toEqual({ ...nothing, plan: true, run: true })
})

test('an organization that gets people has done every step, without a trial too', async () => {
  const { orgId } = await world.org({ code: 'steps2' })
  const all = { connection: true, trial: true, balance: true, plan: true, run: true, enabled: true }
  expect(await stepsOf(orgId)).toEqual({ ...all, trial: false })
  await world.start()
  await world.enter(await world.people(1))
  await world.settled()
  expect(await stepsOf(orgId)).toEqual(all)
})

test('an organization of a joint login needs no template where it has an address', async () => {
  const body = { name: '联登进度', flow: 'uv', loginUrl: 'https://login.example/in' }
  const { id } = (await request('POST', '/org/uv', body)).body.data
  expect((await setupOf(id, 'orgUv')).steps).toEqual({ ...nothing, connection: true, trial: true })
  await addTemplate(id)
  expect((await setupOf(id, 'orgUv')).steps).toEqual(nothing)
  expect((await request('GET', `/row/org/${id}/setup`)).body.code).toBe('4040')
})
