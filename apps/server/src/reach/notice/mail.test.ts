import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { mailTarget as addTarget, mailServers, partsOf } from '#test/mail-server'
import { dueNow, tell } from '#test/notice-world'
import { type ReachWorld, reachWorld } from '#test/reach-world'

const app = startApp()
const { start: mailServer, ca: cert } = mailServers()
const mailTarget = (port: number, columns?: Record<string, unknown>, password?: string) =>
  addTarget(app, port, columns, password)
let world: ReachWorld
beforeAll(() => {
  world = reachWorld(app)
})
beforeEach(() => app.pool.query('update notice_target set is_on = false'))
afterEach(async () => {
  await world.stop()
  await app.pool.query('delete from delivery_due')
  await app.pool.query('delete from delivery_target')
})

const run = async (ca: string | undefined = cert) => {
  await tell(app)
  await dueNow(app)
  world.start({}, {}, ca)
  await vi.waitFor(async () => expect(await world.waiting()).toBe(0), { timeout: 20_000, interval: 30 })
}
const textIn = (mail: string) => partsOf(mail)[0]?.content.toString()

test.each([
  ['starttls', false],
  ['tls', true],
])('a notice goes by e-mail over %s, to all addresses', async (security, secure) => {
  const { got, port } = await mailServer({ secure })
  const id = await mailTarget(port, { security })
  await run()
  const [row] = await world.deliveries(id)
  expect(row).toMatchObject({ state: 'sent', round: 1, tries: [{ said: '250', outcome: 'ok' }] })
  expect(got).toHaveLength(1)
  expect(got[0]).toContain('To: ops@example.com, lead@example.com')
  expect(textIn(got[0] ?? '')).toContain('某机构余额 12.00 元\nhttps://console.example.com/org/list?open=7')
  expect(JSON.stringify(row)).not.toMatch(/right-password|ops@example/)
})

test('a wrong password is told in words, and is not tried again', async () => {
  const { got, port } = await mailServer()
  const id = await mailTarget(port, {}, 'wrong-password')
  await run()
  const [row] = await world.deliveries(id)
  expect(row).toMatchObject({ state: 'dead', reason: 'refused', round: 1, tries: [{ said: '535' }] })
  expect(JSON.stringify(row?.tries)).toContain('邮件服务器拒绝了账号或密码')
  expect(got).toEqual([])
})

test('nothing goes over a connection that is not encrypted, or whose certificate is not trusted', async () => {
  const commands: string[] = []
  const plain = await mailServer({
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (address, _session, done) => {
      commands.push(address.address)
      done()
    },
  })
  const untrusted = await mailServer()
  const ids = [await mailTarget(plain.port), await mailTarget(untrusted.port)]
  await run('')
  for (const id of ids) {
    const [row] = await world.deliveries(id)
    expect(row).toMatchObject({ state: 'dead', reason: 'tries' })
    expect(JSON.stringify(row?.tries)).toContain('邮件服务器没有可用的加密连接')
  }
  expect([...commands, ...plain.got, ...untrusted.got]).toEqual([])
})

const refusing = (code: number, times = Number.POSITIVE_INFINITY): SMTPServerOptions => {
  let nth = 0
  return {
    onMailFrom: (_address, _session, done) =>
      ++nth <= times ? done(Object.assign(new Error('not now'), { responseCode: code })) : done(),
  }
}

test('4xx is tried again until the server takes it; 5xx is dead', async () => {
  const [busy, closed] = [await mailServer(refusing(451, 2)), await mailServer(refusing(550))]
  const [id, dead] = [await mailTarget(busy.port), await mailTarget(closed.port)]
  await run()
  const [row] = await world.deliveries(id)
  expect(row?.tries.map(({ said }) => said)).toEqual(['451', '451', '250'])
  expect(busy.got).toHaveLength(1)
  expect(await world.deliveries(dead)).toMatchObject([{ state: 'dead', reason: 'refused', round: 1 }])
})

test('no mail server of the own network is called unless the operator lists it', async () => {
  const id = await mailTarget(25)
  await run()
  expect(await world.deliveries(id)).toMatchObject([
    { state: 'dead', reason: 'refused', tries: [{ said: 'notPublic' }] },
  ])
})
