import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { allowedHosts } from '../config/hosts.ts'
import { hostOf } from './hosts.ts'

const demo = { host: '127.0.0.1', isLocal: true, isEmbedded: true, trustProxy: 0 }
const app = startApp({ allowedHosts: allowedHosts(undefined, demo) })
const under = (host: string, url = '/api/setting/open') => app.app.inject({ url, headers: { host } })

test.each([
  ['Kabao.Example:8443', 'kabao.example'],
  ['localhost.', 'localhost'],
  ['127.0.0.1:8080', '127.0.0.1'],
  ['[::1]:8080', '[::1]'],
  ['[0:0:0:0:0:0:0:1]', '[::1]'],
  ['::1', null],
  ['[::1', null],
  ['[nonsense]', null],
  ['', null],
  ['a b', null],
  ['evil@localhost', null],
  ['localhost/x', null],
  ['localhost:', null],
  ['localhost:80:80', null],
  ['localhost,evil.example', null],
])('the host of %j is %j', (header, host) => {
  expect(hostOf(header)).toBe(host)
})

test.each(['localhost', 'LOCALHOST:1234', 'localhost.', '127.0.0.1:8080', '[::1]:8080', '[0:0:0:0:0:0:0:1]'])(
  'the demo answers under %s',
  async (host) => expect((await under(host)).statusCode).toBe(200),
)

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  '10.0.0.1',
  'xlocalhost',
  '2130706433',
])('the demo refuses a foreign host name: %s', async (host) => {
  for (const url of [
    '/api/setting/open',
    '/api/admin/login?username=admin&password=admin',
    '/',
    '/config.json',
    '/nothing',
    '/api/docs',
  ]) {
    const response = await under(host, url)
    expect([url, response.statusCode, response.json()]).toMatchObject([
      url,
      421,
      { code: '4030', status: 'fail', desc: expect.any(String) },
    ])
  }
  expect((await under(host, '/metrics')).statusCode).toBe(403)
})

test('a health check may use any host name', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await under('10.0.0.1:8080', url)).statusCode).toBe(200)
})

test.each([
  [
    'the list alone',
    'Kabao.Example, ::1,10.0.0.1',
    {},
    { names: ['kabao.example', '[::1]', '10.0.0.1'], anyAddress: false },
  ],
  ['any, where asked for', '*', {}, null],
  [
    'the demo, on an address',
    undefined,
    { host: '10.0.0.5', isLocal: false },
    { names: ['localhost', '127.0.0.1', '[::1]', '10.0.0.5'], anyAddress: false },
  ],
  [
    'the demo, on all addresses',
    undefined,
    { host: '0.0.0.0', isLocal: false },
    { names: ['localhost', '127.0.0.1', '[::1]'], anyAddress: true },
  ],
  [
    'a service on loopback',
    undefined,
    { isEmbedded: false },
    { names: ['localhost', '127.0.0.1', '[::1]'], anyAddress: false },
  ],
  ['a service behind a proxy', undefined, { isEmbedded: false, trustProxy: 1 }, null],
  ['a service in a network', undefined, { isEmbedded: false, isLocal: false, host: '0.0.0.0' }, null],
])('%s', (_what, list, more, allowed) => {
  expect(allowedHosts(list, { ...demo, ...more })).toEqual(allowed)
})

test.each(['kabao.example:8443', 'https://kabao.example', 'a b', '[::1]:80'])(
  'a list that holds %s is refused',
  (list) => expect(() => allowedHosts(list, demo)).toThrow(/ALLOWED_HOSTS/),
)
