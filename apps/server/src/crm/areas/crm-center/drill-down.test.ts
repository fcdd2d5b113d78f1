import { funnelSteps } from '@kabao/contract/crm/crm-center'
import { leadRecords } from '@kabao/contract/crm/lead-record'
import { monthFigures } from '@kabao/contract/crm/salesman'
import { beforeAll, expect, test } from 'vitest'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { businessDay } from '#platform/settings/business-clock'
import { crmWorld } from '#test/crm-world'
import { type RequestFn, startApp } from '#test/harness'
import { assign, claim, transfer } from '../../claim-and-assign.ts'
import { close, followUp, setStage } from '../../follow-up.ts'
import { giveOut } from '../../give-out.ts'
import { release } from '../../release.ts'

const app = startApp()
const { newPool, newLeads, write, leadOf, one } = crmWorld(app)

/** The same random numbers in every run, from 0 to below 1. */
let state = 20_260_302
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const below = (most: number) => Math.floor(random() * most)
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T

type Person = RequestFn & { adminId: string; salesmanId: string }
const people: Person[] = []
let boss: RequestFn
let poolId: string

async function person(teamId: string): Promise<Person> {
  const request = await app.as('crmCenter:page', 'lead:page')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  const salesmanId = await one('salesman', {
    admin_id: request.adminId,
    name: `S${request.adminId}`,
    team_id: teamId,
  })
  return Object.assign(request, { salesmanId })
}

/** One act chosen at random; one that the lead does not allow changes nothing. */
async function actAtRandom(db: Db, leadId: string, day: string) {
  const lead = await leadOf(leadId)
  if (lead.closed_at !== null) return
  const [to, other] = [pick(people), pick(people)]
  const { salesmanId } = to
  const by = other.adminId
  const reason = '随机'
  if (lead.salesman_id === null) {
    const n = below(3)
    if (n === 0) return claim(db, { leadId, salesmanId, by: to.adminId, day })
    if (n === 1) return assign(db, { leadId, salesmanId, by, day })
    return giveOut(
      db,
      { id: poolId, name: '池', firstContactMinutes: 30 } as never,
      [{ id: leadId, fromId: null, toId: salesmanId }],
      {
        day,
        kind: 'assigned',
      },
    )
  }
  const fromId = lead.salesman_id as string
  const held = { leadId, salesmanId: fromId, by, day }
  const n = below(20)
  if (n < 9)
    return followUp(db, {
      ...held,
      way: 'call',
      content: '谈',
      result: pick(['reached', 'noAnswer'] as const),
      nextAt: pick([
        null,
        new Date(Date.now() + 1_000).toISOString(),
        new Date(Date.now() + 3e8).toISOString(),
      ]),
      ...(random() < 0.3 && { stage: pick(['interested', 'applied'] as const) }),
    })
  if (n < 13) return setStage(db, { ...held, stage: pick(['contacted', 'interested', 'applied'] as const) })
  if (n === 13) return close(db, { ...held, stage: 'converted', reason })
  if (n === 14) return close(db, { ...held, stage: 'invalid', reason })
  if (n < 17) return release(db, { ...held, reason })
  if (n === 17) return transfer(db, { leadId, fromId, salesmanId, by, day, reason })
  return giveOut(
    db,
    { id: poolId, name: '池', firstContactMinutes: 30 } as never,
    [{ id: leadId, fromId, toId: salesmanId }],
    {
      day,
      kind: 'passedOn',
    },
  )
}

async function actOn(leads: readonly string[], times: number, day: string) {
  for (let n = 0; n < times; n++) {
    const leadId = pick(leads)
    await write((db) => actAtRandom(db, leadId, day)).catch((error) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}

beforeAll(async () => {
  boss = await app.as('salesman:page', 'lead:page')
  const pool = await newPool({ max_held: 10_000, max_claims_per_day: 10_000, first_contact_minutes: 30 })
  poolId = pool.poolId
  for (let n = 0; n < 3; n++) people.push(await person(pool.teamId))
  const leads = await newLeads(poolId, 120)
  const org = await one('org', { code: 'drilled', name: '机构', flow: 'full' })
  const plan = await one('plan', {
    org_id: org,
    name: '计划',
    flow: 'full',
    price_fen: 1,
    starts_on: '2026-01-01',
  })
  for (const leadId of leads.slice(0, 80)) {
    const userId = await one('"user"', { flow: 'full', name: '王五' })
    await app.pool.query(
      `update lead set user_id = $2, arrived_at = now() - make_interval(mins => $3) where id = $1`,
      [leadId, userId, below(5_000)],
    )
    if (random() < 0.7)
      await app.pool.query(
        // The time of the request is in the id, which is made after `now()`.
        `insert into push_record (user_id, org_id, plan_id, flow, status, price_fen, responded_at)
         values ($1, $2, $3, 'full', $4, $5, now() + interval '1 second')`,
        [userId, org, plan, pick(['accepted', 'accepted', 'rejected']), 100 + below(50_000)],
      )
  }
  // What was done in the last seventy days, then what is done today.
  await actOn(leads, 700, '2026-03-01')
  await app.pool.query(
    `update lead_event set at = now() - make_interval(hours => 24 + (id * 7919 % 1600)::int) where to_id is not null or from_id is not null`,
  )
  await actOn([...leads, ...(await newLeads(poolId, 40))], 350, businessDay(app.app.services.settings))
  // Follow-ups that are overdue, and leads that return soon.
  await app.pool.query(
    `update lead set next_follow_at = now() - interval '1 hour' where next_follow_at is not null and id % 3 = 0`,
  )
  await app.pool.query(
    `update lead set recycle_at = now() + interval '3 hours' where recycle_at is not null and id % 4 = 0`,
  )
  await app.pool.query(
    `update lead set first_contact_due_at = now() - interval '1 minute' where first_contact_due_at is not null and id % 2 = 0`,
  )
}, 120_000)

const dataOf = async (answer: ReturnType<RequestFn>) => {
  const { body } = await answer
  expect(body, body.desc).toMatchObject({ code: '0000' })
  return body.data
}
/** All records of a drill-down, page by page. */
async function recordsOf(request: RequestFn, path: string, given: object) {
  const found = []
  for (let current = 1; ; current++) {
    const page = leadRecords.parse(await dataOf(request('POST', path, { ...given, current, size: 7 })))
    found.push(...page.records)
    if (current * 7 >= page.total) {
      expect(found).toHaveLength(page.total)
      return found
    }
  }
}
const median = (values: number[]) => {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2
}

test('the records behind each figure of the month are as many, or sum up to, the figure', async () => {
  let nonZero = 0
  for (const { salesmanId } of people) {
    const { month } = await dataOf(boss('GET', `/crm/salesman/${salesmanId}`))
    for (const figure of monthFigures) {
      const records = await recordsOf(boss, `/crm/salesman/${salesmanId}/records`, { figure })
      const behind =
        figure === 'wonFen'
          ? records.reduce((sum, { fen }) => sum + (fen as number), 0)
          : figure === 'firstContactMinutes'
            ? records.length === 0
              ? null
              : Math.round(median(records.map(({ minutes }) => minutes as number)))
            : records.length
      expect({ figure, behind }).toEqual({ figure, behind: month[figure] })
      if (behind) nonZero++
      expect(records.map(({ at }) => at)).toEqual(
        records
          .map(({ at }) => at)
          .toSorted()
          .toReversed(),
      )
    }
  }
  expect(nonZero).toBeGreaterThan(15)
})

test('the records behind each figure of the desk are as many as the figure', async () => {
  for (const me of people)
    for (const period of ['week', 'month'] as const) {
      const { salesman, funnel, pools } = await dataOf(me('GET', `/crm/center?period=${period}`))
      for (const isBefore of [false, true])
        for (const figure of funnelSteps) {
          const records = await recordsOf(me, '/crm/center/records', { figure, period, isBefore })
          const told = (isBefore ? funnel.before : funnel.now)[figure]
          expect({ figure, period, isBefore, count: records.length }).toEqual({
            figure,
            period,
            isBefore,
            count: told,
          })
          expect(new Set(records.map(({ leadId }) => leadId)).size).toBe(records.length)
        }
      const taken = await recordsOf(me, '/crm/center/records', { figure: 'taken' })
      expect(taken).toHaveLength(salesman.taken)
      expect(taken.length).toBeGreaterThan(0)
      for (const pool of pools) {
        const claims = await recordsOf(me, '/crm/center/records', { figure: 'claims', poolId: pool.id })
        expect(claims).toHaveLength(pool.claims)
      }
    }
})

test.each([
  ['held', { mine: true, place: 'held' }],
  ['overdue', { mine: true, due: 'overdue' }],
  ['today', { mine: true, due: 'today' }],
  ['fresh', { mine: true, fresh: true }],
  ['late', { mine: true, late: true }],
  ['returning', { mine: true, returning: true }],
])('the list of leads behind “%s” of the desk is as long as the figure', async (name, filter) => {
  let sum = 0
  for (const me of people) {
    const { salesman, due } = await dataOf(me('GET', '/crm/center'))
    const { total } = await dataOf(me('POST', '/lead/page', filter))
    expect(total).toBe(name === 'held' ? salesman.held : due[name])
    sum += total
  }
  if (name !== 'today') expect(sum).toBeGreaterThan(0)
})

test('a record shows a lead only to who sees it, masked; one who may see no leads gets none', async () => {
  const [me, mate] = people as [Person, Person]
  const mine = await recordsOf(me, '/crm/center/records', { figure: 'got', period: 'month' })
  for (const { leadId, lead } of mine) {
    const { code, data } = (await me('GET', `/lead/${leadId}`)).body
    expect(lead).toEqual(code === '0000' ? { name: data.name, phone: data.phone } : null)
    if (lead?.phone) expect(lead.phone).toMatch(/^\d{3}\*{4}\d{4}$/)
  }
  expect(mine.some(({ lead }) => lead !== null)).toBe(true)
  const blind = await app.as('salesman:page')
  const path = `/crm/salesman/${mate.salesmanId}/records`
  const records = await recordsOf(blind, path, { figure: 'contacted' })
  expect(records.length).toBeGreaterThan(0)
  expect(records.every(({ lead }) => lead === null)).toBe(true)
})
