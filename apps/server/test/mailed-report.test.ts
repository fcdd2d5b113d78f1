import { startOfDay } from '@kabao/contract/kernel/business-clock'
import { todayOf } from '@kabao/contract/statistics/report/range'
import { SaxesParser } from 'saxes'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { jobs } from '#boot/registry'
import { exportsOf } from '#test/exports'
import { startApp } from '#test/harness'
import { mailServers, mailTarget, partsOf } from '#test/mail-server'
import { dueNow, noticeTarget } from '#test/notice-world'
import { listen, type ReachTarget, type ReachWorld, reachTarget, reachWorld } from '#test/reach-world'
import { addFacts } from '#test/report-facts'
import { limitToOwn, type SignedIn } from '#test/report-watch'
import { runListed, runTry } from '#test/run-jobs'

const app = startApp()
const { fetchTicket } = exportsOf(app)
const { start: mailServer, ca } = mailServers()
const start = startOfDay(todayOf({ timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }), {
  timeZone: 'Asia/Shanghai',
  dayStartsAt: '00:00',
})

let world: ReachWorld
let owner: SignedIn
let chief: SignedIn
let robot: ReachTarget

beforeAll(async () => {
  world = reachWorld(app)
  const points = ['reportChannelListProfit:export', 'reportChannelListProfit:page']
  ;[owner, chief] = [await app.as(...points), await app.as(...points)]
  await limitToOwn(app, owner)
  const add = async (name: string, ownerId: string | null) =>
    (
      await app.pool.query(
        `insert into channel (code, name, flow, owner_id) values ($1, $2, 'full', $3) returning id`,
        [`mail${name.length}`, name, ownerId],
      )
    ).rows[0].id as string
  const [mine, second, others] = [
    await add('甲 <渠道> & 一', owner.adminId),
    await add('乙渠道', owner.adminId),
    await add('别人的渠道', null),
  ]
  const at = (days: number) => new Date(start - days * 86_400_000 + 3_600_000).toISOString()
  await addFacts(
    app,
    [1, 2, 3].flatMap((days) =>
      [mine, second, others].flatMap((channelId, nth) =>
        Array.from({ length: nth + days }, () => ({
          kind: 'registration',
          at: at(days),
          channelId,
          flow: 'full',
        })),
      ),
    ),
  )
  robot = listen(await reachTarget((_got, response) => void response.end('{"errcode":0}')))
})
beforeEach(async () => {
  await app.pool.query('delete from report_schedule')
  await app.pool.query('update notice_target set is_on = false')
  await app.pool.query('delete from notice_file')
})
afterEach(async () => {
  await world.stop()
  await app.pool.query('delete from delivery_due')
  await app.pool.query('delete from notice_turn')
})

/** Adds a schedule, makes its run, and sends what is told of it. @returns the mails */
async function sent(fields: object, options: Parameters<typeof mailServer>[0] = {}) {
  const { got, port } = await mailServer(options)
  await mailTarget(app, port, { kinds: ['reportSchedule'] })
  const { body } = await owner('POST', '/report-schedule', {
    report: 'reportChannelListProfit',
    name: '日报',
    preset: 'last7',
    grain: 'day',
    by: 'both',
    sort: '-registrations',
    columns: ['period', 'name', 'registrations'],
    format: 'csv',
    language: 'zh-CN',
    rhythm: 'day',
    hour: 0,
    recipients: [owner.adminId, chief.adminId],
    byMail: true,
    ...fields,
  })
  expect(body).toMatchObject({ code: '0000' })
  await app.pool.query('update report_schedule set next_at = $1', [new Date(start).toISOString()])
  await runListed(app, 'report-schedule')
  const job = jobs.find(({ name }) => name === 'report-run')
  const { rows } = await app.pool.query(`select id from report_run where status = 'queued'`)
  if (!job || rows.length !== 1) throw new Error('there is no run')
  await runTry(app, job, { id: rows[0].id })
  await dueNow(app)
  world.start({}, {}, ca)
  await vi.waitFor(async () => expect(await world.waiting()).toBe(0), { timeout: 20_000, interval: 30 })
  return got
}

const fileOf = async (request: SignedIn) => {
  const [file] = (await request('POST', '/exportTask/mine', {})).body.data.records as { id: string }[]
  const { ticket } = (await request('POST', `/exportTask/${file?.id}/download`)).body.data
  return (await fetchTicket(ticket)).bytes
}
/** The texts of a well-formed picture. @throws if it is not */
function textsIn(svg: string): string[] {
  const parser = new SaxesParser({ xmlns: true })
  const texts: string[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (text) => void texts.push(text))
  parser.write(svg).close()
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
const ofType = (mail: string | undefined, type: string) =>
  partsOf(mail ?? '')
    .filter((part) => part.type === type)
    .map(({ content }) => content)

test.each(['csv', 'xlsx'] as const)(
  'a scheduled report goes by e-mail once, with the %s of what its owner may see, its chart and its first rows',
  async (format) => {
    const mails = await sent({ format })
    expect(mails).toHaveLength(1)
    const [mail] = mails
    const type =
      format === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const [file] = ofType(mail, type)
    expect(file?.equals(await fileOf(owner))).toBe(true)
    expect(file?.equals(await fileOf(chief))).toBe(false)
    const texts = textsIn(String(ofType(mail, 'image/svg+xml')[0]))
    expect(texts).toEqual(expect.arrayContaining(['甲 <渠道> & 一', '乙渠道']))
    expect(texts.join()).toContain('日报')
    const [html] = ofType(mail, 'text/html').map(String)
    expect(html).toContain('>甲 &lt;渠道&gt; &amp; 一</td>')
    expect(html).toMatch(/合计<\/td>.*>15<\/td>/)
    expect(String(ofType(mail, 'text/plain')[0])).toContain('合计 |  | 15')
    for (const { content } of partsOf(mail ?? '')) expect(content.toString()).not.toContain('别人的渠道')
    expect(texts).not.toContain('别人的渠道')
  },
)

test('a report of one period has a bar for each record', async () => {
  const [mail] = await sent({ preset: 'yesterday' })
  const texts = textsIn(String(ofType(mail, 'image/svg+xml')[0]))
  expect(texts).toEqual(expect.arrayContaining(['甲 <渠道> & 一', '乙渠道', '1', '2']))
})

test('each run is one notice for each target, and nothing but its text without e-mail', async () => {
  await noticeTarget(app, {
    kind: 'wecom',
    kinds: ['reportSchedule'],
    secrets: { url: `${robot.url}/send?key=right-key-1234` },
  })
  const [mail] = await sent({ byMail: false })
  expect(robot.got).toHaveLength(1)
  expect(robot.got[0]?.body).toContain('已发送给 2 人')
  expect(partsOf(mail ?? '').map(({ type }) => type)).toEqual(['text/plain'])
  expect(await world.all('select 1 from notice_file')).toHaveLength(0)
})

test('a file that is too large stays in the export center, and the e-mail says so', async () => {
  const { got, port } = await mailServer()
  const id = await mailTarget(app, port, { kinds: ['reportSchedule'] })
  const [row] = await world.all<{ id: string }>(
    `select make_notice('reportSchedule', '["报表","Report"]', '["日报","Daily"]', null, '{}') as id`,
  )
  await app.pool.query(
    `update notice set figures = '{"titles":["a"],"lines":[["1"]],"rows":9}' where id = $1`,
    [row?.id],
  )
  await app.pool.query(`insert into notice_file (id, nth, name, content) values ($1, 0, '很大.csv', null)`, [
    row?.id,
  ])
  await dueNow(app)
  world.start({}, {}, ca)
  await vi.waitFor(() => expect(got).toHaveLength(1), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await world.deliveries(id)).toMatchObject([{ state: 'sent' }]))
  const text = String(ofType(got[0], 'text/plain')[0])
  expect(text).toContain('很大.csv 太大')
  expect(text).toContain('共 9 行')
})
