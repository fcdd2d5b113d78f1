import { beforeAll, describe, expect, test } from 'vitest'
import { recountPushes } from '#engine/counters'
import { startApp } from '#test/harness'

const app = startApp()
type RequestAs = Awaited<ReturnType<typeof app.as>>
let request: RequestAs
let orgId: string
let next = 0
const one = async (text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows[0]
const newOrg = async () =>
  (
    await one(
      `insert into org (code, name, flow, status) values ($1, $1, 'full', 'enabled') returning id`,
      `org${next++}p`,
    )
  ).id
const body = (fields: object = {}) => ({
  orgId,
  name: `计划 ${next++}`,
  flow: 'full',
  priceFen: 4500,
  startsOn: '2026-01-01',
  ...fields,
})
const add = async (fields: object = {}) => (await request('POST', '/plan', body(fields))).body.data
const start = async ({ id }: { id: string }) =>
  (await request('POST', `/plan/${id}/start`, { version: 1 })).body.data
const preview = async (fields: object) => (await request('POST', '/row/plan/preview', body(fields))).body.data
async function push(planId: string, status: string, requestAt = new Date().toISOString()) {
  await app.pool.query(
    `with people as (insert into "user" (flow) values ('full') returning id)
     insert into push_record (id, user_id, org_id, plan_id, flow, status, price_fen)
     select time_id($3), people.id, p.org_id, p.id, 'full', $2, 4500 from people, plan p where p.id = $1`,
    [planId, status, requestAt],
  )
  await recountPushes(app.db, { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }, [planId])
}

beforeAll(async () => {
  request = await app.as(...['page', 'create', 'update', 'start', 'pause'].map((act) => `plan:${act}`))
  orgId = await newOrg()
})

describe('a preview', () => {
  test('of a running plan names the fields that change, from now on where it is open', async () => {
    const made = await start(await add({ cityCodes: ['440100', '440300'], name: '不变' }))
    const same = { id: made.id, name: '不变', cityCodes: ['440300', '440100'] }
    expect(await preview(same)).toMatchObject({ changes: [], from: null })
    const before = Date.now()
    const { changes, from } = await preview({
      ...same,
      priceFen: 5000,
      windows: [],
      dedupeDays: 60,
      cityCodes: ['440300'],
    })
    expect(changes.toSorted()).toEqual(['cityCodes', 'dedupeDays', 'priceFen'])
    expect(Date.parse(from)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(from)).toBeLessThanOrEqual(Date.now())
  })

  test('names the next opening where the changed plan is closed now, and none for a plan that is not running', async () => {
    const made = await start(await add({ name: '以后' }))
    const later = await preview({ id: made.id, name: '以后', startsOn: '2098-01-01' })
    expect(later).toMatchObject({ changes: ['startsOn'], from: '2097-12-31T16:00:00.000Z' })
    const draft = await add({ name: '草稿' })
    expect(await preview({ id: draft.id, name: '草稿', priceFen: 1 })).toMatchObject({
      changes: ['priceFen'],
      from: null,
    })
  })

  test('says what today has used, and whether the plan would be full at once', async () => {
    const made = await start(await add({ name: '已用' }))
    for (const status of ['accepted', 'accepted', 'pending', 'rejected']) await push(made.id, status)
    const typed = { id: made.id, name: '已用' }
    expect(await preview({ ...typed, dailyCap: 4 })).toMatchObject({
      usedToday: 3,
      spentTodayFen: 13_500,
      isFull: false,
    })
    expect(await preview({ ...typed, dailyCap: 3 })).toMatchObject({ isFull: true })
    expect(await preview({ ...typed, dailyBudgetFen: 17_999 })).toMatchObject({ isFull: true })
    expect(await preview({ ...typed, dailyBudgetFen: 18_000 })).toMatchObject({ isFull: false })
  })

  test('changes nothing and is refused as saving would be', async () => {
    const made = await add({ name: '原样' })
    await preview({ id: made.id, name: '原样', priceFen: 1 })
    expect((await request('GET', `/plan/${made.id}`)).body.data).toEqual(made)
    const wrong = await request('POST', '/row/plan/preview', body({ ageFrom: 50, ageTo: 20 }))
    expect(wrong.body.data.fields).toHaveProperty('ageTo')
    expect((await request('POST', '/row/plan/preview', body({ id: '987654321' }))).body.code).toBe('4040')
  })
})

describe('overlaps', () => {
  test('with other plans of the organization and flow are named with their figures, in the form and for the drawer', async () => {
    orgId = await newOrg()
    const morning = [{ weekday: 1, from: '09:00', to: '12:00' }]
    const other = await add({ windows: morning, cityCodes: ['440300', '440100'], endsOn: '2099-01-01' })
    await add({ windows: [{ weekday: 2, from: '09:00', to: '12:00' }] })
    await add({ cityCodes: ['310100'] })
    await add({ ageFrom: 60 })
    const ended = await start(await add())
    await app.pool.query(`update plan set status = 'ended' where id = $1`, [ended.id])
    const typed = {
      cityCodes: ['440300'],
      ageTo: 50,
      startsOn: '2026-02-01',
      windows: [{ weekday: 1, from: '11:00', to: '18:00' }],
    }
    const overlap = {
      id: other.id,
      name: other.name,
      status: 'draft',
      priceFen: 4500,
      priority: 50,
      cities: 1,
      minutes: 60,
      from: '2026-02-01',
      to: '2099-01-01',
    }
    expect((await preview(typed)).overlaps).toEqual([overlap])
    const made = await add(typed)
    expect((await request('GET', `/row/plan/${made.id}/overlaps`)).body.data).toEqual([overlap])
    expect((await preview({ ...typed, id: made.id })).overlaps).toEqual([overlap])
  })
})

describe('the figures of today', () => {
  test('are those of the business day, by state, with cap, budget and pace', async () => {
    const made = await add({ dailyCap: 1440, isPaced: true, dailyBudgetFen: 100_000_000 })
    for (const status of ['accepted', 'rejected', 'duplicate', 'failed', 'pending', 'returned'])
      await push(made.id, status)
    await push(made.id, 'accepted', new Date(Date.now() - 2 * 86_400_000).toISOString())
    const { data } = (await request('GET', `/row/plan/${made.id}/today`)).body
    expect(data).toMatchObject({
      pushed: 6,
      accepted: 1,
      rejected: 2,
      pending: 1,
      failed: 1,
      used: 3,
      spentFen: 9000,
      dailyCap: 1440,
      dailyBudgetFen: 100_000_000,
      isPaced: true,
      isOpen: true,
      opensAt: null,
    })
    // The cap is one a minute, so the pace is the minutes of the day so far.
    const minutes = Math.floor((Date.now() - Date.parse(data.from)) / 60_000) + 1
    expect(Math.abs(data.expected - minutes)).toBeLessThanOrEqual(1)
    expect(Date.parse(data.to) - Date.parse(data.from)).toBe(86_400_000)
  })

  test('say when a plan opens that is closed now', async () => {
    const made = await add({ startsOn: '2098-01-01' })
    const { data } = (await request('GET', `/row/plan/${made.id}/today`)).body
    expect(data).toMatchObject({ isOpen: false, opensAt: '2097-12-31T16:00:00.000Z', expected: null })
  })
})
