import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { newChannel } from '#test/open-caller'
import { listen, type ReachTarget, type ReachWorld, reachTarget, reachWorld } from '#test/reach-world'

const app = startApp()
const path = '/row/webhook'
let request: Awaited<ReturnType<typeof app.as>>
let world: ReachWorld
let target: ReachTarget
beforeAll(async () => {
  request = await app.as(...['page', 'create', 'update', 'newSecret'].map((act) => `webhook:${act}`))
  world = reachWorld(app)
  target = listen(await reachTarget())
})
afterAll(async () => {
  await world.stop()
  await target.close()
})

const url = 'https://data.example.com/kabao'
const add = async (name: string) =>
  (await request('POST', path, { name, events: ['registered'], url })).body.data

test('everything that is wrong with a webhook is named at once', async () => {
  const inside = 'https://inside.localhost/kabao'
  const added = await request('POST', path, { name: '错', events: ['accepted'], url: inside, orgId: '404' })
  expect(Object.keys(added.body.data.fields).toSorted()).toEqual(['orgId', 'url'])
  const { id, version } = await add('对')
  const changed = await request('PUT', path, { id, version, name: '', events: [], url: 'http://plain' })
  expect(Object.keys(changed.body.data.fields).toSorted()).toEqual(['events', 'name', 'url'])
  const moved = await request('PUT', path, { id, version, name: '对', events: ['accepted'], url: inside })
  expect(Object.keys(moved.body.data.fields)).toEqual(['url'])
})

/** Whose signatures a call has that has just arrived: one letter for each secret. */
const signersOf = (secrets: Record<string, string>) => {
  const { body, headers } = target.got.at(-1) as ReachTarget['got'][number]
  return Object.entries(secrets)
    .filter(([, secret]) => {
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined
      } catch {
        return false
      }
    })
    .map(([name]) => name)
    .join('')
}

test('while a secret is replaced both sign; then the new one alone, and without an overlap at once', async () => {
  const { id, secret: first, version } = await add('换')
  // The address of a company is https; the test listens without it.
  await app.pool.query(`update hook set template = jsonb_set(template, '{request,url}', $2) where id = $1`, [
    id,
    JSON.stringify(target.url),
  ])
  const { id: channelId } = await newChannel(app)
  const secrets: Record<string, string> = { a: first }
  const signers = async () => {
    const count = target.got.length
    await world.people(channelId, 1)
    await vi.waitFor(() => expect(target.got).toHaveLength(count + 1))
    return signersOf(secrets)
  }
  const replace = async (overlapDays: number) => {
    const { body } = await request('POST', `${path}/${id}/secret`, { overlapDays })
    return body.data as { secret: string; previousEndsAt: string | null; version: number }
  }
  world.start()
  expect(await signers()).toBe('a')

  const second = await replace(1)
  secrets.b = second.secret
  expect(second.version).toBe(version + 1)
  const hours = (Date.parse(second.previousEndsAt ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(25)
  expect(await signers()).toBe('ab')
  await app.pool.query(`update hook set previous_ends_at = now() where id = $1`, [id])
  expect(await signers()).toBe('b')

  const third = await replace(0)
  secrets.c = third.secret
  expect(third.previousEndsAt).toBeNull()
  expect(await signers()).toBe('c')

  const { rows } = await app.pool.query(
    `select row_to_json(h)::text as text from hook h where id = $1
     union all select row_to_json(a)::text from audit_log a where target_kind = 'hook' and target_id = $1::text`,
    [id],
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const { text } of rows)
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret.slice(6))
  expect((await request('GET', `${path}/${id}`)).body.data).not.toHaveProperty('secret')
})
