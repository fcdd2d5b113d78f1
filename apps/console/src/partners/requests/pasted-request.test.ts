import { expect, test } from 'vitest'
import { readPasted } from './pasted-request.ts'

const head = `POST /open/user?b=2 HTTP/1.1
Host: api.example.com
X-Channel: ck_0123456789
x-timestamp: 1790000000
x-nonce: n-0000000000000001
x-signature: v1=abc v1=def`

test('a whole request is taken apart, and its body stays byte for byte', () => {
  expect(readPasted(`${head}\n\n{"a": 1}\n\n`, 'channel')).toEqual({
    method: 'POST',
    target: '/open/user?b=2',
    key: 'ck_0123456789',
    timestamp: '1790000000',
    nonce: 'n-0000000000000001',
    signature: 'v1=abc v1=def',
    body: '{"a": 1}\n\n',
  })
})

test('line breaks of HTTP, a whole address and a missing body', () => {
  const text = `get https://api.example.com/open/order/1 HTTP/1.1\r\nx-org: ck_org\r\nx-channel: ck_no\r\n`
  expect(readPasted(text, 'org')).toEqual({ method: 'GET', target: '/open/order/1', key: 'ck_org' })
})

test('headers alone are read too, and anything else gives nothing', () => {
  expect(readPasted('x-nonce: n-1\nx-timestamp: 5', 'channel')).toEqual({ nonce: 'n-1', timestamp: '5' })
  expect(readPasted('hello world', 'channel')).toEqual({})
  expect(readPasted('', 'channel')).toEqual({})
})
