import { beforeAll, describe, expect, test } from 'vitest'
import { exportsOf } from '#test/exports'
import { type RequestFn, startApp } from '#test/harness'
import { addOrg, inTransaction } from '#test/ledger'
import { adjust, recharge } from '../../bookings.ts'
import { hold, post, refund } from '../../holds.ts'

const app = startApp()
const { readSheet, fetchTicket } = exportsOf(app)
let request: RequestFn & { adminId: string }
let orgId = ''
let otherId = ''
let planId = ''
/** This month and the one before, `yyyy-mm`, in the business time zone. */
let month = ''
let before = ''

/** The transfers of an account were booked this many days earlier; only a test can do that. */
async function moveBack(id: string, days: number) {
  const client = await app.pool.connect()
  await client.query(`set session_replication_role = 'replica'`)
  await client.query(
    `update transfer t set id = time_id(t.at - make_interval(days => $2)), at = t.at - make_interval(days => $2),
       business_day = t.business_day - $2::int
     from account a where a.id = t.account_id and a.org_id = $1`,
    [id, days],
  )
  await client.query(`set session_replication_role = 'origin'`)
  client.release()
}

beforeAll(async () => {
  request = await app.as('statement:page', 'statement:export', 'statement:send')
  const days = await app.pool.query(
    `select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today,
       to_char((now() at time zone 'Asia/Shanghai') - interval '40 days', 'YYYY-MM') as before`,
  )
  const today = days.rows[0].today as string
  month = today.slice(0, 7)
  before = days.rows[0].before
  for (const back of [1, 2, 3])
    for (const name of ['transfer', 'push_record'])
      await app.pool.query(`select make_partitions($1, now() - $2 * interval '1 month')`, [name, back])
  const act = <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.db, run)
  orgId = await addOrg(app, 10_000)
  await moveBack(orgId, 40)
  otherId = await addOrg(app, 777)
  planId = (
    await app.pool.query(
      `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, '标准计划', 'full', 100, '2026-01-01') returning id`,
      [orgId],
    )
  ).rows[0].id
  const userId = (
    await app.pool.query(
      `insert into "user" (phone, name, flow) values ('13812340001', '王小明', 'full') returning id`,
    )
  ).rows[0].id
  for (let n = 1; n <= 4; n++) {
    const { rows } = await app.pool.query(
      `insert into push_record (user_id, org_id, plan_id, flow, status, price_fen) values ($1, $2, $3, 'full', 'accepted', 100) returning id`,
      [userId, orgId, planId],
    )
    const ref = { kind: 'push', id: rows[0].id }
    await act((write) => hold(write, { orgId, amountFen: 100, ref }))
    await act((write) => post(write, { ref, businessDay: today }))
    if (n === 4) await act((write) => refund(write, { ref, amountFen: 60, businessDay: today }))
  }
  const entry = { businessDay: today, amountFen: 500 }
  await act((write) => recharge(write, { ...entry, orgId, way: 'bank', ref: { kind: 'recharge', id: 'r1' } }))
  await act((write) =>
    adjust(write, {
      account: { orgId },
      businessDay: today,
      amountFen: -50,
      ref: { kind: 'adjustment', id: 'a1' },
    }),
  )
})

const statementOf = async (of: string, id = orgId) =>
  (await request('GET', `/finance/statement?orgId=${id}&month=${of}`)).body

test('what it opens with and its rows make what it closes with, by type, plan and day', async () => {
  const { code, data } = await statementOf(month)
  expect(code).toBe('0000')
  expect(data).toMatchObject({ openingFen: 10_000, closingFen: 10_110, transfers: 7, isOver: false, month })
  const sum = (lines: { fen: number }[]) => lines.reduce((all, { fen }) => all + fen, 0)
  expect(sum(data.kinds)).toBe(110)
  expect(sum(data.days)).toBe(110)
  expect(data.days.at(-1)).toMatchObject({ closingFen: 10_110, transfers: 7 })
  expect(data.plans).toEqual([{ planId, planName: '标准计划', transfers: 5, fen: -340 }])
  expect(data.kinds).toContainEqual({ kind: 'charge', transfers: 4, fen: -400 })
  const rows = (await request('POST', '/finance/statement/page', { orgId, month })).body.data
  expect(rows.total).toBe(7)
  expect(rows.records[0]).toMatchObject({
    number: 2,
    kind: 'charge',
    amountFen: -100,
    balanceAfterFen: 9_900,
    planName: '标准计划',
  })
  expect(rows.records.map(({ number }: { number: number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8])
})

test('a month closes with what the next one opens with, also without a transfer', async () => {
  expect((await statementOf(before)).data).toMatchObject({
    openingFen: 0,
    closingFen: 10_000,
    transfers: 1,
    isOver: true,
  })
  expect((await statementOf('2025-01')).data).toMatchObject({
    openingFen: 0,
    closingFen: 0,
    transfers: 0,
    days: [],
  })
  expect((await statementOf('2098-01')).data).toMatchObject({ openingFen: 10_110, closingFen: 10_110 })
  expect((await statementOf('2026-13')).data.fields).toHaveProperty('month')
  expect((await statementOf(month, '99999')).code).toBe('4040')
})

test('without an organization or a month, the list of rows is empty', async () => {
  expect((await request('POST', '/finance/statement/page', { month })).body.data).toMatchObject({
    records: [],
    total: 0,
  })
  expect((await request('POST', '/finance/statement/page', { orgId })).body.data).toMatchObject({ total: 0 })
})

test('the rows are exported with amounts as numbers', async () => {
  const { body } = await request('POST', '/finance/statement/export', {
    orgId,
    month,
    format: 'xlsx',
    columns: ['number', 'kind', 'amountFen', 'planName'],
  })
  expect(body.code).toBe('0000')
  const rows = await readSheet((await fetchTicket(body.data.ticket)).bytes)
  expect(rows).toHaveLength(8)
  expect(rows[1]).toEqual([2, '扣费', -1, '标准计划'])
})

describe('the overview of a month', () => {
  const overview = async (body: object) =>
    (await request('POST', '/finance/statement/overview/page', { size: 200, ...body })).body.data
  type Row = Record<'id' | 'orgCode', string> & Record<`${string}Fen`, number>

  test('has a row for each organization that agrees with its statement, and the sums of all', async () => {
    const { records, total, totals } = (await overview({ month })) as {
      records: Row[]
      total: number
      totals: Record<string, number>
    }
    expect(records).toHaveLength(total)
    expect(records.find(({ id }) => id === orgId)).toMatchObject({
      openingFen: 10_000,
      rechargedFen: 500,
      paidOutFen: 0,
      chargedFen: -400,
      refundedFen: 60,
      adjustedFen: -50,
      closingFen: 10_110,
    })
    for (const row of records) {
      const { data } = await statementOf(month, row.id)
      const of = (...kinds: string[]) =>
        data.kinds
          .filter(({ kind }: { kind: string }) => kinds.includes(kind))
          .reduce((all: number, { fen }: { fen: number }) => all + fen, 0)
      expect(row).toMatchObject({
        openingFen: data.openingFen,
        closingFen: data.closingFen,
        chargedFen: of('charge'),
        rechargedFen: of('recharge'),
        paidOutFen: of('payout'),
        refundedFen: of('refund'),
        adjustedFen: of('adjust', 'reversal'),
      })
    }
    for (const [name, fen] of Object.entries(totals))
      expect([name, fen]).toEqual([name, records.reduce((all, row) => all + (row[name as 'xFen'] ?? 0), 0)])
  })

  test('is that of the present month by default; an earlier one closes with what the next one opens with', async () => {
    expect(await overview({})).toEqual(await overview({ month }))
    const { records } = await overview({ month: before, movement: 'moved' })
    expect(records).toMatchObject([{ id: orgId, openingFen: 0, rechargedFen: 10_000, closingFen: 10_000 }])
  })

  test('is sorted by every amount, filtered, and paged', async () => {
    const { data } = await statementOf(month, otherId)
    const code = data.orgCode as string
    expect((await overview({ month, name: code })).records).toMatchObject([{ id: otherId, orgCode: code }])
    expect((await overview({ month, movement: 'still', name: code })).total).toBe(0)
    const [first] = (await overview({ month, sort: 'chargedFen' })).records
    expect(first).toMatchObject({ id: orgId, chargedFen: -400 })
    const closing = (await overview({ month, sort: '-closingFen' })).records.map((row: Row) => row.closingFen)
    expect(closing).toEqual(closing.toSorted((one: number, other: number) => other - one))
    const second = await overview({ month, sort: '-closingFen', size: 1, current: 2 })
    expect(second.records).toMatchObject([{ closingFen: closing[1] }])
    expect((await request('POST', '/finance/statement/overview/page', { month: '2026-13' })).body.code).toBe(
      '4000',
    )
  })

  test('is exported with amounts as numbers', async () => {
    const { body } = await request('POST', '/finance/statement/overview/export', {
      month,
      format: 'xlsx',
      columns: ['orgCode', 'chargedFen', 'closingFen'],
      sort: 'chargedFen',
    })
    expect(body.data.task).toMatchObject({ status: 'done', rowsDone: 2 })
    const rows = await readSheet((await fetchTicket(body.data.ticket)).bytes)
    expect(rows[1]?.slice(1)).toEqual([-4, 101.1])
  })
})

describe('a link', () => {
  const sent = async (days = 7) =>
    (await request('POST', '/finance/statement/link', { orgId, month, days })).body.data
  let last = 0
  const open = async (token: string, path = '/api/statement/open', ip = `10.7.${++last}.1`) =>
    app.app.inject({ method: 'POST', url: path, payload: { token }, remoteAddress: ip })

  test('opens this statement and no other without signing in, and is counted and audited', async () => {
    const { token, link } = await sent()
    expect(link).toMatchObject({ status: 'active', opened: 0, orgId, month })
    const answer = (await open(token)).json()
    expect(answer.data).toMatchObject({
      expiresAt: link.expiresAt,
      statement: { orgId, month, closingFen: 10_110 },
    })
    const { records } = (await request('POST', '/finance/statement/link/page', { orgId })).body.data
    expect(records[0]).toMatchObject({ id: link.id, opened: 1, openedAt: expect.any(String) })
    const { rows } = await app.pool.query(
      `select point, admin_id, after, ip from audit_log where target_kind = 'statementLink' and target_id = $1 order by id`,
      [link.id],
    )
    expect(rows).toMatchObject([
      { point: 'statement:send', admin_id: request.adminId, after: { orgId, month, days: 7 } },
      { point: 'statement.open', admin_id: null, after: { orgId, month, as: 'page' }, ip: `10.7.${last}.1` },
    ])
    expect((await request('POST', '/finance/statement/link/page', { orgId: otherId })).body.data.total).toBe(
      0,
    )
    const reader = await app.as('audit:page')
    const shown = (
      await reader('POST', '/audit/page', { targetKind: 'statementLink', targetId: link.id }, 'en-US')
    ).body.data
    expect(shown.records.map(({ action }: { action: string }) => action)).toEqual([
      'Open a statement link',
      'Send statements',
    ])
    const offered = (await reader('GET', '/choice/audit/actions?ids=statement.open')).body.data
    expect(offered).toMatchObject([{ id: 'statement.open', name: '打开对账单链接' }])
  })

  test('its token is stored nowhere', async () => {
    const { token } = await sent()
    await open(token)
    for (const table of ['statement_link', 'audit_log'])
      expect(JSON.stringify((await app.pool.query(`select t::text from ${table} t`)).rows)).not.toContain(
        token,
      )
  })

  test('brings the rows as a workbook, from the opening to the closing balance', async () => {
    const { token } = await sent()
    const response = await open(token, '/api/statement/file')
    expect(response.headers['content-type']).toContain('spreadsheetml')
    const rows = await readSheet(response.rawPayload)
    expect(rows).toHaveLength(10)
    expect(rows[1]?.slice(3, 6)).toEqual(['期初余额', null, 100])
    expect(rows[2]?.slice(3, 6)).toEqual(['扣费', -1, 99])
    expect(rows.at(-1)?.slice(3, 6)).toEqual(['期末余额', null, 101.1])
  })

  test('does not open once it was revoked or has expired, and an unknown one is answered alike', async () => {
    const { token, link } = await sent()
    const revoke = () => request('POST', `/finance/statement/link/${link.id}/revoke`)
    expect((await revoke()).body.data).toMatchObject({ status: 'revoked', revokedBy: expect.any(String) })
    const again = (await revoke()).body
    expect(again.data).toMatchObject({ status: 'revoked' })
    const refused = (await open(token)).json()
    expect(refused.code).toBe('4040')
    const old = await sent()
    await app.pool.query(
      `update statement_link set created_at = now() - interval '8 days', expires_at = now() - interval '1 second' where id = $1`,
      [old.link.id],
    )
    const expired = (await open(old.token)).json()
    const unknown = (await open('x'.repeat(43))).json()
    const same = ({ code, msg }: { code: string; msg: string }) => ({ code, msg })
    expect(same(expired)).toEqual(same(refused))
    expect(same(unknown)).toEqual(same(refused))
    expect((await open(old.token, '/api/statement/file')).json().code).toBe('4040')
    const { rows } = await app.pool.query('select opened::int from statement_link where id = any($1)', [
      [link.id, old.link.id],
    ])
    expect(rows).toEqual([{ opened: 0 }, { opened: 0 }])
  })

  test('of an opening and a revocation at once, the opening is counted if it was answered', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, link } = await sent()
      const [opened] = await Promise.all([
        open(token),
        request('POST', `/finance/statement/link/${link.id}/revoke`),
      ])
      const isOpened = opened.json().code === '0000'
      const { rows } = await app.pool.query('select opened::int from statement_link where id = $1', [link.id])
      expect(rows[0].opened).toBe(isOpened ? 1 : 0)
      expect((await open(token)).json().code).toBe('4040')
    }
  })

  test('is asked for at most 30 times a minute from one address', async () => {
    const codes: string[] = []
    for (let n = 0; n < 31; n++)
      codes.push((await open('y'.repeat(43), '/api/statement/open', '10.8.0.1')).json().code)
    expect(codes.slice(0, 30)).toEqual(Array(30).fill('4040'))
    expect(codes[30]).toBe('4290')
    expect((await open('y'.repeat(43), '/api/statement/file', '10.8.0.1')).json().code).toBe('4290')
  })

  test('is refused for a month that has not begun, an unknown organization, and too many days', async () => {
    const send = async (body: object) =>
      (await request('POST', '/finance/statement/link', { orgId, month, days: 7, ...body })).body
    expect((await send({ month: '2098-01' })).data.fields).toHaveProperty('month')
    expect((await send({ orgId: '99999' })).data.fields).toHaveProperty('orgId')
    expect((await send({ days: 91 })).data.fields).toHaveProperty('days')
  })
})
