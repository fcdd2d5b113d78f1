import { createServer, type Server } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { certificateFor } from '#test/certificate'
import { startApp } from '#test/harness'
import { noticeTarget } from '#test/notice-world'
import { runOnce } from '#test/run-jobs'
import { certificateWatch } from './certificate-job.ts'

/** The server of the console, whose certificate each test chooses. */
const server: Server = createServer(certificateFor(['localhost']))
await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
const { port } = server.address() as { port: number }
const app = startApp({ publicUrl: `https://localhost:${port}` })
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

const endingIn = (days: number) =>
  server.setSecureContext(
    certificateFor(['localhost'], { until: new Date(Date.now() + days * 86_400_000 + 3_600_000) }),
  )
const toldOf = async () =>
  (await app.pool.query('select kind, title, content, link from notice order by id')).rows

test('a certificate that ends soon is told once by each look, and one that is fine never', async () => {
  const target = await noticeTarget(app, { kind: 'feishu', kinds: ['certificate'] })
  const watcher = await app.as('operation:page')
  const other = await app.as()
  const messages = async (adminId: string) =>
    (await app.pool.query('select kind from message where admin_id = $1', [adminId])).rows
  for (const days of [365, 14]) {
    endingIn(days)
    expect(await runOnce(app, certificateWatch)).toEqual({ days })
    expect(await toldOf()).toEqual([])
  }

  endingIn(13)
  expect(await runOnce(app, certificateWatch)).toEqual({ days: 13 })
  const [told, ...others] = await toldOf()
  expect(others).toEqual([])
  expect(told).toMatchObject({ kind: 'certificate', link: { name: 'AdminOperation' } })
  const day = new Date(Date.now() + 13 * 86_400_000 + 3_600_000).toISOString().slice(0, 10)
  for (const text of told.content) expect(text).toContain(day)
  for (const text of told.content) expect(text).toContain(`localhost:${port}`)
  expect(await messages(watcher.adminId)).toEqual([{ kind: 'todo' }])
  expect(await messages(other.adminId)).toEqual([])
  const { rows } = await app.pool.query('select event from delivery where target_id = $1', [target])
  expect(rows).toEqual([{ event: 'certificate' }])

  // One that has ended is told too, and renewed it is silent.
  endingIn(-2)
  expect(await runOnce(app, certificateWatch)).toEqual({ days: -2 })
  expect(await toldOf()).toHaveLength(2)
  endingIn(90)
  expect(await runOnce(app, certificateWatch)).toEqual({ days: 90 })
  expect(await toldOf()).toHaveLength(2)
})

test('a console that does not answer fails the look, and one without TLS is not looked at', async () => {
  const before = await toldOf()
  const looking = (publicUrl: string) =>
    runOnce(
      Object.assign({}, app, { app: { services: Object.assign({}, app.app.services, { publicUrl }) } }),
      certificateWatch,
    )
  await expect(looking('https://localhost:1')).rejects.toThrow('ECONNREFUSED')
  expect(await looking('http://127.0.0.1:1')).toEqual({ days: null })
  expect(await toldOf()).toEqual(before)
})
