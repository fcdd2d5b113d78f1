import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { dueNow, noticeTarget, tell } from '#test/notice-world'
import { listen, type ReachTarget, type ReachWorld, reachTarget, reachWorld } from '#test/reach-world'

const app = startApp()
let world: ReachWorld
const robots: ReachTarget[] = []
const robot = async (...given: Parameters<typeof reachTarget>) => {
  const target = listen(await reachTarget(...given))
  robots.push(target)
  return target
}
beforeAll(() => {
  world = reachWorld(app)
})
beforeEach(() => app.pool.query('update notice_target set is_on = false'))
afterEach(async () => {
  await world.stop()
  await app.pool.query('delete from delivery_due')
  await app.pool.query('delete from delivery_target')
})
afterAll(() => Promise.all(robots.map((target) => target.close())))

const settled = () =>
  vi.waitFor(async () => expect(await world.waiting()).toBe(0), { timeout: 20_000, interval: 30 })
const deliver = async () => {
  await dueNow(app)
  world.start()
  await settled()
}
const bodies = ({ got }: ReachTarget) => got.map(({ body }) => JSON.parse(body))

const secret = 'SEC0f1e2d3c'
/** As the documents of the platforms say it, with nothing of ours. */
const dingSign = (at: string) => createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64')
const feishuSign = (at: string) => createHmac('sha256', `${at}\n${secret}`).update('').digest('base64')

/** Stand-ins that refuse what the real ones refuse. */
const wecom: Parameters<typeof reachTarget>[0] = ({ path, body }, response) => {
  const { msgtype, markdown } = JSON.parse(body)
  const key = new URL(path, 'http://robot').searchParams.get('key')
  const isFine = msgtype === 'markdown' && Buffer.byteLength(markdown.content) <= 4_096
  const answer =
    key !== 'right-key-1234'
      ? { errcode: 93000, errmsg: 'invalid webhook url' }
      : isFine
        ? { errcode: 0, errmsg: 'ok' }
        : { errcode: 40058, errmsg: 'markdown.content exceed max length 4096' }
  response.end(JSON.stringify(answer))
}
const dingtalk: Parameters<typeof reachTarget>[0] = ({ path }, response) => {
  const { searchParams } = new URL(path, 'http://robot')
  const at = searchParams.get('timestamp') ?? ''
  const isFresh = Math.abs(Date.now() - Number(at)) < 3_600_000
  const isRight = isFresh && searchParams.get('sign') === dingSign(at)
  response.end(
    JSON.stringify(isRight ? { errcode: 0, errmsg: 'ok' } : { errcode: 310000, errmsg: 'sign not match' }),
  )
}
const feishu: Parameters<typeof reachTarget>[0] = ({ body }, response) => {
  const { timestamp, sign } = JSON.parse(body)
  const isRight = Math.abs(Date.now() / 1_000 - Number(timestamp)) < 3_600 && sign === feishuSign(timestamp)
  response.end(
    JSON.stringify(
      isRight
        ? { code: 0, msg: 'success' }
        : { code: 19021, msg: 'sign match fail or timestamp is not within one hour' },
    ),
  )
}
const kinds = [
  ['wecom', wecom, '/cgi-bin/webhook/send?key=right-key-1234'],
  ['dingtalk', dingtalk, '/robot/send?access_token=token-of-group'],
  ['feishu', feishu, '/open-apis/bot/v2/hook/token-of-group'],
] as const

test.each(kinds)(
  'a robot of %s takes a notice with its signature, and what is kept has no secret',
  async (kind, behave, path) => {
    const target = await robot(behave)
    const id = await noticeTarget(app, { kind, secrets: { url: `${target.url}${path}`, secret } })
    await tell(app)
    await deliver()
    const [row] = await world.deliveries(id)
    expect(row).toMatchObject({ state: 'sent', event: 'lowBalance', round: 1 })
    expect(target.got[0]?.body).toContain('某机构余额 12.00 元')
    expect(target.got[0]?.body).toContain('https://console.example.com/org/list?open=7')
    const kept = JSON.stringify(row)
    for (const hidden of [secret, 'right-key-1234', 'token-of-group']) expect(kept).not.toContain(hidden)
    if (kind === 'feishu') expect(kept).not.toContain(JSON.parse(target.got[0]?.body ?? '').sign)
  },
)

test.each([
  ['wecom', wecom, '/cgi-bin/webhook/send?key=another-key', '机器人不存在或已停用'],
  ['dingtalk', dingtalk, '/robot/send?access_token=token-of-group', '签名不正确'],
  ['feishu', feishu, '/open-apis/bot/v2/hook/token-of-group', '签名不正确'],
] as const)(
  'a wrong secret of %s is told in words, and is not tried again',
  async (kind, behave, path, words) => {
    const target = await robot(behave)
    const id = await noticeTarget(app, { kind, secrets: { url: `${target.url}${path}`, secret: 'SECwrong' } })
    await tell(app)
    await deliver()
    const [row] = await world.deliveries(id)
    expect(row).toMatchObject({ state: 'dead', reason: 'refused', round: 1 })
    expect(JSON.stringify(row?.tries)).toContain(words)
  },
)

test('a robot that was called too often is left alone, which costs no try', async () => {
  const target = await robot(
    (_got, response) => void response.end('{"errcode":45009,"errmsg":"api freq out of limit"}'),
  )
  const id = await noticeTarget(app, {
    kind: 'wecom',
    secrets: { url: `${target.url}/send?key=right-key-1234` },
  })
  await tell(app)
  await dueNow(app)
  world.start()
  await vi.waitFor(async () => expect((await world.deliveries(id))[0]?.round).toBe(1))
  const [paused] = await world.all<{ seconds: number }>(
    `select extract(epoch from paused_until - now())::int as seconds from delivery_target where target = $1`,
    `notice:${id}`,
  )
  expect(paused?.seconds).toBeGreaterThan(50)
  expect((await world.deliveries(id))[0]).toMatchObject({ state: 'waiting' })
})

test('a name in a notice makes no link and mentions nobody', async () => {
  const target = await robot(wecom)
  await noticeTarget(app, { kind: 'wecom', secrets: { url: `${target.url}/send?key=right-key-1234` } })
  await tell(app, { content: '“<@all>[点这里](https://evil.example)”余额不足' })
  await deliver()
  const [body] = bodies(target)
  expect(body.markdown.content).not.toMatch(/<@|\[点这里\]/)
  expect(body.markdown.content).toContain('点这里')
})

test('no number of a person leaves the house', async () => {
  const target = await robot(wecom)
  await noticeTarget(app, { kind: 'wecom', secrets: { url: `${target.url}/send?key=right-key-1234` } })
  await tell(app, { title: '用户 13912345678', content: '身份证 110101199003076317 有误' })
  await deliver()
  expect(target.got).toHaveLength(1)
  expect(target.got[0]?.body).not.toMatch(/13912345678|110101199003076317/)
  expect(
    await world.all(
      `select 1 from notice where title::text ~ '13912345678' or content::text ~ '110101199003076317'`,
    ),
  ).toEqual([])
})

test('a storm of 1,000 notices of a kind is one message with their number', async () => {
  const target = await robot(wecom)
  const id = await noticeTarget(app, {
    kind: 'wecom',
    secrets: { url: `${target.url}/send?key=right-key-1234` },
  })
  await tell(app, { count: 1_000 })
  await deliver()
  expect(target.got).toHaveLength(1)
  expect(bodies(target)[0].markdown.content).toMatch(/机构余额不足：1000 条/)
  const states = await world.all(
    'select state, count(*)::int as n from delivery where target_id = $1 group by state',
    id,
  )
  expect(states).toEqual([{ state: 'sent', n: 1_000 }])
})

test('after a message, others of the kind wait and go together; another kind does not wait', async () => {
  const target = await robot(wecom)
  const id = await noticeTarget(app, {
    kind: 'wecom',
    kinds: ['lowBalance', 'breakerOpen'],
    secrets: { url: `${target.url}/send?key=right-key-1234` },
  })
  await tell(app)
  await deliver()
  await tell(app, { count: 3 })
  await tell(app, { about: 'breakerOpen', title: '已熔断' })
  await dueNow(app)
  await vi.waitFor(() => expect(target.got).toHaveLength(2), { timeout: 5_000 })
  expect(target.got[1]?.body).toContain('已熔断')
  await vi.waitFor(async () => {
    const [held] = await world.all<{ n: number }>(
      `select count(*)::int as n from delivery_due where target = $1 and due_at > now() + interval '20 seconds'`,
      `notice:${id}`,
    )
    expect(held?.n).toBe(3)
  })
  await app.pool.query(`update notice_turn set next_at = now()`)
  await app.pool.query('update delivery_due set due_at = now()')
  await settled()
  expect(target.got).toHaveLength(3)
  expect(bodies(target)[2].markdown.content).toContain('卡包：3 条通知')
})

const minutesFromNow = (minutes: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' }).format(
    Date.now() + minutes * 60_000,
  )

test('in quiet hours nothing is sent; then one digest comes', async () => {
  const target = await robot(wecom)
  const id = await noticeTarget(app, {
    kind: 'wecom',
    quiet_from: minutesFromNow(-60),
    quiet_to: minutesFromNow(60),
    secrets: { url: `${target.url}/send?key=right-key-1234` },
  })
  await tell(app)
  await tell(app)
  await dueNow(app)
  world.start()
  await vi.waitFor(async () => {
    const [held] = await world.all<{ n: number }>(
      `select count(*)::int as n from delivery_due where target = $1 and due_at > now() + interval '50 minutes'`,
      `notice:${id}`,
    )
    expect(held?.n).toBe(2)
  })
  expect(target.got).toEqual([])
  await app.pool.query('update notice_target set quiet_from = null, quiet_to = null where id = $1', [id])
  await app.pool.query('update delivery_due set due_at = now()')
  await settled()
  expect(bodies(target).map(({ markdown }) => markdown.content)).toEqual([
    expect.stringContaining('2 条通知'),
  ])
})

test('the people of a role get a message, but not who has it already; a role without people tells nobody', async () => {
  const { rows } = await app.pool.query(`insert into role (code, name) values ('told', '值班') returning id`)
  const roleId = rows[0].id
  const id = await noticeTarget(app, { kind: 'role', role_id: roleId })
  const known = await app.as()
  const other = await app.as()
  for (const { adminId } of [known, other])
    await app.pool.query('insert into admin_role (admin_id, role_id) values ($1, $2)', [adminId, roleId])
  await tell(app, { to: [known.adminId] })
  await deliver()
  const messages = (adminId: string) => world.all('select 1 from message where admin_id = $1', adminId)
  expect(await messages(known.adminId)).toHaveLength(1)
  expect(await messages(other.adminId)).toHaveLength(1)
  await app.pool.query('delete from admin_role where role_id = $1', [roleId])
  await app.pool.query('update notice_turn set next_at = now()')
  await tell(app)
  await dueNow(app)
  await settled()
  expect(await world.deliveries(id)).toMatchObject([{ state: 'sent' }, { state: 'untold', reason: 'nobody' }])
  expect(await messages(other.adminId)).toHaveLength(1)
})

test('without a target that listens nothing is stored', async () => {
  const before = await world.all('select 1 from notice')
  await tell(app)
  expect(await world.all('select 1 from notice')).toHaveLength(before.length)
})
