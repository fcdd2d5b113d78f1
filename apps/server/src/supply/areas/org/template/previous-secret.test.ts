import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import type { OrgTemplate } from '@kabao/contract/supply/org-template'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOrg } from '#engine/call'
import { readConnection } from '#engine/connection'
import type { Push } from '#engine/push'
import { encrypt } from '#partners/templates/cipher'
import { halfAes } from '#partners/templates/shipped/half-aes'
import { examplePerson, renderRequest } from '#partners/templates/templates'
import { approveChanges } from '#test/approve-changes'
import { certificateFor } from '#test/certificate'
import { secret, startApp } from '#test/harness'

const [oldKey, newKey, thirdKey, otherKey] = Array.from({ length: 4 }, () =>
  secret(randomBytes(16).toString('hex')),
) as [string, string, string, string]
const certificate = certificateFor(['partner.example', 'other.example'])
/** The partner: it encrypts its answer with the key that a test chooses. */
let encryptsWith = oldKey
/** Is called before it answers. */
let beforeAnswer: () => Promise<unknown> = async () => undefined
let partner: Server
let port = 0
beforeAll(async () => {
  partner = createServer(certificate, async (request, response) => {
    for await (const _ of request);
    await beforeAnswer()
    const plain = JSON.stringify({ result: 'SUCCESS', orderId: 'A1', reason: `key ${encryptsWith}` })
    const data = encrypt('aesEcb', Buffer.from(encryptsWith), Buffer.alloc(0), Buffer.from(plain))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ code: '0', data: data.toString('base64'), echo: encryptsWith }))
  })
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done))
  port = (partner.address() as AddressInfo).port
})
afterAll(() => void partner.close())

const app = startApp({
  outgoing: {
    ca: certificate.cert,
    resolve: async () => ['8.8.8.8'],
    dial: () => connect({ host: '127.0.0.1', port }),
  },
})
const points = ['org:page', 'org:create', 'org:template', 'org:saveTemplate', 'org:tryTemplate']
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  request = await app.as(...points)
})

let made = 0
const add = async (): Promise<string> => {
  const body = {
    name: `换密钥机构 ${++made}`,
    flow: 'half',
  }
  const { data } = (await request('POST', '/org', body)).body
  await save(data.id, 0, { channelId: 'c1', aesKey: oldKey, hashKey: 'h1' })
  return data.id
}
/** Saves a template; another person approves one with a new host. */
async function save(id: string, version: number, secrets: Record<string, string>, more: object = {}) {
  const { body } = await request('PUT', `/row/org/${id}/template`, {
    version,
    template: halfAes,
    overlapDays: 1,
    ...more,
    secrets: Object.entries(secrets).map(([name, value]) => ({ name, value })),
  })
  if (!body.data?.isWaiting) return body
  expect((await approveChanges(app))?.code).toBe('0000')
  return { ...body, data: await read(id) }
}
const read = async (id: string): Promise<OrgTemplate> =>
  (await request('GET', `/row/org/${id}/template`)).body.data
/** A trial: what becomes of an answer that is encrypted with a key. */
async function outcomeWith(id: string, key: string): Promise<string> {
  encryptsWith = key
  const { data } = (await request('POST', `/row/org/${id}/template/try`, { stage: 'submit' })).body
  const { outcome } = data.reading
  // A value that is valid is never shown, not even if the partner repeats it.
  if (outcome === 'accepted') expect(JSON.stringify(data)).not.toContain(key)
  return outcome
}

test('answers with the previous key are read until its end, with the new one too, and with no other', async () => {
  const id = await add()
  const saved = (await save(id, 1, { aesKey: newKey })).data as OrgTemplate
  expect(saved.previousSecrets).toMatchObject([{ name: 'aesKey', lastUsedAt: null }])
  expect(await outcomeWith(id, newKey)).toBe('accepted')
  expect((await read(id)).previousSecrets).toMatchObject([{ lastUsedAt: null }])
  expect(await outcomeWith(id, oldKey)).toBe('accepted')
  expect((await read(id)).previousSecrets[0]?.lastUsedAt).not.toBeNull()
  expect(await outcomeWith(id, otherKey)).toBe('unknown')
  await app.pool.query('update previous_secret set ends_at = now() where org_id = $1', [id])
  expect(await outcomeWith(id, oldKey)).toBe('unknown')
  expect(await outcomeWith(id, newKey)).toBe('accepted')
})

test('a call of the pipeline that began before the change is read after it, and a later one with either key', async () => {
  const id = await add()
  const push = { orgId: id, priceMinFen: null, priceMaxFen: null } as Push
  const engine = {
    db: app.db,
    outgoing: app.app.services.outgoing,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    partnerErrors: { note: () => undefined },
  } as unknown as Parameters<typeof callOrg>[0]
  const called = async (key: string) => {
    const connection = await readConnection(app.db, app.vault, id)
    if (!connection) throw new Error('there is no template')
    encryptsWith = key
    const sent = renderRequest(connection.template, 'submit', examplePerson, connection.secrets)
    return callOrg(engine, connection, 'submit', { sent, shown: sent }, { push, deadlineMs: 20_000 })
  }
  beforeAnswer = () => save(id, 1, { aesKey: newKey })
  const underWay = await called(oldKey)
  beforeAnswer = async () => undefined
  expect(underWay.outcome).toBe('accepted')
  expect((await read(id)).previousSecrets).toMatchObject([{ name: 'aesKey', lastUsedAt: null }])
  const late = await called(oldKey)
  expect([late.outcome, (await called(newKey)).outcome, (await called(otherKey)).outcome]).toEqual([
    'accepted',
    'accepted',
    'unknown',
  ])
  for (const key of [oldKey, newKey]) expect(JSON.stringify(late.reply)).not.toContain(key)
  expect((await read(id)).previousSecrets[0]?.lastUsedAt).not.toBeNull()
})

test('only a secret that decrypts answers has a previous value', async () => {
  const id = await add()
  const saved = (await save(id, 1, { channelId: 'c2', hashKey: 'h2' })).data as OrgTemplate
  expect(saved.previousSecrets).toEqual([])
})

test('it can be ended at once by whoever may save, and it is recorded; 0 days keep none', async () => {
  const id = await add()
  const saved = (await save(id, 1, { aesKey: newKey })).data as OrgTemplate
  const at = `/row/org/${id}/template/secret/${saved.previousSecrets[0]?.id}`
  const reader = await app.as('org:page', 'org:template')
  expect((await reader('DELETE', at)).body.code).toBe('4030')
  expect((await request('DELETE', at)).body.code).toBe('0000')
  expect((await request('DELETE', at)).body.code).toBe('4040')
  expect(await outcomeWith(id, oldKey)).toBe('unknown')
  const { rows } = await app.pool.query(
    `select after from audit_log where target_id = $1 and point = 'org:saveTemplate' and after is not null order by id`,
    [id],
  )
  expect(rows.at(-1).after).toEqual({ endedKey: 'aesKey' })
  expect(rows.at(-2).after.previousKeys).toEqual([expect.stringMatching(/^aesKey 20/)])
  for (const key of [oldKey, newKey]) expect(JSON.stringify([rows, saved])).not.toContain(key)
  const leaked = (await save(id, 2, { aesKey: thirdKey }, { overlapDays: 0 })).data as OrgTemplate
  expect(leaked.previousSecrets).toEqual([])
  expect(await outcomeWith(id, newKey)).toBe('unknown')
})

test('of two who replace it at once one does; a second time is refused until the first has ended', async () => {
  const id = await add()
  const answers = await Promise.all([newKey, thirdKey].map((aesKey) => save(id, 1, { aesKey })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['0000', '4090'])
  expect(await outcomeWith(id, oldKey)).toBe('accepted')
  const refused = await save(id, 2, { aesKey: otherKey })
  expect(refused.data.fields).toEqual({ overlapDays: '上一次更换的旧密钥仍在有效期内，请先结束它' })
})

test('a new host, and a template that no longer names it, leave no previous value', async () => {
  const withHost = (host: string): ConnectionTemplate =>
    JSON.parse(JSON.stringify(halfAes).replaceAll('partner.example', host))
  const id = await add()
  await save(id, 1, { aesKey: newKey })
  const all = { channelId: 'c1', aesKey: thirdKey, hashKey: 'h1' }
  const moved = (await save(id, 2, all, { template: withHost('other.example') })).data as OrgTemplate
  expect(moved).toMatchObject({ version: 3, previousSecrets: [] })
  expect(await outcomeWith(id, newKey)).toBe('unknown')

  const other = await add()
  await save(other, 1, { aesKey: newKey })
  const { check, submit } = halfAes.stages
  if (!check || !submit) throw new Error('a stage is missing')
  const plain = (stage: typeof check) => ({ ...stage, reply: { ...stage.reply, unseal: null } })
  const template = { ...halfAes, stages: { check: plain(check), submit: plain(submit) } }
  const changed = (await save(other, 2, {}, { template })).data as OrgTemplate
  expect(changed.previousSecrets).toEqual([])
})
