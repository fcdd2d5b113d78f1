import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { noteUntrustedProxy } from './forwarded.ts'

async function said(trustProxy: number, peers: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      if (JSON.parse(line).msg.includes('TRUST_PROXY')) lines.push(JSON.parse(line).peer)
      done()
    },
  })
  const app = Fastify({ logger: { level: 'warn', stream } })
  noteUntrustedProxy(app, trustProxy)
  app.get('/', async () => '')
  for (const remoteAddress of peers)
    await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } })
  await app.inject({ url: '/', remoteAddress: '127.0.0.1' })
  await app.close()
  return lines
}

test('the log says once that a proxy in front is not trusted', async () => {
  expect(await said(0, ['::ffff:127.0.0.1', '10.0.0.2', '127.0.0.1'])).toEqual(['::ffff:127.0.0.1'])
  expect(await said(0, ['172.18.0.1'])).toEqual(['172.18.0.1'])
})

test('it says nothing of callers from afar, and nothing if proxies are trusted', async () => {
  expect(await said(0, ['203.0.113.8', '2001:db8::1'])).toEqual([])
  expect(await said(1, ['127.0.0.1'])).toEqual([])
})
