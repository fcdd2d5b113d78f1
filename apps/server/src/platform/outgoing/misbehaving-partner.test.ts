import { type AddressInfo, createServer, connect as netConnect, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterEach, describe, expect, test } from 'vitest'
import { certificateFor } from '#test/certificate'
import { secret } from '#test/harness'
import { createOutgoing, type OutgoingLine, type OutgoingOptions, type OutgoingRequest } from './outgoing.ts'

interface Partner {
  port: number
  connections: number
  /** Whole requests, as they arrived. */
  requests: string[]
  open: Set<Socket>
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A real server on loopback that runs `behave` once a request has arrived whole. */
async function partner(
  behave: (socket: Socket, request: string) => void,
  { tls, onConnect }: { tls?: { key: string; cert: string }; onConnect?: (socket: Socket) => void } = {},
): Promise<Partner> {
  const self: Partner = { port: 0, connections: 0, requests: [], open: new Set() }
  const serve = (socket: Socket) => {
    self.connections += 1
    self.open.add(socket)
    let request = ''
    socket.on('error', () => {}).on('close', () => self.open.delete(socket))
    onConnect?.(socket)
    socket.on('data', (chunk) => {
      request += chunk.toString('latin1')
      const [head = '', body] = request.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      self.requests.push(request)
      behave(socket, request)
      request = ''
    })
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  if (tls) server.on('tlsClientError', () => {})
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  self.port = (server.address() as AddressInfo).port
  return self
}

const roomy = { concurrent: 5, calls: 1_000, seconds: 60 }

function call(
  { port }: { port: number },
  request: Partial<OutgoingRequest> = {},
  options: OutgoingOptions = {},
) {
  return createOutgoing({ listed: [`127.0.0.1:${port}`], ...options }).call({
    address: `http://127.0.0.1:${port}/deliver?a=b`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
    deadlineMs: 10_000,
    key: 'partner',
    limits: roomy,
    ...request,
  })
}

const answer = (body: string | Buffer, head = '') =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ])

/** The number of open connections, once the event loop had time to close them. */
async function left({ open }: Partner) {
  for (let turn = 0; open.size > 0 && turn < 100; turn++) await new Promise((done) => setTimeout(done, 10))
  return open.size
}

describe('a response', () => {
  test('is returned whole, and the request was sent as given', async () => {
    const one = await partner((socket) =>
      socket.write(answer('{"ok":true}', 'X-Id: 7\r\nSet-Cookie: a=b\r\n')),
    )
    const result = await call(one)
    expect(result).toEqual({
      kind: 'answer',
      status: 200,
      headers: { 'x-id': '7', 'content-length': '11' },
      body: '{"ok":true}',
      tooLarge: false,
      unreadable: null,
      ms: expect.any(Number),
    })
    const [request = ''] = one.requests
    expect(request).toMatch(/^POST \/deliver\?a=b HTTP\/1\.1\r\n/)
    expect(request.toLowerCase()).toContain(`host: 127.0.0.1:${one.port}\r\n`)
    expect(request.toLowerCase()).toContain('accept-encoding: identity\r\n')
    expect(request.endsWith('\r\n\r\n{"a":1}')).toBe(true)
    expect(await left(one)).toBe(0)
  })

  test('may arrive before the whole request was sent', async () => {
    const head = 'HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
    const one = await partner(() => {}, {
      onConnect: (socket) => void socket.once('data', () => socket.write(head)),
    })
    expect(await call(one, { body: 'a'.repeat(20_000_000) })).toMatchObject({ kind: 'answer', status: 413 })
    expect(await left(one)).toBe(0)
  })

  test.each([301, 302, 303, 307, 308])('of status %i is returned and not followed', async (status) => {
    const target = await partner((socket) => socket.write(answer('secret')))
    const one = await partner((socket) =>
      socket.write(
        `HTTP/1.1 ${status} Moved\r\nlocation: http://127.0.0.1:${target.port}/\r\ncontent-length: 0\r\n\r\n`,
      ),
    )
    const result = await call(one)
    expect(result).toMatchObject({ kind: 'answer', status, body: '' })
    expect(target.connections).toBe(0)
    expect(one.connections).toBe(1)
  })

  test('of status 5xx is a response too', async () => {
    const one = await partner((socket) =>
      socket.write('HTTP/1.1 503 No\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n'),
    )
    expect(await call(one)).toMatchObject({ kind: 'answer', status: 503, headers: { 'retry-after': '5' } })
  })

  test('after a few interim responses counts', async () => {
    const one = await partner((socket) =>
      socket.write(Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)), answer('ok')])),
    )
    expect(await call(one)).toMatchObject({ kind: 'answer', body: 'ok' })
  })

  test('without a length ends with the connection', async () => {
    const one = await partner((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'))
    expect(await call(one)).toMatchObject({ kind: 'answer', body: 'all of it' })
  })
})

describe('a large response is cut', () => {
  const limit = 64 * 1024

  test('10 MB with a length', async () => {
    let isClosed = false
    const one = await partner((socket) => {
      socket.on('close', () => {
        isClosed = true
      })
      socket.write(answer('a'.repeat(10_000_000)))
    })
    expect(await call(one)).toMatchObject({
      kind: 'answer',
      status: 200,
      body: 'a'.repeat(limit),
      tooLarge: true,
    })
    expect(await left(one)).toBe(0)
    expect(isClosed).toBe(true)
  })

  test('without an end', async () => {
    const one = await partner((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const timer = setInterval(() => socket.write(`2000\r\n${'b'.repeat(0x2000)}\r\n`), 1)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await call(one)).toMatchObject({ body: 'b'.repeat(limit), tooLarge: true })
    expect(await left(one)).toBe(0)
  })

  test('but not a body that just fits', async () => {
    const one = await partner((socket) => socket.write(answer('c'.repeat(limit))))
    expect(await call(one)).toMatchObject({ body: 'c'.repeat(limit), tooLarge: false })
  })

  test('in the middle of a character, which is left out', async () => {
    const one = await partner((socket) => socket.write(answer('卡'.repeat(30_000))))
    const result = await call(one)
    expect(result).toMatchObject({
      body: '卡'.repeat(Math.floor(limit / 3)),
      tooLarge: true,
      unreadable: null,
    })
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('a small %s body that would decompress to 50 MB', async (coding, compress) => {
    const bytes = compress(Buffer.alloc(50_000_000, 'd'))
    const one = await partner((socket) => socket.write(answer(bytes, `content-encoding: ${coding}\r\n`)))
    expect(await call(one)).toMatchObject({ body: 'd'.repeat(limit), tooLarge: true, unreadable: null })
  })
})

describe('a response of which the bytes are wanted', () => {
  const bytes = gzipSync('卡包'.repeat(100_000), { level: 0 })

  test('is given as it came, although it is larger than a text may be', async () => {
    const one = await partner((socket) => socket.write(answer(bytes, 'content-encoding: gzip\r\n')))
    const result = await call(one, { bytes: { most: bytes.length } })
    expect(result).toMatchObject({ kind: 'answer', body: '', tooLarge: false, unreadable: null })
    expect((result as { bytes: Buffer }).bytes.equals(bytes)).toBe(true)
  })

  test('is cut at the size that was asked for', async () => {
    const one = await partner((socket) => socket.write(answer(bytes)))
    const result = await call(one, { bytes: { most: 100_000 } })
    expect(result).toMatchObject({ kind: 'answer', tooLarge: true })
    expect((result as { bytes: Buffer }).bytes.equals(bytes.subarray(0, 100_000))).toBe(true)
    expect(await left(one)).toBe(0)
  })
})

describe('the encoding of a response', () => {
  const text = '卡包：已收到'
  test.each([
    ['text/plain; charset=gbk', iconv.encode(text, 'gbk'), text, null],
    ['text/plain; charset="GB18030"', iconv.encode(text, 'gb18030'), text, null],
    ['text/plain;charset=big5', iconv.encode('已收到', 'big5'), '已收到', null],
    ['text/plain; charset=utf-16le', iconv.encode(text, 'utf-16le'), text, null],
    ['application/json', Buffer.from(text), text, null],
    ['text/plain; charset=utf-8', Buffer.from(`\uFEFF${text}`), text, null],
    ['text/plain; charset=utf-8', iconv.encode('已', 'gbk'), '\uFFFD\uFFFD', 'charset'],
    ['text/plain; charset=base64', Buffer.from('aGVsbG8='), 'aGVsbG8=', null],
    ['text/plain; charset=rubbish', Buffer.from(text), text, 'charset'],
    ['text/plain; charset=rubbish', Buffer.from('plain'), 'plain', null],
    ['text/plain', Buffer.from('a\0b'), 'a\uFFFDb', 'charset'],
    ['text/plain; charset=utf-16le', Buffer.from([0x00, 0xd8]), '\uFFFD', 'charset'],
  ])('%s (%#)', async (type, bytes, body, unreadable) => {
    const one = await partner((socket) => socket.write(answer(bytes, `content-type: ${type}\r\n`)))
    expect(await call(one)).toMatchObject({ kind: 'answer', body, unreadable, tooLarge: false })
  })

  test.each([
    ['gzip', gzipSync(text), text, null],
    ['GZIP', gzipSync(text), text, null],
    ['br', brotliCompressSync(text), text, null],
    ['identity', Buffer.from(text), text, null],
    ['gzip', Buffer.from('no gzip at all'), '', 'encoding'],
    ['gzip', gzipSync(text).subarray(0, 12), '', 'encoding'],
    ['gzip, gzip', gzipSync(gzipSync(text)), '', 'encoding'],
    ['constructor', Buffer.from(text), '', 'encoding'],
  ])('compressed as %s (%#)', async (coding, bytes, body, unreadable) => {
    const one = await partner((socket) => socket.write(answer(bytes, `content-encoding: ${coding}\r\n`)))
    expect(await call(one)).toMatchObject({ kind: 'answer', body, unreadable })
  })
})

describe('the result is unknown, because the other side may have acted, if', () => {
  test.each<[string, (socket: Socket) => void, object]>([
    ['it closes the connection after the request', (socket) => socket.end(), { why: 'broken' }],
    ['it resets the connection', (socket) => socket.resetAndDestroy(), { why: 'broken' }],
    [
      'it ends before the announced length',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'),
      { why: 'broken', status: 200 },
    ],
    [
      'it ends in the middle of a chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\nshort'),
      { status: 200 },
    ],
    [
      'it sends chunks without a length',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nshort\r\n'),
      { why: 'badAnswer', status: 200 },
    ],
    [
      'its status line is rubbish',
      (socket) => socket.end('I am no web server\r\n\r\n'),
      { why: 'badAnswer' },
    ],
    ['it speaks another protocol', (socket) => socket.end('220 mail ESMTP\r\n'), { why: 'badAnswer' }],
    [
      'its status is 999',
      (socket) => socket.end('HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n'),
      { why: 'badAnswer' },
    ],
    [
      'it switches the protocol unasked',
      (socket) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      { why: 'badAnswer' },
    ],
    [
      'it says “continue” unasked',
      (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
      { why: 'badAnswer' },
    ],
    [
      'it sends interim answers without an end',
      (socket) => {
        const timer = setInterval(
          () => socket.write('HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n'.repeat(5)),
          1,
        )
        socket.on('close', () => clearInterval(timer))
      },
      { why: 'badAnswer' },
    ],
    [
      'its header is 1 MB',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`),
      { why: 'headersTooLarge' },
    ],
    [
      'it has 100,000 headers',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x: a\r\n'.repeat(100_000)}\r\n`),
      { why: 'headersTooLarge' },
    ],
    [
      'its trailers are 1 MB',
      (socket) =>
        socket.write(
          `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${`x: ${'a'.repeat(1_000)}\r\n`.repeat(1_000)}\r\n`,
        ),
      { why: 'headersTooLarge', status: 200 },
    ],
  ])('%s', async (_what, behave, expected) => {
    const one = await partner(behave)
    const result = await call(one)
    expect(result).toMatchObject({ kind: 'unknown', ...expected })
    expect(one.requests).toHaveLength(1)
    expect(one.connections).toBe(1)
    expect(await left(one)).toBe(0)
  })

  test.each<[string, (socket: Socket) => void]>([
    ['it never answers', () => {}],
    [
      'it sends its head a byte at a time',
      (socket) => {
        const head = [...'HTTP/1.1 200 OK\r\n', ...'x: a\r\n'.repeat(1_000)]
        const timer = setInterval(() => socket.write(head.shift() ?? 'x'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
    [
      'it sends its body a byte at a time',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n')
        const timer = setInterval(() => socket.write('a'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ])('%s, until the deadline ends it', async (_what, behave) => {
    const one = await partner(behave)
    const begun = performance.now()
    expect(await call(one, { deadlineMs: 400 })).toMatchObject({ kind: 'unknown', why: 'timeout' })
    expect(performance.now() - begun).toBeLessThan(3_000)
    expect(one.requests).toHaveLength(1)
    expect(await left(one)).toBe(0)
  })

  test('it does not read the request to its end', async () => {
    const one = await partner(() => {}, { onConnect: (socket) => void socket.pause() })
    const result = await call(one, { deadlineMs: 400, body: 'a'.repeat(30_000_000) })
    expect(result).toEqual({ kind: 'unknown', why: 'timeout' })
    for (const socket of one.open) socket.resume()
    expect(await left(one)).toBe(0)
  })

  test('the caller gives up', async () => {
    const stop = new AbortController()
    const one = await partner(() => stop.abort())
    expect(await call(one, { signal: stop.signal })).toEqual({ kind: 'unknown', why: 'stopped' })
    expect(await left(one)).toBe(0)
  })
})

describe('the result is not sent, because nothing of the request was sent, if', () => {
  test('nothing listens', async () => {
    const one = await partner(() => {})
    await new Promise((done) => servers.pop()?.close(done))
    expect(await call(one)).toEqual({ kind: 'notSent', why: 'connectionRefused' })
  })

  test('the name is resolved too slowly', async () => {
    const one = await partner(() => {})
    const options = {
      schemes: ['http'] as const,
      ports: [one.port],
      resolve: () => new Promise<never>(() => {}),
    }
    const result = await call(one, { address: `http://a.test:${one.port}/`, deadlineMs: 200 }, options)
    expect(result).toEqual({ kind: 'notSent', why: 'timeout' })
    expect(one.connections).toBe(0)
  })

  test('the caller had given up before', async () => {
    const one = await partner(() => {})
    expect(await call(one, { signal: AbortSignal.abort() })).toEqual({ kind: 'notSent', why: 'stopped' })
    expect(one.requests).toEqual([])
  })

  test('the next address of a name is tried if the first does not answer', async () => {
    const one = await partner((socket) => socket.write(answer('second')))
    const dialed: string[] = []
    const result = await call(
      one,
      { address: `http://a.test:${one.port}/` },
      {
        schemes: ['http'],
        ports: [one.port],
        resolve: async () => ['8.8.8.8', '1.1.1.1'],
        // Nothing leaves this machine, because the first address is a closed local port and the second is the partner.
        dial: (address) => {
          dialed.push(address)
          return netConnect({ host: '127.0.0.1', port: address === '1.1.1.1' ? one.port : 1 })
        },
      },
    )
    expect(result).toMatchObject({ kind: 'answer', body: 'second' })
    expect(dialed).toEqual(['8.8.8.8', '1.1.1.1'])
  })
})

describe('TLS', () => {
  const hour = 3_600_000
  const good = certificateFor(['partner.test', '127.0.0.1'])
  const behave = (socket: Socket) => void socket.write(answer('secure'))
  const over = (one: Partner, ca?: string, host = 'partner.test') =>
    call(
      one,
      { address: `https://${host}:${one.port}/` },
      {
        ports: [one.port],
        resolve: async () => ['8.8.8.8'],
        dial: () => netConnect({ host: '127.0.0.1', port: one.port }),
        ...(ca === undefined ? {} : { ca }),
      },
    )

  test('a trusted certificate of this name is accepted', async () => {
    const one = await partner(behave, { tls: good })
    expect(await over(one, good.cert)).toMatchObject({ kind: 'answer', body: 'secure' })
    expect(one.requests[0]).toContain(`partner.test:${one.port}`)
  })

  test('a trusted certificate of this address is accepted', async () => {
    const one = await partner(behave, { tls: good })
    expect(await over(one, good.cert, '127.0.0.1')).toMatchObject({ kind: 'answer' })
  })

  test.each([
    ['tlsSelfSigned', good, undefined],
    ['tlsWrongName', certificateFor(['other.test']), 'own'],
    ['tlsExpired', certificateFor(['partner.test'], { until: new Date(Date.now() - hour / 2) }), 'own'],
    ['tlsExpired', certificateFor(['partner.test'], { from: new Date(Date.now() + hour / 2) }), 'own'],
  ])('%s (%#) ends the call before anything is sent', async (why, tls, ca) => {
    const one = await partner(behave, { tls })
    expect(await over(one, ca && tls.cert)).toEqual({ kind: 'notSent', why })
    expect(one.requests).toEqual([])
    expect(await left(one)).toBe(0)
  })

  test('the port speaks no TLS', async () => {
    const one = await partner(() => {}, {
      onConnect: (socket) => void socket.write('HTTP/1.1 400 Bad\r\n\r\n'),
    })
    expect(await over(one)).toEqual({ kind: 'notSent', why: 'tlsFailed' })
  })

  test('the other side closes during the handshake', async () => {
    const one = await partner(() => {}, {
      onConnect: (socket) => void socket.once('data', () => socket.end()),
    })
    expect(await over(one)).toEqual({ kind: 'notSent', why: 'tlsFailed' })
  })

  test('the handshake never ends', async () => {
    const one = await partner(() => {})
    const result = await call(one, { address: `https://127.0.0.1:${one.port}/`, deadlineMs: 300 })
    expect(result).toEqual({ kind: 'notSent', why: 'timeout' })
    expect(await left(one)).toBe(0)
  })
})

describe('a header', () => {
  test.each([
    [{ 'x-a': 'b\r\nx-c: d' }],
    [{ 'x a': 'b' }],
    [{ '': 'b' }],
    [{ 'x-a': '卡包' }],
    [{ 'x-a': 'a\0b' }],
    [{ Host: 'other.test' }],
    [{ 'Content-Length': '1' }],
    [{ 'transfer-encoding': 'chunked' }],
    [{ Connection: 'upgrade' }],
    [{ expect: '100-continue' }],
    [{ 'x-a': 'a'.repeat(10_000) }],
  ])('%j is refused before anything is sent', async (headers) => {
    const one = await partner((socket) => socket.write(answer('ok')))
    expect(await call(one, { headers: headers as Record<string, string> })).toEqual({
      kind: 'refused',
      why: 'headers',
    })
    expect(one.connections).toBe(0)
  })
})

describe('limits', () => {
  test('a key has no more calls under way than allowed, and other keys do not wait', async () => {
    const waiting: Socket[] = []
    const one = await partner((socket) => void waiting.push(socket))
    const outgoing = createOutgoing({ listed: [`127.0.0.1:${one.port}`] })
    const request = (key: string) =>
      outgoing.call({
        address: `http://127.0.0.1:${one.port}/`,
        method: 'GET',
        deadlineMs: 20_000,
        key,
        limits: { concurrent: 2, calls: 100, seconds: 60 },
      })
    const first = [request('a'), request('a'), request('b')]
    await expect.poll(() => waiting.length).toBe(3)
    expect(await request('a')).toEqual({ kind: 'notSent', why: 'busy' })
    expect(one.connections).toBe(3)
    for (const socket of waiting) socket.write(answer('ok'))
    for (const result of await Promise.all(first)) expect(result).toMatchObject({ kind: 'answer' })
    const again = request('a')
    await expect.poll(() => waiting.length).toBe(4)
    waiting[3]?.write(answer('ok'))
    expect(await again).toMatchObject({ kind: 'answer' })
  })

  test('no more calls begin in a period than allowed, and the result says when the next may', async () => {
    const one = await partner((socket) => socket.write(answer('ok')))
    const outgoing = createOutgoing({ listed: [`127.0.0.1:${one.port}`] })
    const request = (key: string) =>
      outgoing.call({
        address: `http://127.0.0.1:${one.port}/`,
        method: 'GET',
        deadlineMs: 5_000,
        key,
        limits: { concurrent: 100, calls: 3, seconds: 60 },
      })
    const results = await Promise.all(Array.from({ length: 10 }, () => request('a')))
    expect(results.filter(({ kind }) => kind === 'answer')).toHaveLength(3)
    const kept = results.find(({ kind }) => kind === 'notSent')
    expect(kept).toMatchObject({ why: 'rate', retryInMs: expect.any(Number) })
    expect(kept && 'retryInMs' in kept && kept.retryInMs).toBeGreaterThan(30_000)
    expect(one.connections).toBe(3)
    expect(await request('b')).toMatchObject({ kind: 'answer' })
  })

  test('a refused address does not count towards the limits', async () => {
    const outgoing = createOutgoing()
    const limits = { concurrent: 1, calls: 1, seconds: 60 }
    const request = (address: string) =>
      outgoing.call({ address, method: 'GET', deadlineMs: 1_000, key: 'a', limits })
    for (let turn = 0; turn < 3; turn++)
      expect(await request('http://localhost/')).toMatchObject({ kind: 'refused' })
  })
})

describe('the log of a call', () => {
  const hidden = secret('outgoing-secret-5c1f')
  const secrets: Partial<OutgoingRequest> = { headers: { authorization: `Bearer ${hidden}` }, body: hidden }

  test.each<[string, (socket: Socket) => void, object]>([
    [
      'an answer',
      (socket) => socket.write(answer(hidden, `x-secret: ${hidden}\r\n`)),
      { kind: 'answer', status: 200 },
    ],
    ['rubbish', (socket) => socket.end(hidden), { kind: 'unknown', why: 'badAnswer' }],
    ['a break', (socket) => socket.end(), { kind: 'unknown', why: 'broken' }],
  ])('%s has no path, header or body in it', async (_what, behave, expected) => {
    const one = await partner(behave)
    const lines: OutgoingLine[] = []
    const address = `http://127.0.0.1:${one.port}/${hidden}?token=${hidden}`
    const result = await call(one, { ...secrets, address }, { report: (line) => void lines.push(line) })
    const always = { purpose: 'partner', ms: expect.any(Number) }
    expect(lines).toEqual([{ target: `127.0.0.1:${one.port}`, ...always, ...expected }])
    expect(one.requests[0]).toContain(hidden)
    if (result.kind !== 'answer') expect(JSON.stringify(result)).not.toContain(hidden)
  })

  test('an address that cannot be read is not repeated', async () => {
    const lines: OutgoingLine[] = []
    await call(
      { port: 80 },
      { address: `http://user:${hidden}@a.test/` },
      { report: (line) => void lines.push(line) },
    )
    const always = { purpose: 'partner', ms: expect.any(Number) }
    expect(lines).toEqual([{ target: null, kind: 'refused', why: 'credentials', ...always }])
  })
})
