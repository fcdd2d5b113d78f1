import { beforeAll, expect, test } from 'vitest'
import { crmWorld } from '#test/crm-world'
import { startApp } from '#test/harness'
import { claim } from '../../claim-and-assign.ts'
import { close, followUp, setStage } from '../../follow-up.ts'
import { spansOf } from './period.ts'

const app = startApp()
const { newPool, newLeads, newSalesman, write, one } = crmWorld(app)
/** Today, in the business zone's days: it may be tomorrow in UTC. */
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format()
const by = null

let me: Awaited<ReturnType<typeof app.as>> & { salesmanId: string }
let mateId: string
let poolId: string
const got = async (count: number, salesmanId = me.salesmanId) => {
  const ids = await newLeads(poolId, count)
  for (const leadId of ids) await write((db) => claim(db, { leadId, salesmanId, by, day }))
  return ids as [string, ...string[]]
}
beforeAll(async () => {
  const pool = await newPool({ first_contact_minutes: 30, recycle_days: 3, name: '一队池' })
  poolId = pool.poolId
  const request = await app.as('crmCenter:page')
  const salesmanId = await one('salesman', {
    admin_id: request.adminId,
    name: '我',
    team_id: pool.teamId,
    daily_quota: 40,
    capacity: 60,
  })
  me = Object.assign(request, { salesmanId })
  mateId = await newSalesman({ team_id: pool.teamId, name: '同事' })
})
const desk = async (query = '') => (await me('GET', `/crm/center${query}`)).body.data
const leads = async (body: object) => (await me('POST', '/crm/center/leads', body)).body.data

test('the desk shows the limits, what waits, and how far the leads of the period got', async () => {
  const [one, two, three, four] = (await got(5)) as unknown as [string, string, string, string]
  const held = { salesmanId: me.salesmanId, by, day }
  const told = { way: 'call', content: 'x', result: 'reached' } as const
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await write((db) => followUp(db, { leadId: one, ...held, ...told, nextAt: at(60_000) }))
  await write((db) => followUp(db, { leadId: two, ...held, ...told, nextAt: at(60_000) }))
  await write((db) => setStage(db, { leadId: two, ...held, stage: 'applied' }))
  await write((db) => close(db, { leadId: three, ...held, stage: 'converted', reason: 'x' }))
  await write((db) => close(db, { leadId: four, ...held, stage: 'invalid', reason: 'x' }))
  await app.pool.query(`update lead set next_follow_at = now() - interval '1 hour' where id = $1`, [one])
  const shown = await desk('?period=week')
  expect(shown.salesman).toMatchObject({
    name: '我',
    held: 3,
    capacity: 60,
    taken: 5,
    dailyQuota: 40,
    status: 'onDuty',
  })
  expect(shown.pools.find(({ id }: { id: string }) => id === poolId)).toMatchObject({
    held: 3,
    claims: 5,
    recycleDays: 3,
  })
  expect(shown.due).toMatchObject({ overdue: 1, fresh: 1, late: 0 })
  expect(shown.funnel.now).toEqual({
    got: 5,
    contacted: 3,
    interested: 2,
    applied: 2,
    converted: 1,
    invalid: 1,
  })
  expect(shown.funnel.before).toEqual({
    got: 0,
    contacted: 0,
    interested: 0,
    applied: 0,
    converted: 0,
    invalid: 0,
  })
})

test('the ranking of the team is by leads won, and is not shown if a setting says so', async () => {
  const won = await got(2, mateId)
  for (const leadId of won)
    await write((db) => close(db, { leadId, salesmanId: mateId, by, day, stage: 'converted', reason: 'x' }))
  const { ranking } = await desk()
  expect(ranking.slice(0, 2)).toMatchObject([
    { rank: 1, name: '同事', converted: 2, isMe: false },
    { rank: 2, name: '我', isMe: true },
  ])
  await app.set('crm.showsRanking', false)
  expect((await desk()).ranking).toBeNull()
  await app.set('crm.showsRanking', null)
})

test('each part of the work is read by what is due first, page by page', async () => {
  const ids = await got(6)
  await app.pool.query(
    `update lead set next_follow_at = now() - make_interval(mins => (id - $1)::int) where id >= $1`,
    [ids[0]],
  )
  const first = await leads({ part: 'overdue', size: 4 })
  const rest = await leads({ part: 'overdue', size: 50, after: first.next })
  const times = [...first.leads, ...rest.leads].map(
    ({ nextFollowAt }: { nextFollowAt: string }) => nextFollowAt,
  )
  expect(times.length).toBeGreaterThanOrEqual(6)
  expect(times).toEqual(times.toSorted())
  expect(first.leads[0].phone).toContain('****')
  await app.pool.query(`update lead set recycle_at = now() + interval '5 hours' where id = $1`, [ids[0]])
  expect((await leads({ part: 'returning' })).leads.map(({ id }: { id: string }) => id)).toEqual([ids[0]])
  // Each part of the follow-ups is the set that its figure counts.
  await app.pool.query(`update lead set next_follow_at = now() + interval '1 hour' where id = $1`, [ids[1]])
  const { due } = await desk()
  const [overdue, today] = [await leads({ part: 'overdue', size: 100 }), await leads({ part: 'today' })]
  expect([overdue.leads.length, today.leads.length]).toEqual([due.overdue, due.today])
  expect((await leads({ part: 'fresh' })).leads.length).toBeGreaterThanOrEqual(6)
})

test('an account that is no salesperson has an empty desk', async () => {
  const request = await app.as('crmCenter:page')
  expect((await request('GET', '/crm/center')).body.data).toMatchObject({
    salesman: null,
    pools: [],
    ranking: null,
  })
  expect((await request('POST', '/crm/center/leads', { part: 'today' })).body.data).toEqual({
    leads: [],
    next: null,
  })
})

test('a period is compared with the same part of the one before, which may be shorter', () => {
  const settings = {
    get: (key: string) => (key === 'business.timezone' ? 'Asia/Shanghai' : '04:00'),
  } as never
  const spans = (period: 'week' | 'month', at: string) => spansOf(settings, period, new Date(at))
  expect(spans('week', '2026-03-04T06:00:00.000Z')).toEqual({
    now: { from: '2026-03-01T20:00:00.000Z', to: '2026-03-04T06:00:00.000Z' },
    before: { from: '2026-02-22T20:00:00.000Z', to: '2026-02-25T06:00:00.000Z' },
  })
  const { now, before } = spans('month', '2026-03-31T06:00:00.000Z')
  expect([before.from, before.to]).toEqual(['2026-01-31T20:00:00.000Z', now.from])
})
