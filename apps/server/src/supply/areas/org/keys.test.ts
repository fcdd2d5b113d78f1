import { beforeAll, expect, test } from 'vitest'
import { findLiveKey } from '#partners/api-keys/find'
import { secret as neverLogged, startApp } from '#test/harness'

const app = startApp()
const acts = ['page', 'create', 'delete', 'keys', 'makeKey', 'changeSecret', 'endSecret', 'revokeKey']
type RequestAs = Awaited<ReturnType<typeof app.as>>
let request: RequestAs
let requestUv: RequestAs
let next = 0
const host = 'https://partner.example.com'

beforeAll(async () => {
  request = await app.as(...acts.map((act) => `org:${act}`))
  requestUv = await app.as(...acts.map((act) => `orgUv:${act}`))
})

const addOrg = async (): Promise<string> =>
  (await request('POST', '/org', { name: `密钥机构 ${next++}`, flow: 'full' })).body.data.id
const addUvOrg = async (): Promise<string> =>
  (await requestUv('POST', '/org/uv', { name: `密钥机构 ${next++}`, flow: 'uv', loginUrl: `${host}/login` }))
    .body.data.id
const make = async (requestAs: RequestAs, path: string, isSandbox = false) => {
  const { data } = (await requestAs('POST', `${path}/keys`, { isSandbox })).body
  neverLogged(data.secret)
  return data as { key: string; secret: string }
}
const keysAt = async (requestAs: RequestAs, path: string) =>
  (await requestAs('GET', `${path}/keys`)).body.data

test.each<[string, () => Promise<[RequestAs, string, string]>]>([
  ['org', async () => [request, `/row/org/${await addOrg()}`, 'org']],
  ['orgUv', async () => [requestUv, `/row/orgUv/${await addUvOrg()}`, 'orgUv']],
])(
  '%s: a key works with the secret that is shown once; a change is audited without the secret',
  async (_, start) => {
    const [requestAs, path, list] = await start()
    const id = path.split('/').at(-1) as string
    const first = await make(requestAs, path)
    expect(await findLiveKey(app.db, app.vault, first.key)).toMatchObject({ owner: { kind: 'org', id } })
    const [key] = await keysAt(requestAs, path)
    expect(key).toMatchObject({ key: first.key, isSandbox: false, secrets: [{ slot: 'current' }] })
    const seen = { seenSecretId: key.secrets[0].id, overlapDays: 7 }
    const changed = (await requestAs('POST', `${path}/keys/${key.id}/secret`, seen)).body.data
    neverLogged(changed.secret)
    const [during] = await keysAt(requestAs, path)
    expect(
      (await requestAs('DELETE', `${path}/keys/${key.id}/secret/${during.secrets[1].id}`)).body.code,
    ).toBe('0000')
    expect((await requestAs('POST', `${path}/keys/${key.id}/revoke`)).body.code).toBe('0000')
    expect(await findLiveKey(app.db, app.vault, first.key)).toBeNull()
    const { rows } = await app.pool.query(
      `select point, after, row_to_json(l)::text as line from audit_log l
     where target_kind = 'org' and target_id = $1 and point <> $2 order by id`,
      [id, `${list}:create`],
    )
    expect(rows.map(({ point, after }) => [point, after])).toEqual([
      [`${list}:makeKey`, { key: first.key, keySort: 'live' }],
      [`${list}:changeSecret`, { key: first.key, overlapDays: 7 }],
      [`${list}:endSecret`, { key: first.key }],
      [`${list}:revokeKey`, { key: first.key }],
    ])
    for (const { secret } of [first, changed]) expect(JSON.stringify([rows, during])).not.toContain(secret)
  },
)

test('a key is found under its own organization and list only, and not under a channel with the same id', async () => {
  const [mine, other] = [await addOrg(), await addOrg()]
  await make(request, `/row/org/${mine}`)
  const [key] = await keysAt(request, `/row/org/${mine}`)
  await app.pool.query(
    `insert into channel (id, name, flow) overriding system value values ($1, 'same id', 'full') on conflict do nothing`,
    [mine],
  )
  const requestChannel = await app.as(...acts.map((act) => `channel:${act}`))
  expect(await keysAt(requestChannel, `/row/channel/${mine}`)).toEqual([])
  const seen = { seenSecretId: key.secrets[0].id, overlapDays: 0 }
  for (const [requestAs, path] of [
    [request, `/row/org/${other}`],
    [requestUv, `/row/orgUv/${mine}`],
    [requestChannel, `/row/channel/${mine}`],
  ] as const) {
    expect((await requestAs('POST', `${path}/keys/${key.id}/secret`, seen)).body.code).toBe('4040')
    expect((await requestAs('POST', `${path}/keys/${key.id}/revoke`)).body.code).toBe('4040')
  }
  for (const part of ['keys', 'guide'])
    expect((await requestUv('GET', `/row/orgUv/${mine}/${part}`)).body.code).toBe('4040')
  expect(await keysAt(request, `/row/org/${mine}`)).toEqual([key])
})

test('the history of an organization names the fields of a key in words', async () => {
  const id = await addOrg()
  const { key } = await make(request, `/row/org/${id}`)
  const line = await app.pool.query(
    `select id from audit_log where point = 'org:makeKey' and target_kind = 'org' and target_id = $1`,
    [id],
  )
  const reader = await app.as('audit:page', 'org:page')
  const { changes } = (await reader('GET', `/audit/${line.rows[0].id}`, undefined, 'en-US')).body.data
  expect(changes).toEqual([
    { field: 'key', label: 'API key', before: null, after: key },
    { field: 'keySort', label: 'Purpose of the key', before: null, after: 'Live' },
  ])
})

test('the keys of an organization go with it', async () => {
  const id = await addOrg()
  const { key } = await make(request, `/row/org/${id}`)
  expect((await request('DELETE', `/org/${id}`)).body.code).toBe('0000')
  expect(await findLiveKey(app.db, app.vault, key)).toBeNull()
})

test('the guide describes what an organization calls, and has its key and no secret', async () => {
  const id = await addOrg()
  const live = await make(request, `/row/org/${id}`)
  const sandbox = await make(request, `/row/org/${id}`, true)
  const guideOf = async (query = '') => (await request('GET', `/row/org/${id}/guide${query}`)).body.data
  const { guide, markdown } = await guideOf()
  expect(markdown).toMatch(/^# 接入指南 · 密钥机构/)
  for (const path of ['/open/ticket', '/open/result']) expect(markdown).toContain(`POST ${path}`)
  for (const path of ['/open/register', '/open/visit']) expect(markdown).not.toContain(path)
  expect([markdown.includes(live.key), markdown.includes(sandbox.key)]).toEqual([true, false])
  expect((await guideOf('?keys=sandbox')).markdown).toContain(sandbox.key)
  expect(JSON.stringify([guide, markdown])).not.toContain(live.secret)
  expect(JSON.stringify(guide)).toContain(live.key)
})
