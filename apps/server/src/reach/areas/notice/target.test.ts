import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const path = '/row/notice'
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  request = await app.as(...['page', 'create', 'update'].map((act) => `notice:${act}`))
})

const wrongAt = async (method: 'POST' | 'PUT', body: object) =>
  Object.keys((await request(method, path, body)).body.data.fields).toSorted()
const mail = {
  name: '值班邮箱',
  kinds: ['lowBalance'],
  host: 'smtp.example.com',
  port: 465,
  security: 'tls',
  account: 'ops@example.com',
  sender: 'ops@example.com',
  addresses: ['ops@example.com'],
  secret: 'a-password',
}

test('everything that is wrong with a new target is named at once', async () => {
  const { sender: _, ...rest } = mail
  const wrong = { ...rest, name: '', addresses: [], quietFrom: '22:00' }
  expect(await wrongAt('POST', { kind: 'mail', ...wrong })).toEqual([
    'addresses',
    'name',
    'quietTo',
    'sender',
  ])
  expect(
    await wrongAt('POST', { kind: 'wecom', name: '', kinds: [], quietFrom: '08:00', quietTo: '08:00' }),
  ).toEqual(['name', 'quietTo', 'url'])
})

test('everything that is wrong with a change is named at once', async () => {
  const { id, version } = (await request('POST', path, { kind: 'mail', ...mail })).body.data
  const { secret: _, ...kept } = mail
  const change = { ...kept, id, version }
  const empty = { ...change, host: null, port: null, sender: null, addresses: [] }
  // A form names the kind, so that what the kind needs is said together with the rest.
  expect(await wrongAt('PUT', { ...empty, kind: 'mail', name: '', quietTo: '08:00' })).toEqual([
    'addresses',
    'host',
    'name',
    'port',
    'quietFrom',
    'sender',
  ])
  expect(await wrongAt('PUT', empty)).toEqual(['addresses', 'host', 'port', 'secret', 'sender'])
  expect(await wrongAt('PUT', { ...change, host: '10.0.0.1', sender: null })).toEqual([
    'host',
    'secret',
    'sender',
  ])
  expect(await wrongAt('PUT', { ...change, kind: 'wecom' })).toEqual(['kind'])
  expect((await request('PUT', path, { ...change, kind: 'mail', name: '新名' })).body.data).toMatchObject({
    name: '新名',
    secrets: ['secret'],
  })
})

test('a robot keeps its address, and needs its key again at another host', async () => {
  const fields = { name: '群', kinds: [], secret: 'SEC3f9a' }
  const url = 'https://oapi.dingtalk.com/robot/send?access_token=2f0c'
  const { id, version } = (await request('POST', path, { kind: 'dingtalk', ...fields, url })).body.data
  const change = { id, version, kind: 'dingtalk', name: '群', kinds: [] }
  expect(await wrongAt('PUT', { ...change, url: 'https://inside.localhost/robot' })).toEqual([
    'secret',
    'url',
  ])
  expect((await request('PUT', path, change)).body.data).toMatchObject({ secrets: ['url', 'secret'] })
})
