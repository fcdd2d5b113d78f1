import { expect, test } from 'vitest'
import { faultIn, readAddress } from './address.ts'

test('one host is left to the driver', () => {
  for (const url of [
    'postgres://u:p@db/kabao',
    'postgres://u:p%40@db:6432/kabao?sslmode=verify-full',
    'postgres://kabao@/kabao?host=%2Frun%2Fsocket&port=5432',
    'postgresql://[::1]:5433/kabao',
  ])
    expect(readAddress(url)).toEqual({
      connectionString: expect.stringContaining(url.split('?')[0] as string),
      hosts: [],
      wanted: 'any',
      isShared: false,
    })
})

test.each([
  [
    'postgres://u:p@a:5432,b/kabao?target_session_attrs=read-write&sslmode=require',
    [
      { host: 'a', port: 5432 },
      { host: 'b', port: 5432 },
    ],
    'postgres://u:p@/kabao?sslmode=require&host=a&port=5432',
  ],
  [
    'postgres://u:p@[::1]:5433,10.0.0.2:5434/kabao',
    [
      { host: '::1', port: 5433 },
      { host: '10.0.0.2', port: 5434 },
    ],
    'postgres://u:p@/kabao?host=%3A%3A1&port=5433',
  ],
  [
    'postgres://u@/kabao?host=/one,/two&port=5432,5433',
    [
      { host: '/one', port: 5432 },
      { host: '/two', port: 5433 },
    ],
    'postgres://u@/kabao?host=%2Fone&port=5432',
  ],
])('%s names its hosts', (url, hosts, connectionString) => {
  expect(readAddress(url)).toEqual({ connectionString, hosts, wanted: 'read-write', isShared: false })
})

test('a pooler in transaction mode is said, and the parameter is ours', () => {
  expect(readAddress('postgres://u:p@pooler:6432/kabao?pool_mode=transaction')).toEqual({
    connectionString: 'postgres://u:p@pooler:6432/kabao',
    hosts: [],
    wanted: 'any',
    isShared: true,
  })
})

test.each([
  ['mysql://u:hunter2@db/x', /must begin with postgres/],
  ['postgres://u:hunter2@a,/x', /host:port/],
  ['postgres://u:hunter2@a:port,b/x', /host:port/],
  ['postgres://u:hunter2@a,b,c/x?port=1,2', /as many ports as hosts/],
  ['postgres://u:hunter2@a,b/x?target_session_attrs=writable', /target_session_attrs must be one of any/],
  ['postgres://u:hunter2@a/x?pool_mode=statement', /pool_mode must be/],
])('%s is refused without its password', (url, sentence) => {
  expect(faultIn(url)).toMatch(sentence)
  expect(faultIn(url)).not.toContain('hunter2')
})
