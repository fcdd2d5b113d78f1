import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createDb, createPool, type PoolOptions } from '#platform/db/client'
import { createListener } from '#platform/db/listen'
import { ensureQueues } from '#platform/jobs/boss'
import type { AnyJob } from '#platform/jobs/job'
import { sendJob } from '#platform/jobs/send'
import { startJobs } from '#platform/jobs/start'
import { startApp } from './harness.ts'
import { createProxy, type TcpProxy } from './tcp-proxy.ts'

const app = startApp()
const closers: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closers.map((close) => close())))

const poolThrough = (proxy: TcpProxy, options: PoolOptions) => {
  const { user, database } = app.servicePool.options
  return createPool({ host: '127.0.0.1', port: proxy.port, user, database, ...options })
}

const openProxyHere = async () => {
  const { host, port } = app.pool.options
  const proxy = await createProxy(join(host as string, `.s.PGSQL.${port}`))
  closers.push(() => proxy.close())
  return proxy
}

test.each([
  ['new connections pass', false],
  ['new connections are silent too until the network is mended', true],
])(
  'where the network drops all without a word and %s, calls are refused within 10 s and answered afterwards',
  {
    timeout: 90_000,
  },
  async (_how, newOnes) => {
    const proxy = await openProxyHere()
    const [pool, sidePool] = [poolThrough(proxy, { max: 4 }), poolThrough(proxy, { max: 2 })]
    const other = await app.another({ pool, sidePool })
    const { token } = await app.as('user:page')
    const call = async () => {
      const from = performance.now()
      const answer = await other.inject({
        method: 'POST',
        url: '/api/user/page',
        headers: { token },
        payload: {},
      })
      return { code: answer.json().code as string, ms: performance.now() - from }
    }
    const heard: (string | null)[] = []
    await other.services.listener.follow('silence', (payload) => heard.push(payload))
    expect((await Promise.all([call(), call(), call(), call()])).map(({ code }) => code)).toEqual(
      Array(4).fill('0000'),
    )

    proxy.silence({ newOnes })
    // More queries than connections, and some of them later, so that those wait for a connection first.
    const late = sleep(3_000).then(() => Promise.all([call(), call(), call(), call(), call(), call()]))
    const refused = [...(await Promise.all([call(), call(), call(), call()])), ...(newOnes ? await late : [])]
    for (const { code, ms } of refused) expect([code !== '0000', ms < 10_000]).toEqual([true, true])
    for (const { ms } of await late) expect(ms).toBeLessThan(10_000)
    proxy.lift()
    const lifted = performance.now()
    await vi.waitFor(async () => expect((await call()).code).toBe('0000'), { timeout: 20_000, interval: 200 })
    await vi.waitFor(
      async () => {
        await app.pool.query(`select pg_notify('silence', 'heard again')`)
        expect(heard).toContain('heard again')
      },
      { timeout: 20_000 - (performance.now() - lifted), interval: 500 },
    )
  },
)

test('the queue notices silence long before the statements of jobs may end', {
  timeout: 60_000,
}, async () => {
  const proxy = await openProxyHere()
  const jobPool = poolThrough(proxy, { max: 2, statement_timeout: 600_000 })
  const queuePool = poolThrough(proxy, { max: 2 })
  const { settings, listener, providerOf, faults, publicUrl } = app.app.services
  let done = 0
  const job: AnyJob = {
    name: 'silence',
    title: ['静默', 'Silence'],
    data: z.object({}),
    run: async () => {
      done++
      return undefined
    },
  }
  await ensureQueues(app.db, [job])
  const running = await startJobs({
    jobs: [job],
    services: {
      db: createDb(jobPool),
      pool: jobPool,
      settings,
      storage: app.storage,
      vault: app.vault,
      providerOf,
      faults,
      publicUrl,
    },
    queueDb: createDb(queuePool),
    listener,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    limits: { lookSeconds: 1 },
  })
  closers.push(() => running.stop())
  await sendJob(app.db, job, {})
  await vi.waitFor(() => expect(done).toBe(1), { timeout: 5_000 })
  // The next query gets no answer either.
  proxy.silence({ newOnes: false })
  await sendJob(app.db, job, {})
  await vi.waitFor(() => expect(done).toBe(2), { timeout: 20_000 })
})

test('a wait for a connection and the statement after it share the timeout of one statement', {
  timeout: 30_000,
}, async () => {
  const proxy = await openProxyHere()
  const pool = poolThrough(proxy, { max: 1 })
  closers.push(() => pool.end())
  const held = await pool.connect()
  const from = performance.now()
  const asked = pool.query('select 1').then(
    () => 0,
    () => performance.now() - from,
  )
  await sleep(6_000)
  proxy.silence({ newOnes: true })
  held.release()
  expect(await asked).toSatisfy((ms: number) => ms > 6_000 && ms < 10_000)
})

test('a silent connection is closed soon', async () => {
  const proxy = await openProxyHere()
  const pool = poolThrough(proxy, { max: 1 })
  await pool.query('select 1')
  const listener = createListener(pool.options, () => undefined)
  await listener.follow('any', () => undefined)
  proxy.silence({ newOnes: true })
  const from = performance.now()
  await Promise.all([listener.stop(), pool.end()])
  expect(performance.now() - from).toBeLessThan(4_000)
})
