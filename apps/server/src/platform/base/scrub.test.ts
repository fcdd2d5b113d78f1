import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger } from '../http/logger.ts'
import { scrub } from './scrub.ts'

test.each([
  ['Key (phone)=(13812345678) already exists', 'Key (phone)=([phone]) already exists'],
  ['call 13800138000.', 'call [phone].'],
  ['138-0013-8000', '[phone]'],
  ['138.0013.8000, 138 0013 8000', '[phone], [phone]'],
  ['１３８００１３８０００', '[phone]'],
  ['tel=+86 138 0013 8000;', 'tel=[phone];'],
  ['avatar_13800138000.png', 'avatar_[phone].png'],
  ['{"text":"a\\n13800138000"}', '{"text":"a\\n[phone]"}'],
  ['id 110105 19491231 002x.', 'id [id number].'],
  ['id 11010519491231002X here', 'id [id number] here'],
  ['postgres://kabao:hunter2@db/kabao', 'postgres://kabao:[password]@db/kabao'],
  ['/api/admin/login?username=a&password=b&x=1', '/api/admin/login?username=a&password=[removed]&x=1'],
  ['hashed with ckey_Zm9v-YmFy_YmF6 at 9', 'hashed with ckey_[removed] at 9'],
  ['signed with whsec_Zm9v-YmFy_YmF6 at 9', 'signed with whsec_[removed] at 9'],
  ['{"token":"abc","n":1}', '{"token":"[removed]","n":1}'],
])('%s is written as %s', (line, clean) => {
  expect(scrub(line)).toBe(clean)
})

test.each([
  '"ms":12,"time":"2026-11-21T09:05:43.120Z"',
  'id 1761234567890123 stays',
  'request 0e13812345678aa',
  '0e138123-4567-4901-8380-a13800138000',
  '0e138123-4567-4901-1380-013800138000',
  '0.13812345678',
  '13812345678.25',
  'from 192.168.100.12 to 10.139.138.1:8080',
  'order 20260301138123456780001 and 202603191405221234',
  '2026-05-14 2026-06-13 9:00',
  '1761234567890 1761234567890123',
])('a number that is not personal data stays: %s', (line) => {
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
