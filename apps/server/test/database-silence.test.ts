import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { openProxy, type TcpProxy } from '../../test/tcp-proxy.ts'
import { openPool } from './client.ts'

const app = startApp()
const closers: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closers.map((close) => close())))

const poolThrough = (proxy: TcpProxy, max: number) => {
  const { user, database } = app.servicePool.options
  const pool = openPool({ host: '127.0.0.1', port: proxy.port, user, database, max })
  return pool
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
    const { host, port } = app.pool.options
    const proxy = await openProxy(join(host as string, `.s.PGSQL.${port}`))
    const [pool, sidePool] = [poolThrough(proxy, 4), poolThrough(proxy, 2)]
    const other = await app.another({ pool, sidePool })
    closers.push(() => proxy.close())
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
    const refused = await Promise.all([call(), call(), call(), call()])
    for (const { code, ms } of refused) expect([code !== '0000', ms < 10_000]).toEqual([true, true])
    proxy.lift()
    await vi.waitFor(async () => expect((await call()).code).toBe('0000'), { timeout: 20_000, interval: 200 })
    await vi.waitFor(
      async () => {
        await app.pool.query(`select pg_notify('silence', 'heard again')`)
        expect(heard).toContain('heard again')
      },
      { timeout: 40_000, interval: 500 },
    )
  },
)
