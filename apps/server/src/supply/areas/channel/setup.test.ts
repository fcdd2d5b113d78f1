import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { secret, startApp } from '#test/harness'

const app = startApp()
let world: EngineWorld
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  world = await engineWorld(app)
  request = await app.as(
    'channel:page',
    'channel:create',
    'channel:update',
    'channel:makeKey',
    'channel:revokeKey',
  )
})
afterAll(async () => {
  await world.stop()
  await world.partner.stop()
})

let next = 0
const newChannel = async (): Promise<string> => {
  const body = { name: `进度 ${next++}`, flow: 'full', settlement: 'cpa', priceFen: 1 }
  return (await request('POST', '/channel', body)).body.data.id
}
const stepsOf = async (id: string) => (await request('GET', `/row/channel/${id}/setup`)).body.data.steps
const nothing = { enabled: true, key: false, addresses: false, call: false, person: false }

test('a new channel is enabled and has nothing else yet', async () => {
  expect(await stepsOf(await newChannel())).toEqual(nothing)
})

test('a disabled channel has its first step open', async () => {
  const id = await newChannel()
  await app.pool.query(`update channel set status = 'disabled' where id = $1`, [id])
  expect(await stepsOf(id)).toEqual({ ...nothing, enabled: false })
})

test('only a live key counts, until it is revoked', async () => {
  const id = await newChannel()
  const make = async (isSandbox: boolean) =>
    secret((await request('POST', `/row/channel/${id}/keys`, { isSandbox })).body.data.secret)
  await make(true)
  await app.pool.query(
    `update api_secret set last_used_at = now() where api_key_id in (select id from api_key where channel_id = $1)`,
    [id],
  )
  expect(await stepsOf(id)).toEqual(nothing)
  await make(false)
  expect(await stepsOf(id)).toEqual({ ...nothing, key: true })
  const { id: keyId } = await world.one<{ id: string }>(
    'select id from api_key where channel_id = $1 and not is_sandbox',
    id,
  )
  await app.pool.query('update api_secret set last_used_at = now() where api_key_id = $1', [keyId])
  expect(await stepsOf(id)).toEqual({ ...nothing, key: true, call: true })
  await request('POST', `/row/channel/${id}/keys/${keyId}/revoke`)
  expect(await stepsOf(id)).toEqual(nothing)
})

test('a list of addresses is a step', async () => {
  const id = await newChannel()
  await app.pool.query(`update channel set allowed_ips = '{203.0.113.7}' where id = $1`, [id])
  expect(await stepsOf(id)).toEqual({ ...nothing, addresses: true })
})

test('a person whom an organization accepted is the last step, and came in a signed call', async () => {
  const id = await newChannel()
  await world.org({ code: 'steps1' })
  await world.start()
  const ids = await world.people(1, { channel_id: id })
  expect(await stepsOf(id)).toEqual(nothing)
  await world.enter(ids)
  await world.settled()
  expect(await stepsOf(id)).toEqual({ ...nothing, call: true, person: true })
})

test('a channel of the other list, of another owner, or none at all has no steps', async () => {
  const id = await newChannel()
  const codeOf = async (by: typeof request, path: string) => (await by('GET', path)).body.code
  expect(await codeOf(await app.as('channelUv:page'), `/row/channelUv/${id}/setup`)).toBe('4040')
  expect(await codeOf(await app.as('channel:keys'), `/row/channel/${id}/setup`)).toBe('4030')
  expect(await codeOf(request, '/row/channel/999999/setup')).toBe('4040')
})
