import { menu, pagesBeside } from '@kabao/contract/app/menu'
import { isIdNumber, phone } from '@kabao/contract/kernel/personal'
import { beforeAll, expect, test } from 'vitest'
import { findWrongCounts } from '#crm/wrong-counts'
import { trialBalance } from '#ledger/trial-balance'
import { verifyLedger } from '#ledger/verify'
import { createDb } from '#platform/db/client'
import { compareWithin } from '#reconcile/compare-within'
import { findRun, queueRun, type Run } from '#reconcile/runs'
import { differences } from '#statistics/check'
import { type DayRange, knownDays } from '#statistics/days'
import { foldAll } from '#statistics/fold'
import { channelFaults } from '#test/channel-results'
import { startApp } from '#test/harness'
import { ownRiskProvider } from '#users/risk/own/report'
import { idNumberPurpose } from '#users/user-filter'
import { addUsers } from './fill.ts'
import { addMessageRows, demoMessages } from './messages.ts'
import { person } from './people.ts'

const app = startApp()
const crowd = { seed: 7, size: 100_000, until: Date.parse('2026-11-21T00:00:00Z') }
let adminId: string
beforeAll(async () => {
  adminId = await app.createAdmin({ username: 'admin', password: 'demo-Password-1' })
})

test('the same seed makes the same person, another seed another person', () => {
  expect(person(5, crowd)).toEqual(person(5, crowd))
  expect(person(5, { ...crowd, seed: 8 }).name + person(6, { ...crowd, seed: 8 }).name).not.toBe(
    person(5, crowd).name + person(6, crowd).name,
  )
})

test('people are plausible, with valid unique numbers and consistent ages', () => {
  const people = Array.from({ length: 3000 }, (_, row) => person(row, crowd))
  expect(new Set(people.map((each) => each.phone)).size).toBe(people.length)
  for (const each of people) {
    expect(phone.safeParse(each.phone).success).toBe(true)
    if (each.idNumber)
      expect(
        isIdNumber(each.idNumber) && each.idNumber.slice(6, 14) === each.birthday?.replaceAll('-', ''),
      ).toBe(true)
    expect(each.lastActiveAt).toBeGreaterThanOrEqual(each.createdAt)
    expect(each.lastActiveAt).toBeLessThanOrEqual(crowd.until)
  }
})

test('a push that is older than a day has its answer, and the person is as far as it says', () => {
  // Who registered last has pushes of the last day.
  const people = Array.from({ length: 4000 }, (_, nth) => person(crowd.size - 1 - nth, crowd))
  const open = people.filter(({ pushes }) => pushes.at(-1)?.status === 'pending')
  expect(open.length).toBeGreaterThan(0)
  expect(open.length).toBeLessThan(200)
  for (const { status, pushes } of people) {
    for (const { status, requestAt, respondedAt } of pushes) {
      expect(respondedAt === null).toBe(status === 'pending')
      if (status === 'pending') expect(requestAt).toBeGreaterThan(crowd.until - 86_400_000)
    }
    const last = pushes.at(-1)?.status
    if (last === 'accepted') expect(status).toBe('accepted')
    else if (last === 'rejected' || last === 'duplicate') expect(status).toBe('rejected')
    else if (last) expect(status).toBe('pushed')
  }
})

test("the demo's administrator has unread messages of this business, and older read ones", async () => {
  const client = await app.pool.connect()
  await addMessageRows(client, crowd).finally(() => client.release())
  const { rows } = await app.pool.query(
    `select kind, count(*) filter (where read_at is null)::int as unread, max(created_at) <= $2 as past
     from message where admin_id = $1 group by kind order by kind`,
    [adminId, new Date(crowd.until)],
  )
  expect(rows).toEqual([
    { kind: 'message', unread: 3, past: true },
    { kind: 'notice', unread: 2, past: true },
    { kind: 'todo', unread: 1, past: true },
  ])
})

test('every page that a made-up message links to is built, and no two messages have the same words', async () => {
  const built = menu.flatMap(({ pages }) =>
    pages.filter(({ areas }) => areas.length > 0).map(({ name }) => name),
  )
  const linked = demoMessages.flatMap(({ link }) => (link ? [link.name] : []))
  expect(linked.filter((name) => !built.includes(name) && !(name in pagesBeside))).toEqual([])
  expect(demoMessages).toHaveLength(14)
  for (const language of [0, 1])
    expect(new Set(demoMessages.map(({ content }) => content[language])).size).toBe(demoMessages.length)
})

test('users are added to an empty and to a filled database, with their pushes, and the lists can read them', async () => {
  await addUsers(app.pool, app.vault, {
    users: 500,
    seed: 7,
    until: crowd.until,
    storage: app.storage,
  })
  await addUsers(app.pool, app.vault, { users: 300, seed: 9, until: crowd.until })
  const { rows } = await app.pool.query(`
    select count(*)::int as users, sum(push_count)::int as pushes, (select count(*)::int from push_record) as records,
      (select count(*)::int from blacklist) as blacklisted from "user"`)
  expect(rows[0]).toMatchObject({ users: 800 })
  expect(rows[0].pushes).toBe(rows[0].records)
  expect(rows[0].blacklisted).toBeGreaterThan(200)
  const told = await app.pool.query(`
    select (select count(*)::int from feedback) as feedback, (select count(*)::int from push_record where org_id is null) as nowhere,
      (select count(distinct org_id)::int from push_record) as orgs`)
  expect(told.rows[0]).toEqual({ feedback: 400, nowhere: 0, orgs: 24 })
  const leads = await app.pool.query(
    `
    select (select count(*)::int from salesman) as salesmen, (select count(*)::int from lead_pool) as pools,
      count(*) > 300 as many, count(*) filter (where salesman_id is null) > 50 as waiting,
      count(*) filter (where stage = 'converted') > 10 as won,
      bool_and(salesman_id is null or closed_at is not null or recycle_at > $1) as stay
    from lead`,
    [new Date(crowd.until)],
  )
  expect(leads.rows).toEqual([{ salesmen: 8, pools: 3, many: true, waiting: true, won: true, stay: true }])
  expect(await findWrongCounts(app.db)).toEqual([])
  const charged = await app.pool.query(
    `
    select count(*)::int as channels, count(owner_id)::int as owned, count(*) filter (where owner_id = $1)::int as own
    from channel where code like 'demo%'`,
    [adminId],
  )
  const { channels, owned, own } = charged.rows[0]
  expect([owned, owned > channels / 2, owned < channels]).toEqual([own, true, true])
  const sent = await app.pool.query(`
    select (select count(*)::int from push_attempt) = sum(attempts)::int as attempts,
      bool_and(exists (select from push_attempt a where a.push_id = r.id and a.number = r.attempts)) as last,
      count(*) filter (where request_at + dedupe_days * interval '1 day' > now())::int = (select count(*)::int from push_dedupe) as claimed
    from push_record r`)
  expect(sent.rows[0]).toEqual({ attempts: true, last: true, claimed: true })
  // What was recharged is a round amount, accepted pushes are charged, and those under way or unknown hold their price.
  const accounts = await app.pool.query(`
    select bool_and((a.balance_fen + coalesce(p.charged, 0)) % 10000 = 0) as round, bool_and(a.held_fen = coalesce(p.held, 0)) as held,
      count(*) filter (where a.balance_fen - a.held_fen < o.alert_fen)::int as low, count(*)::int as orgs,
      bool_and(g.offered_at is null or g.offered_at = o.created_at) as offered
    from org o join org_account a on a.org_id = o.id left join org_agreement g on g.org_id = o.id left join (
      select org_id, sum(price_fen) filter (where status = 'accepted') as charged,
        sum(price_fen) filter (where status in ('pending', 'unknown')) as held from push_record group by org_id) p on p.org_id = o.id
    where o.code ~ '^org\\d{3}$'`)
  expect(accounts.rows[0]).toEqual({ round: true, held: true, low: 4, orgs: 24, offered: true })
  // Each accepted push is charged once at its price, and the ledger is whole.
  const booked = await app.pool.query(`
    select count(*)::int as accepted, count(t.id)::int as charges, bool_and(t.amount_fen = p.price_fen and t.at = p.responded_at) as agree
    from push_record p left join transfer_ref r on r.kind = 'charge' and r.ref_kind = 'push' and r.ref_id = p.id::text
    left join transfer t on t.id = r.transfer_id where p.status = 'accepted'`)
  const { accepted, charges } = booked.rows[0]
  expect(booked.rows[0]).toEqual({ accepted, charges: accepted, agree: true })
  const verified = await verifyLedger(app.db)
  const { rows: payable } = await app.pool.query(
    'select count(*)::int as owed from account where channel_id is not null and transfers > 0',
  )
  expect(payable[0].owed).toBeGreaterThan(5)
  expect(verified).toMatchObject({ accounts: 24 + payable[0].owed, faults: [] })
  expect(verified.transfers).toBeGreaterThan(charges + 24)
  expect((await trialBalance(app.db)).totalFen).toBe(0)
  expect(await channelFaults(app)).toEqual([])
  const settled = await app.pool.query(
    'select status, count(*)::int as n from settlement group by 1 order by 1',
  )
  expect(settled.rows.map(({ status }) => status)).toEqual(['confirmed', 'draft', 'paid'])
  const request = await app.as('user:page', 'user:reveal')
  const { data } = (await request('POST', '/user/page', { status: 'accepted' })).body
  const revealed = (await request('POST', `/user/${data.records[0].id}/reveal`)).body.data
  expect(isIdNumber(revealed.idNumber)).toBe(true)
})

/** Sums of two kinds that must be equal, of the made-up data. */
const pairs: Record<string, string> = {
  'the results of channels and what is booked for them': `
    select (select coalesce(sum(cost_fen), 0) from channel_result) as one,
      (select coalesce(sum(amount_fen), 0) from transfer where kind = 'cost') as other,
      (select sum(balance_fen) from account where channel_id is not null)
        + (select sum(amount_fen) from settlement where status = 'paid') as third`,
  'the costs of pushes and their results': `
    select (select coalesce(sum(cost_fen), 0) from push_record) as one,
      (select coalesce(sum(cost_fen), 0) from channel_result where kind = 'push') as other`,
  'the users of channels that are paid by registrations and their results': `
    select (select count(*) from "user" u join channel c on c.id = u.channel_id where c.settlement = 'cpa') as one,
      (select count(*) from channel_result where kind = 'registration') as other`,
  'accepted pushes of channels that are paid by them and costs': `
    select count(*) filter (where p.cost_fen > 0) as one,
      count(*) filter (where c.settlement in ('cpl', 'cps') and p.cost_fen > 0) as other
    from push_record p join channel c on c.id = p.channel_id`,
  'answered pushes and the answers of plans': `
    select (select count(*) from push_record where status in ('accepted', 'rejected', 'duplicate')) as one,
      (select sum(answered) from plan_answer) as other`,
  'accepted pushes and the acceptances of plans': `
    select (select count(*) from push_record where status = 'accepted') as one, (select sum(accepted) from plan_answer) as other`,
  'accepted and open pushes and what is used of the caps in all': `
    select (select count(*) from push_record where status in ('accepted', 'pending', 'unknown')) as one,
      (select sum(used) from cap_use where span = 'all') as other, (select sum(used) from cap_use where span = 'month') as third`,
  'their prices and the budgets': `
    select (select sum(price_fen) from push_record where status in ('accepted', 'pending', 'unknown')) as one,
      (select sum(fen) from cap_use where span = 'all') as other, (select sum(fen) from cap_use where span = 'month') as third`,
  'pushes with a run of the match and those runs': `
    select (select count(*) from push_record where match_run_id is not null) as one,
      (select count(*) from match_run m join push_record p on p.match_run_id = m.id and p.user_id = m.user_id and p.plan_id = m.plan_id
        where m.flow = p.flow and time_of_id(m.id) < p.request_at) as other,
      (select count(*) from match_run) as third`,
  'runs that name a plan of a paused organization for the chosen one': `
    select count(*) as one, 0 as other from match_run m join plan p on p.id = m.plan_id join org o on o.id = p.org_id
    where o.status = 'paused'`,
  'what orders are paid and what providers owe for them': `
    select (select sum(paid_fen) from payment_order) as one,
      (select sum(amount_fen) from transfer where kind = 'payment') as other,
      (select sum(amount_fen) from payment_ref where role = 'order') as third`,
  'what is refunded of orders and what was paid back': `
    select (select sum(refunded_fen) from payment_order) as one,
      (select sum(amount_fen) from transfer where kind = 'paymentRefund') as other`,
  'second payments and the suspense account': `
    select (select sum(amount_fen) from payment_ref where role <> 'order') as one,
      (select sum(amount_fen) from transfer where kind = 'suspense') as other`,
  'paid orders of products with a link pool and used links': `
    select (select count(*) from payment_order where provider = 'pool' and paid_at is not null) as one,
      (select count(*) from pool_link l join pool_assignment a on a.link_id = l.id join payment_order o on o.id = a.order_id
        where l.status = 'used' and o.pool_link_id = l.id and o.amount_fen = l.amount_fen) as other`,
  'paid settlements and what was booked for them': `
    select (select sum(amount_fen) from settlement where status = 'paid') as one,
      (select sum(amount_fen) from transfer where ref_kind = 'settlement') as other`,
  'users with a browser and those whose browser came before them': `
    select (select count(*) from "user" where visitor_id is not null) as one,
      (select count(*) from "user" u where exists (
        select from visit v where v.visitor_id = u.visitor_id and v.channel_id = u.channel_id and time_of_id(v.id) <= u.created_at)) as other`,
  'pushes to plans that are drafts': `
    select count(*) as one, 0 as other from push_record p join plan on plan.id = p.plan_id where plan.status = 'draft'`,
}

test.each(Object.entries(pairs))('agree: %s', async (_, text) => {
  const { one, other, third = other } = (await app.pool.query(text)).rows[0]
  expect([other, third].map(Number)).toEqual([Number(one), Number(one)])
})

test('the made-up traffic of the last days is there, and not only zeros agree', async () => {
  const { rows } =
    await app.pool.query(`select (select count(*)::int from visit) as visits, (select count(*)::int from match_run) as runs,
    (select sum(cost_fen)::int from push_record) as cost, (select count(*)::int from "user" where visitor_id is not null) as browsers`)
  for (const count of Object.values(rows[0])) expect(count).toBeGreaterThan(20)
})

test('the figures are those of the facts, and every user and accepted push is in them', async () => {
  const db = createDb(app.pool)
  await foldAll(db)
  expect(await differences(db, (await knownDays(db)) as DayRange)).toBe(0)
  const { rows } = await app.pool.query(`
    select (select sum(registrations)::int from roll_up where way = 'day' and grain = 'all') as registrations,
      (select count(*)::int from "user") as users,
      (select sum(accepted)::int from roll_up where way = 'day' and grain = 'all') as accepted,
      (select count(*)::int from push_record where status in ('accepted', 'returned')) as pushes`)
  expect(rows[0]).toMatchObject({ registrations: rows[0].users, accepted: rows[0].pushes })
})

test('the nightly comparison of our own records finds nothing in the made-up days', async () => {
  const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
  let compared = 0
  for (let back = 1; back <= 30; back++) {
    const day = new Date(crowd.until - back * 86_400_000).toISOString().slice(0, 10)
    const found = await app.db.transaction().execute(async (write) => {
      const scope = { kind: 'within', orgId: null, collectionId: null, day, toDay: day } as const
      const { id } = await queueRun(write, scope, null, null)
      const run = (await findRun(write, id)) as Run
      return compareWithin(write, run, { clock, holdHours: 24 })
    })
    expect([day, found.gaps]).toEqual([day, { missingHere: 0, missingThere: 0, amount: 0, status: 0 }])
    compared += found.lines
  }
  expect(compared).toBeGreaterThan(100)
})

test("every made-up user has the risk level that the service's own report gives", async () => {
  const users = 1_200
  const before = Number((await app.pool.query('select max(id) as id from "user"')).rows[0].id)
  await addUsers(app.pool, app.vault, { users, seed: 13, until: crowd.until })
  const { rows } = await app.pool.query(
    `select id, phone, name, id_number_sealed, gender, birthday, city_code as "cityCode", device, ip,
       created_at as "createdAt", profiled_at, risk_level, risk_checked_at from "user" where id > $1 order by id`,
    [before],
  )
  expect(rows).toHaveLength(users)
  const db = createDb(app.pool)
  const own = ownRiskProvider(db, { vault: app.vault, timeZone: () => 'Asia/Shanghai' })
  const counts: Record<string, number> = {}
  for (const { id_number_sealed, profiled_at, risk_level, risk_checked_at, ...person } of rows) {
    const isProfiled = profiled_at !== null
    expect([risk_level !== null, risk_checked_at !== null]).toEqual([isProfiled, isProfiled])
    if (!isProfiled) continue
    const idNumber = id_number_sealed && app.vault.open(id_number_sealed, idNumberPurpose)
    const { level } = await own.report({ ...person, idNumber }, 'all', 'en-US')
    expect([person.id, risk_level]).toEqual([person.id, level])
    counts[level] = (counts[level] ?? 0) + 1
  }
  expect(counts).toEqual({ low: expect.any(Number), medium: expect.any(Number), high: expect.any(Number) })
}, 30_000)
