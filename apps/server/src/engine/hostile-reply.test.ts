import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { certificateFor } from '#test/certificate'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'

const app = startApp()
let world: EngineWorld
const servers: Server[] = []
beforeAll(async () => {
  world = await engineWorld(app)
})
afterEach(async () => {
  await world.stop()
  for (const server of servers.splice(0)) server.close()
  await app.pool.query(`update plan set status = 'ended'`)
  // Not even a reply that is made to harm ends in an exception.
  expect(world.logged.splice(0)).toEqual([])
})
afterAll(() => world.partner.stop())

interface Hostile {
  /** What the organization sends; it always means to be read as an acceptance. */
  body: string | Buffer
  status?: number
  headers?: Record<string, string>
  format?: 'json' | 'xml'
  tls?: { key: string; cert: string }
}

let count = 0
/** Sends one person to an organization that answers so. @returns the push, and what was done with its price */
async function handOver({ body, status = 200, headers = {}, format = 'json', tls }: Hostile) {
  const behave: RequestListener = (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  const server = tls ? createTlsServer(tls, behave) : createServer(behave)
  server.on('tlsClientError', () => undefined)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { orgId } = await world.org({ code: `hostile${++count}`, canQuery: false })
  await app.pool.query(
    `update org_template set template = jsonb_set(jsonb_set(template, '{stages,submit,url}', to_jsonb($2::text)),
       '{stages,submit,reply,format}', to_jsonb($3::text)) where org_id = $1`,
    [orgId, `${tls ? 'https' : 'http'}://${host}/`, format],
  )
  if (format === 'xml')
    await app.pool.query(
      `update org_template set template = replace(template::text, '$.code', '$.reply.code')::jsonb where org_id = $1`,
      [orgId],
    )
  await world.start({
    outgoing: createOutgoing({ schemes: ['https', 'http'], listed: [host] }),
    pauses: { retry: [], query: [] },
  })
  await world.enter(await world.people(1))
  await world.settled()
  return world.one<{
    status: string
    error: string | null
    held: number
    charged: number
    left: string | null
  }>(
    `select r.status, t.error, a.held_fen::int as held, d.kind as left,
       (select count(*)::int from transfer x where x.kind = 'charge' and x.ref_id = r.id::text) as charged
     from push_record r join account a on a.org_id = r.org_id join push_attempt t on t.push_id = r.id
     left join due_step d on d.push_id = r.id where r.org_id = $1`,
    orgId,
  )
}

const accepted = '{"code":"0","message":"accepted","data":{"orderId":"1"}}'
const xml = '<reply><code>0</code></reply>'
const unclear = { status: 'unknown', held: 100, charged: 0, left: 'ask' }
const failed = { status: 'failed', held: 0, charged: 0, left: null }

test.each<[string, Hostile]>([
  ['a plain acceptance', { body: accepted }],
  ['an acceptance in XML', { body: xml, format: 'xml' }],
])('%s is believed, so that the others are refused for what is wrong with them', async (_what, hostile) => {
  expect(await handOver(hostile)).toMatchObject({ status: 'accepted', held: 0, charged: 1, left: null })
})

test.each<[string, Hostile]>([
  [
    'an acceptance with 10 MB behind it',
    { body: `${accepted.slice(0, -1)},"x":"${'x'.repeat(10_000_000)}"}` },
  ],
  ['arrays in arrays', { body: `{"code":"0","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}` }],
  ['a name twice, the second time as an acceptance', { body: '{"code":"2001","code":"0"}' }],
  ['JSON that breaks off', { body: accepted.slice(0, -3) }],
  ['bytes of another charset', { body: iconv.encode('{"code":"0","message":"已收到"}', 'gbk') }],
  [
    'a charset that nobody knows',
    {
      body: iconv.encode('{"code":"0","message":"已"}', 'gbk'),
      headers: { 'content-type': 'text/plain; charset=x' },
    },
  ],
  [
    'an acceptance that decompresses to 50 MB',
    {
      body: gzipSync(`${accepted.slice(0, -1)},"x":"${'x'.repeat(50_000_000)}"}`),
      headers: { 'content-encoding': 'gzip' },
    },
  ],
  [
    'a compression that breaks off',
    { body: gzipSync(accepted).subarray(0, 30), headers: { 'content-encoding': 'gzip' } },
  ],
  [
    'an acceptance under a redirect',
    { body: accepted, status: 302, headers: { location: 'http://169.254.169.254/' } },
  ],
  ['an acceptance under another status', { body: accepted, status: 403 }],
  [
    'XML whose entities grow',
    {
      format: 'xml',
      body: `<!DOCTYPE a [<!ENTITY a "0">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "&a;&a;">`).join('')}]>${xml}`,
    },
  ],
  [
    'XML with an entity from a file',
    {
      format: 'xml',
      body: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><reply><code>0</code>&x;</reply>',
    },
  ],
  ['elements in elements', { format: 'xml', body: `${'<a>'.repeat(9_000)}${xml}${'</a>'.repeat(9_000)}` }],
])('%s is not believed: unclear, its price held, for a person to find out', async (_what, hostile) => {
  expect(await handOver(hostile)).toMatchObject(unclear)
})

const good = certificateFor(['127.0.0.1'])
test.each<[string, string, Hostile]>([
  ['a certificate of its own', 'tlsSelfSigned', { body: accepted, tls: good }],
  [
    'an expired certificate',
    'tls',
    { body: accepted, tls: certificateFor(['127.0.0.1'], { until: new Date(Date.now() - 60_000) }) },
  ],
  ['a certificate of another name', 'tls', { body: accepted, tls: certificateFor(['other.test']) }],
])('%s: nothing was sent, so it failed and nothing is held', async (_what, why, hostile) => {
  const push = await handOver(hostile)
  expect(push).toMatchObject(failed)
  expect(push.error).toContain(why)
})

test('an acceptance under a status that means failure is a failure', async () => {
  expect(await handOver({ body: accepted, status: 500 })).toMatchObject(failed)
})
