import { beforeAll, expect, test } from 'vitest'
import { findLiveKey } from '#partners/api-keys/find'
import { secret as neverLogged, startApp } from '#test/harness'

const app = startApp()
const points = ['page', 'create', 'keys', 'makeKey', 'changeSecret', 'endSecret', 'revokeKey'].map(
  (act) => `channel:${act}`,
)
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  request = await app.as(...points)
})

let next = 0
const newChannel = async (requestAs = request): Promise<string> => {
  const body = { name: `密钥 ${next++}`, flow: 'full', settlement: 'cpa', priceFen: 1 }
  return (await requestAs('POST', '/channel', body)).body.data.id
}
const make = async (id: string, isSandbox = false) => {
  const { body } = await request('POST', `/row/channel/${id}/keys`, { isSandbox })
  neverLogged(body.data.secret)
  return body.data as { key: string; secret: string }
}
const keys = async (id: string) => (await request('GET', `/row/channel/${id}/keys`)).body.data
const change = async (id: string, key: { id: string; secrets: { id: string }[] }, overlapDays: number) => {
  const seen = { seenSecretId: key.secrets[0]?.id, overlapDays }
  const { body } = await request('POST', `/row/channel/${id}/keys/${key.id}/secret`, seen)
  if (body.data?.secret) neverLogged(body.data.secret)
  return body
}
const secretsOf = async (key: string) =>
  (await findLiveKey(app.db, app.vault, key))?.secrets.map(({ value }) => value) ?? null

test('a new key works with the secret that is shown once, and no other answer and no audit entry has the secret', async () => {
  const id = await newChannel()
  const live = await make(id)
  const sandbox = await make(id, true)
  expect(await secretsOf(live.key)).toEqual([live.secret])
  const shown = await keys(id)
  expect(shown).toMatchObject([
    { key: sandbox.key, isSandbox: true, revokedAt: null },
    { key: live.key, isSandbox: false, secrets: [{ slot: 'current', expiresAt: null, lastUsedAt: null }] },
  ])
  const { rows } = await app.pool.query(
    `select point, after, row_to_json(l)::text as line from audit_log l where target_kind = 'channel' and target_id = $1 order by id`,
    [id],
  )
  expect(rows.slice(1).map(({ point, after }) => [point, after])).toEqual([
    ['channel:makeKey', { key: live.key, keySort: 'live' }],
    ['channel:makeKey', { key: sandbox.key, keySort: 'sandbox' }],
  ])
  const all = JSON.stringify([shown, rows])
  for (const { secret } of [live, sandbox]) expect(all).not.toContain(secret)
})

test('of eight people who make a key at once, one does; the others are told that there is one', async () => {
  const id = await newChannel()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => request('POST', `/row/channel/${id}/keys`, { isSandbox: false })),
  )
  for (const { body } of answers) if (body.data?.secret) neverLogged(body.data.secret)
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['0000', ...Array(7).fill('4090')])
  const lost = answers.find(({ body }) => body.code === '4090')
  expect(lost?.body.data.fields).toEqual({ isSandbox: '已有一个有效的 API Key，请先停用' })
  expect(await keys(id)).toHaveLength(1)
})

test('during a change both secrets are valid; the old one is ended early, and a secret that leaked at once', async () => {
  const id = await newChannel()
  const first = await make(id)
  const second = await change(id, (await keys(id))[0], 7)
  expect(await secretsOf(first.key)).toEqual([second.data.secret, first.secret])
  const [during] = await keys(id)
  expect(during.secrets).toMatchObject([{ slot: 'current' }, { slot: 'previous' }])
  expect(Date.parse(during.secrets[1].expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  expect((await change(id, during, 7)).data.fields).toEqual({
    overlapDays: '旧的 Secret 仍在有效期内，请先结束它',
  })
  const previous = `/row/channel/${id}/keys/${during.id}/secret/${during.secrets[1].id}`
  expect((await request('DELETE', previous)).body.code).toBe('0000')
  expect((await request('DELETE', previous)).body.code).toBe('4040')
  expect(await secretsOf(first.key)).toEqual([second.data.secret])
  const third = await change(id, (await keys(id))[0], 0)
  expect(await secretsOf(first.key)).toEqual([third.data.secret])
  const late = await change(id, during, 0)
  expect([late.code, late.data.current[0].secrets[0].id]).toEqual(['4090', (await keys(id))[0].secrets[0].id])
})

test.each([-1, 31, 1.5])('an overlap of %d days is refused at its field', async (overlapDays) => {
  const id = await newChannel()
  await make(id)
  const body = await change(id, (await keys(id))[0], overlapDays)
  expect(Object.keys(body.data.fields)).toEqual(['overlapDays'])
})

test('a revoked key is refused at once, stays in the list without secrets, and makes room for a new one', async () => {
  const id = await newChannel()
  const old = await make(id)
  const [{ id: keyId }] = await keys(id)
  expect((await request('POST', `/row/channel/${id}/keys/${keyId}/revoke`)).body.code).toBe('0000')
  expect(await secretsOf(old.key)).toBeNull()
  expect((await request('POST', `/row/channel/${id}/keys/${keyId}/revoke`)).body.code).toBe('4040')
  await make(id)
  expect(await keys(id)).toMatchObject([
    { revokedAt: null },
    { key: old.key, revokedAt: expect.any(String), secrets: [] },
  ])
})

test('a key is found under its own channel and list only', async () => {
  const [mine, other] = [await newChannel(), await newChannel()]
  await make(mine)
  const [key] = await keys(mine)
  const uv = await app.as(...points.map((point) => point.replace('channel:', 'channelUv:')))
  const seen = { seenSecretId: key.secrets[0].id, overlapDays: 0 }
  for (const [requestAs, path] of [
    [request, `/row/channel/${other}`],
    [uv, `/row/channelUv/${mine}`],
  ] as const) {
    expect((await requestAs('POST', `${path}/keys/${key.id}/secret`, seen)).body.code).toBe('4040')
    expect((await requestAs('POST', `${path}/keys/${key.id}/revoke`)).body.code).toBe('4040')
    expect((await requestAs('DELETE', `${path}/keys/${key.id}/secret/${key.secrets[0].id}`)).body.code).toBe(
      '4040',
    )
  }
  expect((await uv('GET', `/row/channelUv/${mine}/keys`)).body.code).toBe('4040')
  expect((await uv('GET', `/row/channelUv/${mine}/guide`)).body.code).toBe('4040')
  expect(await keys(mine)).toEqual([key])
})

test('the integration guide has the address and the key of the reader, and no secret', async () => {
  const id = await newChannel()
  const live = await make(id)
  const sandbox = await make(id, true)
  const guide = async (query = '') => (await request('GET', `/row/channel/${id}/guide${query}`)).body.data
  const before = await guide()
  expect(before.markdown).toContain('尚未填写')
  await app.set('open.address', 'https://kabao.example.com')
  const { guide: made, markdown } = await guide()
  expect(markdown).toMatch(/^# 接入指南 · 密钥/)
  expect(markdown).toContain('`https://kabao.example.com/open`')
  expect([markdown.includes(live.key), markdown.includes(sandbox.key)]).toEqual([true, false])
  expect((await guide('?keys=sandbox')).markdown).toContain(sandbox.key)
  expect(made.sections.length).toBeGreaterThan(5)
  expect(JSON.stringify([made, markdown])).not.toContain(live.secret)
  await app.set('open.address', null)
})
