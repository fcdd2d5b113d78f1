import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonMd5 } from '#partners/templates/shipped/json-md5'
import { approveChanges } from '#test/approve-changes'
import { certificateFor } from '#test/certificate'
import { secret, startApp } from '#test/harness'

const appKey = secret('an-app-key-of-the-partner')
const appId = secret('an-app-id-of-the-partner')
const certificate = certificateFor(['partner.example', 'other.example'])
/** The partner: it repeats what it was sent. */
let partner: Server
let port = 0
let received: { host: string; body: string }[] = []

beforeAll(async () => {
  partner = createServer(certificate, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ host: request.headers.host ?? '', body })
    response.setHeader('content-type', 'application/json')
    response.setHeader('x-echo', `key ${appKey}`)
    response.end(JSON.stringify({ code: '0', message: `hello ${appKey} 13800138000`, echo: body }))
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
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
type RequestAs = Awaited<ReturnType<typeof app.as>>
let request: RequestAs
let next = 0
beforeAll(async () => {
  request = await app.as(...points)
})

const add = async (): Promise<string> => {
  const body = { name: `模板机构 ${next++}`, flow: 'full' }
  return (await request('POST', '/org', body)).body.data.id
}
const secrets = [
  { name: 'appId', value: appId },
  { name: 'appKey', value: appKey },
]
const put = (id: string, fields: object = {}, by: RequestAs = request) =>
  by('PUT', `/row/org/${id}/template`, { version: 0, template: jsonMd5, secrets, ...fields })
/** Saves a template; another person approves one with a new host. */
async function save(id: string, fields: object = {}, by: RequestAs = request) {
  const answer = await put(id, fields, by)
  if (!answer.body.data?.isWaiting) return answer
  expect((await approveChanges(app))?.code).toBe('0000')
  return request('GET', `/row/org/${id}/template`)
}
const withUrl = (url: string): ConnectionTemplate => ({
  ...jsonMd5,
  stages: {
    submit: { ...(jsonMd5.stages.submit as NonNullable<ConnectionTemplate['stages']['submit']>), url },
  },
})

describe('a template', () => {
  test('is saved with its secrets, which nobody reads again, and its keys keep their order', async () => {
    const id = await add()
    expect((await request('GET', `/row/org/${id}/template`)).body.data).toMatchObject({
      template: null,
      version: 0,
    })
    const saved = await save(id)
    expect(saved.body.data).toMatchObject({ version: 1, secrets: ['appId', 'appKey'], override: null })
    const read = (await request('GET', `/row/org/${id}/template`)).body.data
    expect(JSON.stringify(read.template)).toBe(JSON.stringify(jsonMd5))
    expect(JSON.stringify(read)).not.toContain(appKey)
    const { rows } = await app.pool.query(
      `select before, after from audit_log where point = 'changeRequest:review' and target_kind = 'org' and target_id = $1`,
      [id],
    )
    expect(JSON.stringify(rows)).not.toContain(appKey)
    expect(rows[0].after).toMatchObject({ templateKeys: ['appId', 'appKey'] })
    const stored = await app.pool.query('select sealed from org_secret where org_id = $1', [id])
    expect(stored.rows.every(({ sealed }) => !sealed.includes(appKey))).toBe(true)
  })

  test('of one version is saved once', async () => {
    const id = await add()
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(id)))
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['0000', ...Array(7).fill('4090')])
  })

  test('with problems is refused, and a preview names them at their line', async () => {
    const id = await add()
    const submit = jsonMd5.stages.submit as NonNullable<ConnectionTemplate['stages']['submit']>
    const template = {
      ...jsonMd5,
      stages: { submit: { ...submit, body: '{\n  "a": {{ phone | nonsense }}\n}' } },
    }
    expect((await save(id, { template })).body.data.fields).toEqual({ template: '模板还有问题，请先修正' })
    const shown = await request('POST', `/row/org/${id}/template/preview`, { template, stage: 'submit' })
    expect(shown.body.data.request).toBeNull()
    expect(shown.body.data.problems[0]).toMatchObject({ path: 'stages.submit.body', line: 2, code: 'filter' })
    const right = await request('POST', `/row/org/${id}/template/preview`, {
      template: jsonMd5,
      stage: 'submit',
    })
    expect(right.body.data).toMatchObject({ problems: [], request: { method: 'POST' } })
    expect(right.body.data.request.plain).toMatch(/"phone": "\d{3}\*{4}\d{4}"/)
  })

  test('without a stage, or with an ID that no stage before it reads, is refused', async () => {
    const id = await add()
    const preview = async (template: ConnectionTemplate) =>
      (await request('POST', `/row/org/${id}/template/preview`, { template, stage: 'submit' })).body.data
        .problems
    const none = { ...jsonMd5, stages: {} }
    expect(await preview(none)).toMatchObject([{ path: 'stages', code: 'noStage' }])
    expect((await save(id, { template: none })).body.data.fields).toEqual({
      template: '模板还有问题，请先修正',
    })
    const submit = jsonMd5.stages.submit as NonNullable<ConnectionTemplate['stages']['submit']>
    const later = { ...submit, body: '{\n  "no": {{ externalId }},\n  "list": {{ agreements | json }}\n}' }
    const problems = await preview({ ...jsonMd5, stages: { submit: later } })
    expect(problems).toMatchObject([{ path: 'stages.submit.body', line: 2, code: 'stageField' }])
    const asked = { ...jsonMd5, stages: { submit, query: later } }
    expect(await preview(asked)).toEqual([])
    const check = await preview({ ...jsonMd5, stages: { check: later } })
    expect(check.map(({ code, line }: { code: string; line: number }) => [code, line])).toEqual([
      ['stageField', 2],
      ['stageField', 3],
    ])
  })

  test.each(['https://10.0.0.8/apply', 'https://169.254.169.254/x', 'http://partner.example/x'])(
    'does not lead to %s',
    async (url) => {
      const refused = await save(await add(), { template: withUrl(url) })
      expect(refused.body.data.fields).toEqual({
        'template.stages.submit.url': '这个地址不能从公网访问，或端口不是 443',
      })
    },
  )

  test('that tells who a person is before consent needs a super administrator with a reason', async () => {
    const id = await add()
    const submit = jsonMd5.stages.submit as NonNullable<ConnectionTemplate['stages']['submit']>
    const template = { ...jsonMd5, stages: { check: submit } }
    const why = '模板会在用户同意前发送个人信息，须由超级管理员填写理由后保存'
    const override = '对方书面同意'
    expect((await save(id, { template, override })).body.data.fields).toEqual({ override: why })
    const superRequest = await app.as('*')
    expect((await save(id, { template }, superRequest)).body.data.fields).toEqual({ override: why })
    const saved = await save(id, { template, override }, superRequest)
    expect(saved.body.data.override).toMatchObject({ reason: override })
  })

  test('with a new host needs every secret again', async () => {
    const id = await add()
    await save(id)
    const template = withUrl('https://other.example/apply')
    const refused = await save(id, { version: 1, template, secrets: secrets.slice(0, 1) })
    expect(refused.body.data.fields).toEqual({ secrets: '请求地址换成了新的主机，请重新填写所有密钥' })
    expect((await save(id, { version: 1, template })).body.code).toBe('0000')
    const sameHost = withUrl('https://other.example/v2')
    expect((await save(id, { version: 2, template: sameHost, secrets: [] })).body.code).toBe('0000')
  })

  test('with a new host waits for another person, and the old one is called until then', async () => {
    const id = await add()
    await save(id)
    const template = withUrl('https://other.example/apply')
    const filed = (await put(id, { version: 1, template })).body.data
    expect(filed).toMatchObject({ version: 1, isWaiting: true, template: jsonMd5 })
    received = []
    await request('POST', `/row/org/${id}/template/try`, { stage: 'submit' })
    expect(received[0]).toMatchObject({ host: 'partner.example' })
    const [filer, reviewer, owner] = [
      await app.as('changeRequest:page', 'changeRequest:withdraw'),
      await app.as('changeRequest:page', 'changeRequest:review'),
      await app.as('*'),
    ]
    const find = async () =>
      (
        await reviewer('POST', '/finance/change/page', {
          kind: 'orgTemplate',
          targetId: id,
          status: 'pending',
        })
      ).body.data.records
    const [{ id: first, version, facts }] = await find()
    expect(facts[0]).toEqual({
      name: 'stage submit',
      before: jsonMd5.stages.submit?.url,
      after: 'https://other.example/apply',
    })
    expect(JSON.stringify(facts)).not.toContain(appKey)
    expect((await filer('POST', `/finance/change/${first}/withdraw`, { version })).body.code).toBe('0000')
    expect((await request('GET', `/row/org/${id}/template`)).body.data).toMatchObject({
      version: 1,
      isWaiting: false,
    })
    expect(await find()).toEqual([])

    // A super administrator who files it is told, and does not approve it.
    expect((await put(id, { version: 1, template }, owner)).body.data.isWaiting).toBe(true)
    const [second] = await find()
    const told = await app.pool.query(
      `select kind from message where admin_id = $1 and link->'query'->>'open' = $2`,
      [owner.adminId, second.id],
    )
    expect(told.rows).toEqual([{ kind: 'notice' }])
    const approve = (by: RequestAs) =>
      by('POST', `/finance/change/${second.id}/approve`, { version: second.version })
    expect((await approve(owner)).body.code).toBe('4030')
    // Of two who approve at once, one does.
    const both = await Promise.all([
      approve(reviewer),
      approve(await app.as('changeRequest:page', 'changeRequest:review')),
    ])
    expect(both.map(({ body }) => body.code).toSorted()).toEqual(['0000', '4090'])
    expect((await request('GET', `/row/org/${id}/template`)).body.data.version).toBe(2)
    const kept = await app.pool.query('select payload_sealed from change_request where target_id = $1', [id])
    expect(kept.rows.every(({ payload_sealed: sealed }) => sealed === null)).toBe(true)
  })

  test('names the secrets that can have a value', async () => {
    const refused = await save(await add(), { secrets: [{ name: 'other', value: 'x' }] })
    expect(refused.body.data.fields).toEqual({ 'secrets.0.name': '模板中没有这个密钥' })
  })

  test('of an organization of the other list does not exist', async () => {
    const id = await add()
    const other = await app.as('orgUv:template', 'orgUv:saveTemplate')
    expect((await other('GET', `/row/orgUv/${id}/template`)).body.code).toBe('4040')
    expect((await other('GET', `/row/org/${id}/template`)).body.code).toBe('4030')
    const reader = await app.as('org:page')
    expect((await reader('GET', `/row/org/${id}/template`)).body.code).toBe('4030')
  })
})

describe('a trial', () => {
  test('calls the address of the template with the secrets, and shows neither them nor personal data', async () => {
    const id = await add()
    await save(id)
    received = []
    const { data } = (await request('POST', `/row/org/${id}/template/try`, { stage: 'submit' })).body
    expect(received[0]).toMatchObject({ host: 'partner.example', body: expect.stringContaining(appId) })
    expect(data).toMatchObject({ kind: 'answer', status: 200, reading: { outcome: 'accepted' } })
    const shown = JSON.stringify(data)
    for (const hidden of [appKey, appId, '13800138000']) expect(shown).not.toContain(hidden)
    expect(data.body).toContain('hello ••••')
    expect(data.headers).toMatchObject({ 'content-type': 'application/json', 'x-echo': 'key ••••' })
    const { rows } = await app.pool.query(
      `select after from audit_log where point = 'org:tryTemplate' and target_id = $1`,
      [id],
    )
    expect(rows[0].after).toEqual({ templateTrial: 'submit partner.example accepted' })
  })

  test('that could read an answer is noted until the template changes; one at another address is not', async () => {
    const id = await add()
    const noted = async () => (await request('GET', `/row/org/${id}/template`)).body.data.trialAnsweredAt
    const isTried = async () => (await request('GET', `/row/org/${id}/setup`)).body.data.steps.trial
    await save(id)
    const address = 'https://other.example/anything'
    await request('POST', `/row/org/${id}/template/try`, { stage: 'submit', address })
    expect(await noted()).toBeNull()
    expect(await isTried()).toBe(false)
    await request('POST', `/row/org/${id}/template/try`, { stage: 'submit' })
    expect(await noted()).toMatch(/^\d{4}-/)
    expect(await isTried()).toBe(true)
    await save(id, { version: 1 })
    expect(await noted()).toBeNull()
    expect(await isTried()).toBe(false)
  })

  test('at another address sends no secret', async () => {
    const id = await add()
    await save(id)
    received = []
    const address = 'https://other.example/anything'
    const { data } = (await request('POST', `/row/org/${id}/template/try`, { stage: 'submit', address })).body
    expect(data).toMatchObject({ kind: 'answer', request: { url: address } })
    expect(received).toHaveLength(1)
    for (const hidden of [appKey, appId]) expect(received[0]?.body).not.toContain(hidden)
  })

  test.each(['https://127.0.0.1/x', 'https://metadata.internal/x', 'https://192.168.0.4/x'])(
    'does not call %s',
    async (address) => {
      const id = await add()
      await save(id)
      received = []
      const { data } = (await request('POST', `/row/org/${id}/template/try`, { stage: 'submit', address }))
        .body
      expect(data).toMatchObject({ kind: 'refused', status: null, body: null, reading: null })
      expect(received).toEqual([])
    },
  )

  test('needs a saved template of its stage, with its secrets', async () => {
    const id = await add()
    const missing = await request('POST', `/row/org/${id}/template/try`, { stage: 'submit' })
    expect(missing.body.data.fields).toEqual({ stage: '还没有保存这个环节的模板' })
    expect((await save(id, { secrets: secrets.slice(1) })).body.data.fields).toEqual({
      secrets: '请填写所有密钥',
    })
    await save(id)
    await app.pool.query('delete from org_secret where org_id = $1', [id])
    const empty = await request('POST', `/row/org/${id}/template/try`, { stage: 'submit' })
    expect(empty.body.data.fields).toEqual({ stage: '模板无法生成请求，请检查密钥是否已填写' })
  })
})
