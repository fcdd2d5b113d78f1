import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { newChannel } from '#test/open-caller'
import { type ReachTarget, reachTarget, testPostback } from '#test/reach-world'

let target: ReachTarget
const app = startApp({ outgoing: { listed: ['127.0.0.1:9123'] } })
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  target = await reachTarget(
    (got, response) => void response.end(JSON.stringify({ code: 0, message: got.headers['x-token'] })),
  )
  request = await app.as(...['page', 'create', 'update', 'delete', 'try'].map((act) => `postback:${act}`))
})
afterAll(() => target.close())

const path = '/row/postback'
const withToken = (url: string) => {
  const template = testPostback(url)
  return {
    ...template,
    secrets: [{ name: 'token', kind: 'text', encoding: 'utf8' }],
    request: { ...template.request, headers: [{ name: 'x-token', value: '{{ secret.token }}' }] },
  }
}
const secrets = [{ name: 'token', value: 'a-token-that-nobody-sees' }]

test('a postback is added, changed and deleted; its secret is stored sealed and shown to nobody', async () => {
  const { id: channelId } = await newChannel(app)
  const fields = { name: '接受', event: 'accepted', template: withToken('http://127.0.0.1:9123/a') }
  const missing = await request('POST', path, { channelId, ...fields })
  expect(Object.keys(missing.body.data.fields)).toEqual(['secrets'])
  const { body } = await request('POST', path, { channelId, ...fields, secrets })
  expect(body.data).toMatchObject({
    channelId,
    event: 'accepted',
    isOn: false,
    secrets: ['token'],
    waiting: 0,
    dead: 0,
  })
  const { id, version } = body.data
  const changed = await request('PUT', path, {
    id,
    version,
    ...fields,
    name: '接受二',
    isOn: true,
    dailyCap: 5,
  })
  expect(changed.body.data).toMatchObject({ name: '接受二', isOn: true, dailyCap: 5, secrets: ['token'] })
  const moved = await request('PUT', path, {
    id,
    version: version + 1,
    ...fields,
    template: withToken('https://other.example/a'),
  })
  expect(Object.keys(moved.body.data.fields)).toEqual(['secrets'])
  const inside = await request('PUT', path, {
    id,
    version: version + 1,
    ...fields,
    secrets,
    template: withToken('http://10.0.0.1/a'),
  })
  expect(Object.keys(inside.body.data.fields)).toEqual(['template.request.url'])
  const { rows } = await app.pool.query(
    `select row_to_json(h)::text as text from hook h where id = $1 union all select row_to_json(a)::text from audit_log a where target_kind = 'hook'`,
    [id],
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const { text } of rows) expect(text).not.toContain('nobody-sees')
  expect((await request('DELETE', `${path}/${id}`)).body.code).toBe('0000')
})

test('a channel has ten postbacks at most, each with a name of its own', async () => {
  const { id: channelId } = await newChannel(app)
  const add = async (name: string) =>
    (
      await request('POST', path, {
        channelId,
        name,
        event: 'registered',
        template: testPostback('https://channel.example/a'),
      })
    ).body
  expect((await add('一')).code).toBe('0000')
  expect(Object.keys((await add('一')).data.fields)).toEqual(['name'])
  for (let nth = 2; nth <= 10; nth++) expect((await add(`第${nth}个`)).code).toBe('0000')
  expect(Object.keys((await add('多')).data.fields)).toEqual(['channelId'])
})

test('a template that names what is not there is refused, and a preview says where', async () => {
  const { id: channelId } = await newChannel(app)
  const template = testPostback('https://channel.example/a')
  const wrong = { ...template, request: { ...template.request, body: '{"phone":{{ phone }}}' } }
  const refused = await request('POST', path, { channelId, name: '错', event: 'registered', template: wrong })
  expect(Object.keys(refused.body.data.fields)).toEqual(['template'])
  const { data } = (await request('POST', `${path}/preview`, { template: wrong, event: 'registered' })).body
  expect(data.problems).toMatchObject([{ path: 'request.body', code: 'field', line: 1 }])
  expect(data.request).toBeNull()
})

test('everything that is wrong with a postback is named at once', async () => {
  const inside = withToken('http://10.0.0.1/a')
  const wrong = {
    name: '错',
    event: 'accepted',
    template: { ...inside, request: { ...inside.request, body: '{"phone":{{ phone }}}' } },
    secrets: [{ name: 'nobody', value: 'asks-for-it' }],
  }
  const added = await request('POST', path, { ...wrong, channelId: '404' })
  expect(Object.keys(added.body.data.fields).toSorted()).toEqual([
    'channelId',
    'secrets',
    'secrets.0.name',
    'template',
    'template.request.url',
  ])
  const { id: channelId } = await newChannel(app)
  const fields = { name: '对', event: 'accepted', template: withToken('http://127.0.0.1:9123/a') }
  const { id, version } = (await request('POST', path, { channelId, ...fields, secrets })).body.data
  const changed = await request('PUT', path, { ...wrong, id, version })
  expect(Object.keys(changed.body.data.fields).toSorted()).toEqual([
    'secrets',
    'secrets.0.name',
    'template',
    'template.request.url',
  ])
  expect((await request('GET', `${path}/${id}`)).body.data).toMatchObject({ name: '对', version })
})
