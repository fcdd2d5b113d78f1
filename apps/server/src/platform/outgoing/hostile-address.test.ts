import { type AddressInfo, createServer, connect as netConnect, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutgoing, type OutgoingOptions } from './outgoing.ts'
import { mayConnect } from './public-address.ts'

/** Listens on every address of this machine, and counts the connections. */
let server: Server
let port = 0
let connections = 0
/** Addresses for which a socket was requested. */
let dialed: string[] = []

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '0.0.0.0', resolve)
  })
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())
beforeEach(() => {
  connections = 0
  dialed = []
})

/** Every scheme and port is allowed, so that only the address itself can stop a request. */
const outgoing = (options: Partial<OutgoingOptions> = {}) =>
  createOutgoing({
    schemes: ['http', 'https'],
    ports: [port, 80, 443],
    resolve: async () => {
      throw new Error('No name may be resolved')
    },
    dial: (address, at) => {
      dialed.push(address)
      return netConnect({ host: address, port: at })
    },
    ...options,
  })

const call = (address: string, options?: Partial<OutgoingOptions>) =>
  outgoing(options).call({
    address,
    method: 'POST',
    body: '{}',
    deadlineMs: 2_000,
    key: 'a',
    limits: { concurrent: 5, calls: 1_000, seconds: 60 },
  })

/** `#` stands for the port on which the server listens. */
const hostile: Record<string, string[]> = {
  notPublic: [
    'http://127.0.0.1:#/',
    'http://127.0.0.53:#/',
    'http://127.255.255.254:#/',
    'https://127.0.0.1:#/',
    'http://0.0.0.0:#/',
    'http://0.0.0.1:#/',
    'http://10.0.0.1:#/',
    'http://10.255.255.255/',
    'http://172.16.0.1/',
    'http://172.31.255.254/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.127.255.254/',
    'http://100.100.100.200/latest/meta-data/',
    'http://168.63.129.16/machine?comp=goalstate',
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.170.2/v2/credentials',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://198.51.100.7/',
    'http://203.0.113.9/',
    'http://192.88.99.1/',
    'http://224.0.0.1/',
    'http://239.255.255.250:80/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]:#/',
    'http://[0:0:0:0:0:0:0:1]:#/',
    'http://[::]:#/',
    'http://[::127.0.0.1]:#/',
    'http://[::ffff:127.0.0.1]:#/',
    'http://[::ffff:7f00:1]:#/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]:#/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::ffff:0:127.0.0.1]:#/',
    'http://[64:ff9b::127.0.0.1]:#/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::7f00:1]:#/',
    'http://[2002:7f00:1::]:#/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[fd12:3456:789a::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[100::1]/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
    'http://[5f00::1]/',
    'http://[4000::1]/',
  ],
  addressForm: [
    'http://2130706433:#/',
    'http://2852039166/latest/meta-data/',
    'http://0x7f000001:#/',
    'http://0x7f.0.0.1:#/',
    'http://0x7f.1:#/',
    'http://0177.0.0.1:#/',
    'http://017700000001:#/',
    'http://127.1:#/',
    'http://127.0.1:#/',
    'http://0:#/',
    'http://0x0:#/',
    'http://0251.0376.0251.0376/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://0xa9fea9fe/',
    'http://169.254.43518/',
    'http://169.16689662/',
    'http://127.0.0.1.:#/',
    'http://169.254.169.254./',
    'http://127。0。0。1:#/',
    'http://１２７.０.０.１:#/',
    'http://①②⑦.⓪.⓪.①:#/',
    'http://%31%32%37.0.0.1:#/',
    'http://127.0.0.1%2f@a.test:#/x'.replace('@', ''),
    'http://[fe80::1%25lo]:#/',
    'http://[fe80::1%lo]:#/',
    'http://[::1',
    'http://127.0.0.1:#\\@a.test/',
    'http:\\\\127.0.0.1:#/',
    'http:/127.0.0.1:#/',
    'http:127.0.0.1:#/',
    '//127.0.0.1:#/',
    '127.0.0.1:#',
    ' http://127.0.0.1:#/',
    'http://127.0.0.1:#/\r\nhost: a.test',
    'ht\ttp://127.0.0.1:#/',
    'http://a.test\u200b:#/',
    'http://',
    'http://a.test:99999/',
    'https://a.test./',
    `https://a.test/${'a'.repeat(3_000)}`,
    '',
  ],
  credentials: [
    'http://user:password@127.0.0.1:#/',
    'http://@127.0.0.1:#/',
    'http://a.test@127.0.0.1:#/',
    'http://127.0.0.1:#@a.test/',
    'http://a.test%00@127.0.0.1:#/',
  ],
  scheme: [
    'ftp://127.0.0.1:#/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:#/_GET',
    'ws://127.0.0.1:#/',
    'data://text/plain,a',
    'unix://tmp/socket',
  ],
  port: ['http://a.test:22/', 'https://a.test:6379/', 'http://a.test:0/', 'http://127.0.0.1:5432/'],
  hostName: [
    'http://localhost:#/',
    'http://LOCALHOST:#/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:#/',
    'http://a.localhost:#/',
    'http://localhost.localdomain:#/',
    'http://ip6-localhost:#/',
    'http://db:#/',
    'http://kubernetes.default.svc.cluster.local/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://router.lan/',
    'http://printer.home.arpa/',
    'http://a_b.test:#/',
    'http://a..test:#/',
    'http://-a.test:#/',
  ],
}

describe.each(Object.entries(hostile))('refused as %s, without a socket', (why, addresses) => {
  test.each(addresses)('%j', async (written) => {
    const address = written.replace('#', String(port))
    expect(await call(address)).toEqual({ kind: 'refused', why })
    expect(dialed).toEqual([])
    expect(connections).toBe(0)
  })
})

describe('a name is refused for the addresses that it resolves to', () => {
  test.each([
    ['loopback', ['127.0.0.1']],
    ['loopback over IPv6', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['an address with a zone', ['fe80::1%lo']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['this network', ['0.0.0.0']],
    ['metadata', ['169.254.169.254']],
    ['a private address behind a public one', ['8.8.8.8', '10.0.0.1']],
    ['a private address before a public one', ['192.168.0.1', '8.8.8.8']],
    ['what is no address', ['127.1']],
    ['a name', ['localhost']],
  ])('%s', async (_what, addresses) => {
    const result = await call(`http://a.test:${port}/`, { resolve: async () => addresses })
    expect(result).toEqual({ kind: 'refused', why: 'notPublic' })
    expect(dialed).toEqual([])
    expect(connections).toBe(0)
  })

  test('a name that resolves to a public address first and a private one later is resolved once', async () => {
    let asked = 0
    const result = await call(`http://a.test:${port}/`, {
      resolve: async () => (asked++ === 0 ? ['8.8.8.8'] : ['127.0.0.1']),
      // Nothing leaves this machine, because the connection to the public address goes to a closed local port instead.
      dial: (address) => {
        dialed.push(address)
        return netConnect({ host: '127.0.0.1', port: 1 })
      },
    })
    expect(result).toEqual({ kind: 'notSent', why: 'connectionRefused' })
    expect({ asked, dialed, connections }).toEqual({ asked: 1, dialed: ['8.8.8.8'], connections: 0 })
  })

  test.each([
    [{ code: 'ENOTFOUND' }, 'nameUnknown'],
    [{ code: 'ENODATA' }, 'nameUnknown'],
    [{ code: 'ESERVFAIL' }, 'nameLookup'],
    [{ code: 'ETIMEOUT' }, 'nameLookup'],
  ])('a name that fails to resolve (%j) is not called', async (error, why) => {
    const resolve = () => Promise.reject(Object.assign(new Error(), error))
    expect(await call(`http://a.test:${port}/`, { resolve })).toEqual({ kind: 'notSent', why })
  })

  test('a name without an address is not called', async () => {
    const result = await call(`http://a.test:${port}/`, { resolve: async () => [] })
    expect(result).toEqual({ kind: 'notSent', why: 'nameUnknown' })
  })
})

describe('a host that the operator allows', () => {
  test('is called although it is internal, and over http', async () => {
    const result = await call(`http://127.0.0.1:${port}/`, {
      schemes: ['https'],
      ports: [443],
      listed: [`127.0.0.1:${port}`],
    })
    expect(result).toMatchObject({ kind: 'answer', status: 200, body: 'ok' })
    expect(connections).toBe(1)
  })

  test('is called by a name that only this machine resolves', async () => {
    const result = await call(`http://localhost:${port}/`, {
      listed: [`localhost:${port}`],
      dial: (_address, at) => netConnect({ host: '127.0.0.1', port: at }),
    })
    expect(result).toMatchObject({ kind: 'answer', status: 200 })
  })

  test('opens no other port and no other host', async () => {
    const listed = [`127.0.0.1:${port + 1}`, `127.0.0.2:${port}`]
    expect(await call(`http://127.0.0.1:${port}/`, { listed })).toEqual({ kind: 'refused', why: 'notPublic' })
    expect(connections).toBe(0)
  })

  test.each(['169.254.169.254', '0.0.0.0', '224.0.0.1', 'fe80::1', 'fd00:ec2::254', '100.100.100.200'])(
    'never opens %s',
    (address) => expect(mayConnect(address, true)).toBe(false),
  )

  test.each(['partner.test', 'http://partner.test:80', 'partner.test:80/x', 'a@partner.test:80', ''])(
    'is refused at the start where it is no host with a port: %j',
    (entry) => expect(() => createOutgoing({ listed: [entry] })).toThrow(/is not a host with a port/),
  )
})

test.each(Object.entries(hostile).flatMap(([why, addresses]) => addresses.map((each) => [each, why])))(
  'the form of an address already shows it: %j is %s',
  (address, why) =>
    expect(outgoing().look((address as string).replace('#', String(port)))).toEqual({ kind: 'refused', why }),
)

test('the form of a listed host on an internal network is not refused', () => {
  const listed = [`127.0.0.1:${port}`, '169.254.169.254:80']
  expect(outgoing({ listed }).look(`http://127.0.0.1:${port}/`)).toBeNull()
  expect(outgoing({ listed }).look('http://169.254.169.254/')).toEqual({ kind: 'refused', why: 'notPublic' })
})

describe('an address on the public internet', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    '%s may be connected to',
    (address) => expect(mayConnect(address, false)).toBe(true),
  )

  test.each([
    'https://partner.test/a?b=c',
    'https://bücher.test/',
    'https://PARTNER.test',
    'https://8.8.8.8/',
  ])('%s is an address', (address) => expect(createOutgoing().look(address)).toBeNull())

  test('http is refused if only https is allowed', () => {
    expect(createOutgoing().look('http://partner.test/')).toEqual({ kind: 'refused', why: 'scheme' })
  })
})
