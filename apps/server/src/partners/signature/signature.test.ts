import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import {
  clockSeconds,
  maxSignatures,
  signatureHeaders,
  signatureVectors,
  signedLines,
  vectorSecret,
  vectorTimestamp,
} from '@kabao/contract/partners/signature'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serverRoot } from '#platform/base/paths'
import { canonicalQuery, canonicalText, type SignableRequest } from './canonical.ts'
import { firstDifference } from './difference.ts'
import { signatureOf, signedHeaders } from './sign.ts'
import { verifySignature } from './verify.ts'

const requestOf = ({ method, target, nonce, body }: (typeof signatureVectors)[number]): SignableRequest => ({
  method,
  target,
  timestamp: vectorTimestamp,
  nonce,
  body: Buffer.from(body),
})

/** The signed text and the signature of requests, by the second implementation in Python. */
function reference(requests: (Omit<SignableRequest, 'body'> & { body: string; secret: string })[]) {
  const script = join(serverRoot, 'test/signature/reference.py')
  const { status, stdout, stderr } = spawnSync('python3', [script], {
    input: JSON.stringify(requests),
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as { text: string; signature: string }[]
}
const hasPython = spawnSync('python3', ['--version']).status === 0

test('the first two vectors, written out', () => {
  const [post, get] = signatureVectors.map((vector) => signatureOf(vectorSecret, requestOf(vector)))
  expect(post).toBe('v1=bc1fa9b06ec4d40603935f6dca61aa5fa1ce9af3243e3c8d33602d2fbcf8e8a3')
  expect(get).toBe('v1=30672ae8d7d6120bfd419acd76238b67b510b572dd89cc73cedc0a5f62bec50d')
})

test.each(signatureVectors)('vector $nonce: $words.1', (vector) => {
  expect(signatureOf(vectorSecret, requestOf(vector))).toBe(vector.signature)
})

test('the signed text has six lines, without a line break after the last', () => {
  const [post] = signatureVectors
  expect(canonicalText(requestOf(post as (typeof signatureVectors)[number])).split('\n')).toEqual([
    'POST',
    '/open/user',
    '',
    '1790000000',
    'n-0000000000000001',
    '294b8402e237eae7ee64ee878c78d8715c1171b92e4cd166ec9d873abe0aac8f',
  ])
  expect(signedLines).toHaveLength(6)
})

describe('the signed form of a query', () => {
  test.each([
    ['', ''],
    ['a', 'a='],
    ['a=', 'a='],
    ['=', '='],
    ['=x', '=x'],
    ['a=b=c', 'a=b%3Dc'],
    ['a=1+1', 'a=1%201'],
    ['a=1%2B1', 'a=1%2B1'],
    ['a=%e6%b7%b1', 'a=%E6%B7%B1'],
    ['a=深', 'a=%E6%B7%B1'],
    ['a=%7E~', 'a=~~'],
    ["a=!*'()", 'a=%21%2A%27%28%29'],
    ['a=100%', 'a=100%25'],
    ['a=%zz', 'a=%25zz'],
    ['a=%+1', 'a=%25%201'],
    ['a=%2', 'a=%252'],
    ['a=%252F', 'a=%252F'],
    ['&a=1&&b=2&', 'a=1&b=2'],
    ['a=2&a=10', 'a=10&a=2'],
    ['a-b=1&a=2', 'a=2&a-b=1'],
    ['a=%ff&a=%fe', 'a=%FE&a=%FF'],
  ])('%s → %s', (query, expected) => expect(canonicalQuery(query)).toBe(expected))

  /** Text that a query can have: unreserved and reserved characters, valid and broken percent-encoding. */
  const piece = fc
    .array(
      fc.oneof(
        fc.constantFrom(..."aB0-._~!*'();:@,/?$+%[] 深😀é"),
        fc.constantFrom('%41', '%c3%a9', '%ff', '%2b', '%3D', '%26'),
      ),
    )
    .map((parts) => parts.join(''))
  const query = fc
    .array(fc.tuple(piece, fc.option(piece)), { maxLength: 6 })
    .map((pairs) => pairs.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&'))

  test('has the signed form of itself', () => {
    fc.assert(
      fc.property(query, (sent) => {
        const once = canonicalQuery(sent)
        expect(canonicalQuery(once)).toBe(once)
      }),
    )
  })

  test('does not depend on the order of its pairs', () => {
    fc.assert(
      fc.property(query, (sent) => {
        expect(canonicalQuery(sent.split('&').reverse().join('&'))).toBe(canonicalQuery(sent))
      }),
    )
  })

  test('has only unreserved characters, percent signs with capital digits, = and &', () => {
    fc.assert(
      fc.property(query, (sent) => {
        expect(canonicalQuery(sent)).toMatch(/^(?:[A-Za-z0-9._~=&-]|%[0-9A-F]{2})*$/)
      }),
    )
  })

  test('keeps every pair: decoded, they are those that were sent', () => {
    const clean = fc.string({ unit: 'binary', maxLength: 12 })
    fc.assert(
      fc.property(fc.array(fc.tuple(clean, clean), { maxLength: 6 }), (pairs) => {
        const sent = new URLSearchParams(pairs)
        const inOrder = (each: Iterable<[string, string]>) =>
          [...each].map((pair) => JSON.stringify(pair)).sort()
        expect(inOrder(new URLSearchParams(canonicalQuery(sent.toString())))).toEqual(inOrder(sent))
      }),
    )
  })

  test.skipIf(!hasPython)('is that of the second implementation in Python (skipped without python3)', () => {
    const requests = fc.sample(
      fc.record({
        secret: fc.string({ minLength: 1 }),
        method: fc.constantFrom('GET', 'POST', 'PUT'),
        target: fc
          .tuple(fc.constantFrom('/open/visit', '/open/order/A%2fb', '/open/深圳/%E6'), fc.option(query))
          .map(([path, sent]) => (sent === null ? path : `${path}?${sent}`)),
        timestamp: fc.nat().map(String),
        nonce: fc.stringMatching(/^[A-Za-z0-9_-]{16,64}$/),
        body: fc.string({ unit: 'grapheme' }),
      }),
      500,
    )
    const ours = requests.map(({ secret, body, ...rest }) => {
      const request = { ...rest, body: Buffer.from(body) }
      return { text: canonicalText(request), signature: signatureOf(secret, request) }
    })
    expect(ours).toEqual(reference(requests))
  })

  test.skipIf(!hasPython)(
    'the vectors are those of the second implementation (skipped without python3)',
    () => {
      const requests = signatureVectors.map(({ method, target, nonce, body }) => ({
        secret: vectorSecret,
        timestamp: vectorTimestamp,
        method,
        target,
        nonce,
        body,
      }))
      expect(reference(requests).map(({ signature }) => signature)).toEqual(
        signatureVectors.map(({ signature }) => signature),
      )
    },
  )
})

describe('a signed request is checked', () => {
  const now = 1_790_000_000_500
  const current = { value: 'whsec_current', id: '1' }
  const previous = { value: 'whsec_previous', id: '2' }
  const secrets = [current, previous]
  const request = {
    method: 'POST',
    target: '/open/user',
    timestamp: vectorTimestamp,
    nonce: 'n-0000000000000001',
    body: Buffer.from('{"a":1}'),
  }
  const signed = (secret = current.value, changed: Partial<SignableRequest> = {}) => {
    const base = { ...request, ...changed }
    return { ...base, signature: signatureOf(secret, base) }
  }

  test('each live secret is accepted, and the answer says which', () => {
    expect(verifySignature(signed(), secrets, now)).toEqual({ secret: current })
    expect(verifySignature(signed(previous.value), secrets, now)).toEqual({ secret: previous })
    expect(verifySignature(signed('whsec_other'), secrets, now)).toEqual({ fault: 'signature' })
  })

  test('one of several signatures is enough; unknown versions are skipped', () => {
    const right = signed().signature
    const wrong = signed('whsec_other').signature
    const with_ = (signature: string) => verifySignature({ ...request, signature }, [current], now)
    expect(with_(`${wrong} ${right}`)).toEqual({ secret: current })
    expect(with_(`v2=abc ${right}`)).toEqual({ secret: current })
    expect(with_(right.replace(/[a-f]/g, (digit) => digit.toUpperCase()))).toEqual({ secret: current })
    for (const bad of [
      '',
      wrong,
      right.slice(0, -1),
      `${right}0`,
      right.replace('v1=', ''),
      right.replace('v1', 'v2'),
      `${right},${wrong}`,
    ])
      expect(with_(bad), bad).toEqual({ fault: 'signature' })
    expect(with_([...Array(maxSignatures).fill(wrong), right].join(' '))).toEqual({ fault: 'signature' })
  })

  test('what was signed cannot be changed', () => {
    const { signature } = signed()
    for (const changed of [
      { method: 'PUT' },
      { target: '/open/user?a=1' },
      { target: '/open/User' },
      { timestamp: '1790000001' },
      { nonce: 'n-0000000000000002' },
      { body: Buffer.from('{"a": 1}') },
      { body: Buffer.alloc(0) },
    ])
      expect(verifySignature({ ...request, signature, ...changed }, secrets, now)).toEqual({
        fault: 'signature',
      })
  })

  test('the clock may be 300 seconds off in both directions, and not one more', () => {
    const at = (seconds: number) =>
      verifySignature(signed(current.value, { timestamp: String(1_790_000_000 + seconds) }), secrets, now)
    for (const seconds of [-clockSeconds, 0, clockSeconds]) expect(at(seconds)).toEqual({ secret: current })
    for (const seconds of [-clockSeconds - 1, clockSeconds + 1])
      expect(at(seconds)).toEqual({ fault: 'clock' })
  })

  test.each([
    '',
    ' 1790000000',
    '1790000000.0',
    '1790000000500',
    '+1790000000',
    '0x6ab13b80',
    '１７９０００００００',
  ])('the timestamp “%s” is refused', (timestamp) => {
    expect(verifySignature(signed(current.value, { timestamp }), secrets, now)).toEqual({ fault: 'clock' })
  })

  test.each([
    '',
    'x'.repeat(15),
    'x'.repeat(65),
    'n-00000000000000 1',
    'n-000000000000000\n',
    'ñ-00000000000000',
  ])('the nonce “%s” is refused', (nonce) => {
    expect(verifySignature(signed(current.value, { nonce }), secrets, now)).toEqual({ fault: 'nonce' })
  })

  test('of several faults, the first is named: key, clock, nonce, signature', () => {
    const bad = { ...request, timestamp: '0', nonce: '', signature: '' }
    expect(verifySignature(bad, [], now)).toEqual({ fault: 'key' })
    expect(verifySignature(bad, secrets, now)).toEqual({ fault: 'clock' })
    expect(verifySignature({ ...bad, timestamp: vectorTimestamp }, secrets, now)).toEqual({ fault: 'nonce' })
    expect(verifySignature({ ...request, signature: '' }, secrets, now)).toEqual({ fault: 'signature' })
  })

  test('what we send is accepted by either secret, and no two requests have the same nonce', () => {
    const sent = signedHeaders(request, [current.value, previous.value], now)
    const received = {
      ...request,
      timestamp: sent[signatureHeaders.timestamp] ?? '',
      nonce: sent[signatureHeaders.nonce] ?? '',
      signature: sent[signatureHeaders.signature] ?? '',
    }
    expect(verifySignature(received, [current], now)).toEqual({ secret: current })
    expect(verifySignature(received, [previous], now)).toEqual({ secret: previous })
    const nonces = Array.from({ length: 100 }, () => signedHeaders(request, [], now)[signatureHeaders.nonce])
    expect(new Set(nonces).size).toBe(100)
  })

  test('a signature is the HMAC of the text with the bytes of the secret as they are written', () => {
    const hex = createHmac('sha256', Buffer.from('whsec_current'))
      .update(canonicalText(request))
      .digest('hex')
    expect(signed().signature).toBe(`v1=${hex}`)
  })
})

describe('the first difference of two signed texts', () => {
  const ours = ['GET', '/open/user', 'a=1%201&b=2', '1790000000', 'n-0000000000000002', 'e3b0'].join('\n')

  test('equal texts have none', () => expect(firstDifference(ours, ours)).toBeNull())

  test.each([
    ['get', ours.replace('GET', 'get'), { line: 'method', lineNumber: 1, column: 1 }],
    ['a plus sign for a space', ours.replace('%20', '+'), { line: 'query', lineNumber: 3, column: 4 }],
    [
      'no line for an empty query',
      ours.replace('a=1%201&b=2\n', ''),
      { line: 'query', theirs: '1790000000' },
    ],
    [
      'a line break at the end',
      `${ours}\n`,
      { line: 'end', lineNumber: 7, column: 1, ours: null, theirs: '' },
    ],
    [
      'a missing line',
      ours.replace('\ne3b0', ''),
      { line: 'bodyHash', column: 1, ours: 'e3b0', theirs: null },
    ],
    ['a carriage return', ours.replace('GET', 'GET\r'), { line: 'method', column: 4 }],
    ['a shorter line', ours.replace('e3b0', 'e3'), { line: 'bodyHash', column: 3 }],
    ['nothing', '', { line: 'method', column: 1, theirs: '' }],
  ])('%s', (_what, theirs, expected) => expect(firstDifference(ours, theirs)).toMatchObject(expected))

  test('is where the texts are equal before and different at', () => {
    const line = fc.string({ maxLength: 5, unit: fc.constantFrom('a', 'b', '😀') })
    const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = firstDifference(a, b)
        expect(found === null).toBe(a === b)
        if (!found) return
        const [left, right] = [a.split('\n'), b.split('\n')]
        expect(left.slice(0, found.lineNumber - 1)).toEqual(right.slice(0, found.lineNumber - 1))
        const [mine, yours] = [[...(found.ours ?? '')], [...(found.theirs ?? '')]]
        expect(mine.slice(0, found.column - 1)).toEqual(yours.slice(0, found.column - 1))
        if (found.ours !== null && found.theirs !== null)
          expect(mine[found.column - 1]).not.toBe(yours[found.column - 1])
      }),
    )
  })
})
