import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { scrub } from './scrub.ts'

test.each([
  ['Key (phone)=(13812345678) already exists', 'Key (phone)=([phone]) already exists'],
  ['id 11010519491231002X here', 'id [id number] here'],
  ['postgres://kabao:hunter2@db/kabao', 'postgres://kabao:[password]@db/kabao'],
  ['/api/admin/login?username=a&password=b&x=1', '/api/admin/login?username=a&password=[removed]&x=1'],
  ['{"token":"abc","n":1}', '{"token":"[removed]","n":1}'],
])('%s is written as %s', (line, clean) => {
  expect(scrub(line)).toBe(clean)
})

test.each([
  '"ms":12,"time":"2026-11-21T09:05:43.120Z"',
  'id 1761234567890123 stays',
  'request 0e13812345678aa',
])('a number that is nobody’s stays: %s', (line) => {
  expect(scrub(line)).toBe(line)
})

test('an error of the database is logged without the values it names', () => {
  let written = ''
  const target = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(张三) exists',
    constraint: 'x_key',
  })
  createLogger('info', target).error(
    { err: error, password: 'hunter2', user: { token: 'abc', phone: 'x' } },
    'failed',
  )
  expect(written).toContain('x_key')
  expect(written).not.toMatch(/张三|hunter2|abc/)
})
