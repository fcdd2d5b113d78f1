import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { book } from '#ledger/book'
import { recharge } from '#ledger/bookings'
import { bookResults } from '#ledger/channel-cost/book-results'
import { noteResults } from '#ledger/channel-cost/note'
import { hold, post } from '#ledger/holds'
import { trialBalance } from '#ledger/trial-balance'
import type { RunningJobs } from '#platform/jobs/start'
import { foldAll } from '#statistics/fold'
import type { RequestFn } from '#test/harness'
import { startApp } from '#test/harness'
import { runJobs, runOnce } from '#test/run-jobs'
import { upload } from '#test/upload'
import { reconcileCheck } from '../../check-job.ts'
import { reconcileNightly } from '../../nightly-job.ts'
import { reconcileJob } from '../../run-job.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
let requester: RequestFn & { token: string }
let reviewer: RequestFn
let running: RunningJobs
const ids: Record<string, string> = {}
/** The business day of all pushes of this test. */
const day = '2026-03-10'
const noon = '2026-03-10T04:00:00Z'

beforeAll(async () => {
  requester = await app.as(
    ...[
      'reconcile:page',
      'reconcile:run',
      'difference:page',
      'difference:handle',
      'correction:page',
      'correction:ask',
    ],
    'correction:review',
  )
  reviewer = await app.as('correction:page', 'correction:review', 'difference:page', 'difference:handle')
  const one = async (text: string) => (await app.pool.query(`${text} returning id`)).rows[0].id
  for (const table of ['push_record', 'transfer', 'payment_order', 'channel_result'])
    await app.pool.query('select make_partitions($1, $2)', [table, '2026-02-01T00:00:00Z'])
  ids.channel = await one(
    `insert into channel (name, flow, settlement, price_fen) values ('渠道', 'full', 'cpl', 30)`,
  )
  ids.org = await one(`insert into org (code, name, flow) values ('orgrec', '机构', 'full')`)
  ids.plan = await one(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values (${ids.org}, '计划', 'full', 100, '2026-01-01')`,
  )
  ids.product = await one(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days) values ('卡', 'card', 'full', 9900, 9900, 30)`,
  )
  ids.collection = await one(`insert into collection (name, provider) values ('收款', 'sandbox')`)
  await app.db.transaction().execute((write) =>
    recharge(write, {
      orgId: ids.org as string,
      way: 'bank',
      amountFen: 100_000,
      businessDay: day,
      ref: { kind: 'recharge', id: 'test' },
    }),
  )
  running = await runJobs(app, [reconcileJob, reconcileCheck])
})
afterAll(async () => {
  await running.stop()
  expect(await trialBalance(app.db)).toMatchObject({ totalFen: 0 })
})

let phone = 13_700_000_000
interface Made {
  id: string
  phone: string
  externalId: string
}
/** A push of that day; an accepted one is charged, and its channel gets 0.30. */
async function push(
  status = 'accepted',
  { isCharged = status === 'accepted', at = noon }: { isCharged?: boolean; at?: string } = {},
): Promise<Made> {
  const number = String(++phone)
  const user = await app.pool.query(
    `insert into "user" (phone, name, flow) values ($1, '王小明', 'full') returning id`,
    [number],
  )
  const { rows } = await app.pool.query(
    `insert into push_record (id, user_id, channel_id, org_id, plan_id, flow, status, price_fen, cost_fen, responded_at, external_id)
     values (time_id($5), $1, $2, $3, $4, 'full', $6, 100, $7, $5::timestamptz + interval '1 second', $8) returning id`,
    [user.rows[0].id, ids.channel, ids.org, ids.plan, at, status, isCharged ? 30 : 0, `E${number}`],
  )
  const { id } = rows[0]
  const ref = { kind: 'push', id }
  if (isCharged)
    await app.db.transaction().execute(async (write) => {
      await hold(write, { orgId: ids.org as string, amountFen: 100, ref })
      await post(write, { ref, businessDay: day })
      await noteResults(write, 'push', [{ channelId: ids.channel as string, id, businessDay: day, at }])
    })
  return { id, phone: number, externalId: `E${number}` }
}

const ended = async (id: string) => {
  await vi.waitFor(
    async () => expect((await requester('GET', `/reconcile/${id}`)).body.data.status).not.toBe('queued'),
    { timeout: 40_000, interval: 50 },
  )
  return (await requester('GET', `/reconcile/${id}`)).body.data
}
const within = async (of = day) =>
  ended((await requester('POST', '/reconcile/within', { day: of })).body.data.id)
const differencesOf = async (filter: object) =>
  (await requester('POST', '/difference/page', { size: 200, sort: 'createdAt', ...filter })).body.data.records
const told = async () =>
  (
    await app.pool.query(
      `select count(*)::int as n from message where kind = 'todo' and link::text like '%differences%'`,
    )
  ).rows[0].n
const balance = async () =>
  (await app.pool.query('select balance_fen::int as fen from account where org_id = $1', [ids.org])).rows[0]
    .fen
/** The bytes are new, so that the same list is another file. */
const file = async (content: Buffer | string, name = 'list.csv') =>
  (await upload(app.app, requester.token, 'reconcile', [{ name, content }])).data[0].id

describe('within', () => {
  test('our records agree with the ledger; a push without a charge, a charge without a push and a wrong hold do not', async () => {
    await push()
    expect((await within()).gaps).toEqual({ missingHere: 0, missingThere: 0, amount: 0, status: 0 })
    const unpaid = await push('accepted', { isCharged: false })
    const rejected = await push('rejected')
    const held = await push('rejected')
    await app.db.transaction().execute(async (write) => {
      for (const { id } of [rejected, held])
        await hold(write, { orgId: ids.org as string, amountFen: 100, ref: { kind: 'push', id } })
      await post(write, { ref: { kind: 'push', id: rejected.id }, businessDay: day })
    })
    await app.pool.query(`update push_record set responded_at = now() where id = $1`, [rejected.id])
    const before = await told()
    expect((await within()).gaps).toEqual({ missingHere: 1, missingThere: 1, amount: 0, status: 0 })
    const today = (await app.pool.query(`select (now() at time zone 'Asia/Shanghai')::date::text as day`))
      .rows[0].day
    await within(today)
    expect(
      (await differencesOf({ kind: 'within' })).map(
        ({ item, gap, oursId, oursFen, theirsFen }: Record<string, unknown>) => [
          item,
          gap,
          oursId,
          oursFen,
          theirsFen,
        ],
      ),
    ).toEqual(
      expect.arrayContaining([
        ['charge', 'missingThere', unpaid.id, 100, null],
        ['charge', 'missingHere', rejected.id, null, 100],
        ['hold', 'missingHere', held.id, null, 100],
      ]),
    )
    expect(await told()).toBeGreaterThan(before)
    const again = await told()
    await within()
    expect(await told()).toBe(again)
    // What agrees again is gone, without a person.
    await app.db.transaction().execute(async (write) => {
      await hold(write, { orgId: ids.org as string, amountFen: 100, ref: { kind: 'push', id: unpaid.id } })
      await post(write, { ref: { kind: 'push', id: unpaid.id }, businessDay: day })
    })
    await within()
    const [row] = (await differencesOf({ kind: 'within' })).filter(
      ({ oursId }: Made & { oursId: string }) => oursId === unpaid.id,
    )
    expect(row).toMatchObject({ status: 'gone' })
    const detail = (await requester('GET', `/difference/${row.id}`)).body.data
    expect(detail.behind.map(({ what }: { what: string }) => what).toSorted()).toEqual(['push', 'transfer'])
    await app.pool.query(`update push_record set status = 'accepted' where id = any($1)`, [[rejected.id]])
    await app.pool.query(`delete from hold`)
    await app.pool.query(`update account set held_fen = 0 where org_id is not null`)
    await within()
    await within(today)
    expect(await differencesOf({ kind: 'within', status: 'open' })).toEqual([])
  })

  test('what a channel is owed for a push is noted at that amount, booked or not', async () => {
    const { id } = await push()
    const costs = async () => {
      await within()
      return (await differencesOf({ kind: 'within', item: 'cost', status: 'open' })).map(
        ({ gap, ref, oursFen, theirsFen }: Record<string, unknown>) => [gap, ref, oursFen, theirsFen],
      )
    }
    expect(await costs()).toEqual([])
    // The push is of a day that is long over; in the service, a result has the time of its answer.
    await app.pool.query(`update channel_result_new set result_id = time_id($1)`, [noon])
    await bookResults(app.db, () => ({ timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }))
    expect(await costs()).toEqual([])
    const change = (set: string) => app.pool.query(`update push_record set ${set} where id = $1`, [id])
    await change('cost_fen = 40')
    expect(await costs()).toEqual([['amount', id, 40, 30]])
    await change(`cost_fen = 30, status = 'rejected'`)
    expect(await costs()).toEqual([['missingHere', id, null, 30]])
    await change(`status = 'accepted'`)
    expect(await costs()).toEqual([])
    const unnoted = await push()
    await app.pool.query('delete from channel_result_new where ref_id = $1', [unnoted.id])
    expect(await costs()).toEqual([['missingThere', unnoted.id, 30, null]])
    await app.pool.query('update push_record set cost_fen = 0 where id = $1', [unnoted.id])
    expect(await costs()).toEqual([])
  })

  test('a paid order is owed by its provider', async () => {
    const order = async (paidFen: number, owedFen: number | null) => {
      const { rows } = await app.pool.query(
        `insert into payment_order (id, channel_id, user_id, product_id, collection_id, closes_at, paid_at, amount_fen, paid_fen, status, channel_no, subject)
         values (time_id($1), $2, (select min(id) from "user"), $3, $4, now(), $1::timestamptz + interval '1 second', $5, $5, 'paid', gen_random_uuid()::text, '卡')
         returning id`,
        [noon, ids.channel, ids.product, ids.collection, paidFen],
      )
      if (owedFen !== null)
        await app.db.transaction().execute((write) =>
          book(write, {
            debit: 'receivable',
            credit: 'productRevenue',
            amountFen: owedFen,
            kind: 'payment',
            businessDay: day,
            ref: { kind: 'order', id: rows[0].id },
          }),
        )
      return rows[0].id as string
    }
    await order(9900, 9900)
    const less = await order(9900, 9800)
    const none = await order(9900, null)
    await within()
    const found = await differencesOf({ item: 'order' })
    expect(
      found.map(({ oursId, gap, differenceFen }: Record<string, unknown>) => [oursId, gap, differenceFen]),
    ).toEqual([
      [less, 'amount', -100],
      [none, 'missingThere', -9900],
    ])
  })

  test('visits and registrations of a channel are as many as its figures say', async () => {
    const channel = async (name: string) =>
      (await app.pool.query(`insert into channel (name, flow) values ($1, 'full') returning id`, [name]))
        .rows[0].id as string
    const [left, came] = [await channel('来源渠道'), await channel('迁入渠道')]
    const { rows: users } = await app.pool.query(
      `insert into "user" (phone, name, flow, channel_id) select '139000000' || n, '王小明', 'full', $1 from generate_series(10, 12) n
       returning id`,
      [left],
    )
    await app.pool.query(
      `with moved as (update "user" set channel_id = $2 where id = $3)
       insert into user_move (user_id, from_channel_id, to_channel_id) values ($3, $1, $2)`,
      [left, came, users[0].id],
    )
    for (const [nth, visitor] of ['a', 'b', 'b'].entries())
      await app.pool.query(
        `insert into visit (id, channel_id, visitor_id, page_id, user_agent_id, ip) values (time_id() + $1, $2, $3, 1, 1, '127.0.0.1')`,
        [nth, left, visitor],
      )
    const today = (await app.pool.query('select business_day(now())::text as day')).rows[0].day as string
    const found = async () =>
      (await differencesOf({ kind: 'within', dayFrom: today, status: 'open' }))
        .filter(({ item }: { item: string }) => item === 'visit' || item === 'registration')
        .map((of: Record<string, unknown>) => [of.item, of.gap, of.whose, of.oursCount, of.theirsCount])
    // What waits to be added to the figures counts like what was added.
    await within(today)
    expect(await found()).toEqual([])
    await foldAll(app.db)
    await within(today)
    expect(await found()).toEqual([])

    const wrong = (by: number) =>
      app.pool.query(
        `update roll_up set registrations = registrations - $2, visits = visits + $2
         where grain = 'channel' and way = 'day' and day = $3 and channel_id = $1`,
        [left, by, today],
      )
    await wrong(2)
    await within(today)
    expect((await found()).toSorted()).toEqual([
      ['registration', 'missingThere', '来源渠道', 3, 1],
      ['visit', 'missingHere', '来源渠道', 3, 5],
    ])
    const [first, second] = await differencesOf({ kind: 'within', dayFrom: today, status: 'open' })
    for (const { id, version } of [first, second]) {
      const { behind } = (await requester('GET', `/difference/${id}`)).body.data
      expect(behind).toHaveLength(3)
      expect(
        (await requester('POST', `/difference/${id}/correction`, { version, amountFen: 1, reason: '更正' }))
          .body.code,
      ).not.toBe(0)
    }
    await wrong(-2)
    await within(today)
    expect(await found()).toEqual([])
  })

  test('the nightly job looks at yesterday and at the days with open differences', async () => {
    const { days } = (await runOnce(app, reconcileNightly)) as { days: number }
    expect(days).toBeGreaterThan(0)
    const { rows } = await app.pool.query(`select count(*)::int as n from reconcile where kind = 'within'`)
    expect(rows[0].n).toBeGreaterThan(1)
    await vi.waitFor(async () => {
      const left = await app.pool.query(`select count(*)::int as n from reconcile where status = 'queued'`)
      expect(left.rows[0].n).toBe(0)
    }, 40_000)
  })
})

describe('the list of an organization', () => {
  const days = { day: '2026-03-12', toDay: '2026-03-14' }
  const at = '2026-03-13T04:00:00Z'
  const compare = async (content: Buffer | string, name?: string) => {
    const { data } = (
      await requester('POST', '/reconcile/org', {
        orgId: ids.org,
        ...days,
        fileId: await file(content, name),
      })
    ).body
    return { ...(await ended(data.id)), isKnown: data.isKnown }
  }

  test('is compared by number, phone and hash; the same again changes nothing; a corrected list clears what it corrects', async () => {
    const { createHash } = await import('node:crypto')
    const made: Made[] = []
    for (let n = 0; n < 7; n++) made.push(await push('accepted', { at }))
    const [byNumber, byId, byPhone, byMd5, bySha, priced, missing] = made as [
      Made,
      Made,
      Made,
      Made,
      Made,
      Made,
      Made,
    ]
    const refused = await push('rejected', { at })
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    const rows = [
      '机构单号,结果,金额（元）',
      `${byNumber.externalId},,1.00`,
      `p${byId.id},已接收,1`,
      `${byPhone.phone},,`,
      `${createHash('md5').update(byMd5.phone).digest('hex').toUpperCase()},,`,
      `${sha(bySha.phone)},,`,
      `${priced.externalId},,0.8`,
      `${refused.externalId},通过,1`,
      'NOBODY-1,,1',
      '13600000001,,1',
      `${byNumber.externalId},,1.00`,
      'E1,也许,1',
    ]
    const list = rows.join('\n')
    const result = await compare(list)
    expect(result).toMatchObject({
      status: 'done',
      lines: 11,
      matched: 5,
      wrong: 2,
      isKnown: false,
      gaps: { missingHere: 2, missingThere: 1, amount: 1, status: 1 },
      wrongRows: [
        { line: 11, reason: '与前面的行重复' },
        { line: 12, reason: expect.stringContaining('结果') },
      ],
    })
    const found = await differencesOf({ reconcileId: result.id })
    const shown = (of: Record<string, unknown>) => [of.gap, of.ref, of.oursFen, of.theirsFen]
    expect(found.map(shown)).toEqual(
      expect.arrayContaining([
        ['amount', `p${priced.id}`, 100, 80],
        ['status', `p${refused.id}`, 0, 100],
        ['missingHere', 'NOBODY-1', null, 100],
        ['missingHere', '136****0001', null, 100],
        ['missingThere', `p${missing.id}`, 100, null],
      ]),
    )
    expect(found).toHaveLength(5)
    // Nothing of a person is kept: neither the file nor a phone.
    const kept = await app.pool.query(
      `select count(*)::int as n from difference d where d::text ~ '1360000000'`,
    )
    expect(kept.rows[0].n).toBe(0)
    const owned = await app.pool.query(
      `select owner_kind from file where use = 'reconcile' order by id desc limit 1`,
    )
    expect(owned.rows[0].owner_kind).toBeNull()

    const before = await app.pool.query('select * from difference order by id')
    expect(await compare(list)).toMatchObject({ isKnown: true })
    // The same rows in another file.
    await compare(`${list}\n`)
    expect((await app.pool.query('select * from difference order by id')).rows).toEqual(before.rows)

    const [closed] = found.filter(({ ref }: { ref: string }) => ref === 'NOBODY-1')
    const done = await requester('POST', `/difference/${closed.id}/close`, {
      version: 1,
      cause: 'theirs',
      note: '机构确认误报',
    })
    expect(done.body.data).toMatchObject({ status: 'closed', cause: 'theirs' })
    const better = list.replace(',,0.8', ',,1').replace('13600000001,,1', `${missing.externalId},,1`)
    expect((await compare(better)).gaps).toEqual({ missingHere: 1, missingThere: 0, amount: 0, status: 1 })
    const after = await differencesOf({ reconcileId: result.id })
    const state = Object.fromEntries(after.map(({ ref, status }: Record<string, string>) => [ref, status]))
    expect(state).toEqual({
      [`p${priced.id}`]: 'gone',
      [`p${refused.id}`]: 'open',
      'NOBODY-1': 'closed',
      '136****0001': 'gone',
      [`p${missing.id}`]: 'gone',
    })
    // Another amount than the one that was closed is a new question.
    await compare(better.replace('NOBODY-1,,1', 'NOBODY-1,,2'))
    expect((await requester('GET', `/difference/${closed.id}`)).body.data).toMatchObject({
      status: 'open',
      theirsFen: 200,
      cause: null,
    })
  })

  test('sent twice at once, a list is compared once', async () => {
    const body = { orgId: ids.org, day: '2026-03-16', toDay: '2026-03-16' }
    const sent = [await file('机构单号\nTWICE-1'), await file('机构单号\nTWICE-1')]
    const both = await Promise.all(
      sent.map((fileId) => requester('POST', '/reconcile/org', { ...body, fileId })),
    )
    expect(both.map((answer) => answer.body.data.isKnown).toSorted()).toEqual([false, true])
    const [one, other] = both.map((answer) => answer.body.data.id)
    expect(one).toBe(other)
    await ended(one)
    expect(await differencesOf({ ref: 'TWICE-1' })).toHaveLength(1)
  })

  test('a file that cannot be read fails with its reason, and whoever sent it is told', async () => {
    const result = await compare('没有这一列,别的\n1,2')
    expect(result).toMatchObject({ status: 'failed', problem: expect.stringContaining('机构单号') })
    const { rows } = await app.pool.query(
      `select count(*)::int as n from message where title::text like '%对账失败%'`,
    )
    expect(rows[0].n).toBe(1)
  })

  test('hashes with a key or a salt are compared with the secrets of the organization; without one the list says so', async () => {
    const { createHash, createHmac } = await import('node:crypto')
    const of = { day: '2026-03-18', toDay: '2026-03-18' }
    const made = await Promise.all([1, 2, 3, 4].map(() => push('accepted', { at: '2026-03-18T04:00:00Z' })))
    const secret = 'a-secret-of-the-org'
    const hmac = (phone: string) => createHmac('sha256', secret).update(phone).digest('hex')
    const salted = (phone: string) => createHash('md5').update(`${phone}${secret}`).digest('hex')
    const send = async (hash: (phone: string) => string) => {
      const rows = ['手机号哈希', ...made.slice(0, 3).map(({ phone }) => hash(phone)), hash('13600000009')]
      const body = { orgId: ids.org, ...of, fileId: await file(rows.join('\n')) }
      return ended((await requester('POST', '/reconcile/org', body)).body.data.id)
    }
    expect(await send(hmac)).toMatchObject({ status: 'failed', problem: expect.stringContaining('填写密钥') })
    const set = (value: string) =>
      app.pool.query(
        `insert into org_secret (org_id, name, sealed) values ($1, 'key', $2)
         on conflict (org_id, name) do update set sealed = excluded.sealed`,
        [ids.org, app.vault.seal(value, 'org.secret')],
      )
    await set('another secret')
    expect(await send((phone) => hmac(phone).toUpperCase())).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('也不是用该机构'),
    })
    await set(secret)
    const gaps = { missingHere: 1, missingThere: 1, amount: 0, status: 0 }
    expect(await send(hmac)).toMatchObject({ status: 'done', matched: 3, gaps })
    expect(await send(salted)).toMatchObject({ status: 'done', matched: 3, gaps })
    await app.pool.query('delete from org_secret')
  })

  test('the days must be in order and not too many', async () => {
    const fileId = await file('a,b')
    const request = (body: object) => requester('POST', '/reconcile/org', { orgId: ids.org, fileId, ...body })
    expect((await request({ day: '2026-03-02', toDay: '2026-03-01' })).body.data.fields).toHaveProperty(
      'toDay',
    )
    expect((await request({ day: '2026-03-01', toDay: '2026-04-01' })).body.data.fields).toHaveProperty(
      'toDay',
    )
    expect(
      (await request({ day: '2026-03-01', toDay: '2026-03-02', orgId: '999999' })).body.data.fields,
    ).toHaveProperty('orgId')
  })
})

describe('the bill of a provider', () => {
  const payment = async (tradeNo: string, fen: number, paidAt: string) => {
    const { rows } = await app.pool.query(
      `insert into payment_order (id, channel_id, user_id, product_id, collection_id, closes_at, paid_at, amount_fen, paid_fen, status, channel_no, provider, trade_no, subject)
       values (time_id($1), $2, (select min(id) from "user"), $3, $4, now(), $1::timestamptz, $5, $5, 'paid', $6, 'sandbox', $6, '卡')
       returning id`,
      [paidAt, ids.channel, ids.product, ids.collection, fen, tradeNo],
    )
    await app.pool.query(
      `insert into payment_ref (provider, trade_no, order_id, collection_id, amount_fen, role, paid_at) values ('sandbox', $1, $2, $3, $4, 'order', $5)`,
      [tradeNo, rows[0].id, ids.collection, fen, paidAt],
    )
    return rows[0].id as string
  }
  const compare = async (of: string, content: Buffer | string, name = 'bill.csv') => {
    const { data } = (
      await requester('POST', '/reconcile/bill', {
        collectionId: ids.collection,
        day: of,
        fileId: await file(content, name),
      })
    ).body
    return { ...(await ended(data.id)), isKnown: data.isKnown }
  }

  test('finds what is missing on either side and other amounts; midnight belongs to either day', async () => {
    const iconv = (await import('iconv-lite')).default
    await payment('T1', 9900, '2026-03-20T02:00:00Z')
    await payment('T2', 9900, '2026-03-20T03:00:00Z')
    const lost = await payment('T3', 5000, '2026-03-20T04:00:00Z')
    // The last second of the day in China: the provider counts it to the next day.
    await payment('T4', 700, '2026-03-20T15:59:59Z')
    const unpaid = await app.pool.query(
      `insert into payment_order (id, channel_id, user_id, product_id, collection_id, closes_at, amount_fen, status, channel_no, subject)
       values (time_id('2026-03-20T05:00:00Z'), $1, (select min(id) from "user"), $2, $3, now(), 9900, 'closed', 'late', '卡') returning id`,
      [ids.channel, ids.product, ids.collection],
    )
    const head = '业务类型,支付宝交易号,商户订单号,退款批次号,订单金额（元）,服务费（元）,交易状态'
    const first = [
      head,
      '交易,`T1,,,99.00,0.59,SUCCESS',
      '交易,T2,,,98.50,0.59,SUCCESS',
      `交易,T5,${unpaid.rows[0].id},,99,0.59,SUCCESS`,
      '交易,T6,X,,1.00,0,SUCCESS',
      '退款,T1,,R0000099999,-12.00,0,SUCCESS',
    ].join('\r\n')
    const result = await compare('2026-03-20', iconv.encode(first, 'gb18030'))
    expect(result).toMatchObject({
      status: 'done',
      lines: 5,
      matched: 1,
      wrong: 0,
      gaps: { missingHere: 2, missingThere: 2, amount: 1, status: 1 },
    })
    const found = await differencesOf({ reconcileId: result.id })
    expect(
      found.map((of: Record<string, unknown>) => [of.item, of.gap, of.ref, of.oursFen, of.theirsFen]),
    ).toEqual(
      expect.arrayContaining([
        ['payment', 'amount', 'T2', 9900, 9850],
        ['payment', 'status', 'T5', null, 9900],
        ['payment', 'missingHere', 'T6', null, 100],
        ['payment', 'missingThere', 'T3', 5000, null],
        ['payment', 'missingThere', 'T4', 700, null],
        ['refund', 'missingHere', 'R0000099999', null, 1200],
      ]),
    )
    const [byUs] = found.filter(({ ref }: { ref: string }) => ref === 'T3')
    expect((await requester('GET', `/difference/${byUs.id}`)).body.data.behind).toMatchObject([
      { what: 'order', id: lost },
    ])

    const next = await compare('2026-03-21', [head, '交易,T4,,,7.00,0.04,SUCCESS'].join('\n'))
    expect(next).toMatchObject({
      lines: 1,
      matched: 1,
      gaps: { missingHere: 0, missingThere: 0, amount: 0, status: 0 },
    })
    const [late] = (await differencesOf({ ref: 'T4' })) as [{ status: string }]
    expect(late.status).toBe('gone')
  })

  test('the archive that Alipay gives is read as it is; a broken one fails with the reason', async () => {
    const { ZipFile } = await import('yazl')
    const iconv = (await import('iconv-lite')).default
    const { rows } = await app.pool.query(
      `insert into collection (name, provider) values ('支付宝', 'alipay') returning id`,
    )
    const head = '支付宝交易号,商户订单号,业务类型,完成时间,订单金额（元）,退款批次号/退款请求号,服务费（元）'
    const bill = (end: string[]) =>
      [
        '#-----------------------------------------业务明细列表----------------------------------------',
        head,
        '2026030122001400001\t,K1\t,交易,2026-03-23 10:00:05,12.34,,-0.07',
        ...end,
      ].join('\r\n')
    const zipped = async (text: string) => {
      const zip = new ZipFile()
      zip.addBuffer(iconv.encode(text, 'gb18030'), 'bill.csv')
      zip.end()
      const chunks: Buffer[] = []
      for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    }
    const send = async (content: Buffer) => {
      const body = { collectionId: rows[0].id, day: '2026-03-23', fileId: await file(content, 'bill.zip') }
      return ended((await requester('POST', '/reconcile/bill', body)).body.data.id)
    }
    const end = ['#-----业务明细列表结束-----', '#交易合计：1笔', '#退款合计：0笔', '']
    expect(await send(await zipped(bill(end)))).toMatchObject({
      status: 'done',
      lines: 1,
      matched: 0,
      gaps: { missingHere: 1 },
    })
    expect(await differencesOf({ ref: '2026030122001400001' })).toMatchObject([{ theirsFen: 1234 }])
    expect(await send(await zipped(bill([])))).toMatchObject({ status: 'failed', problem: '文件不完整' })
  })

  const plain = (rows: string[]) =>
    ['kind,orderNo,tradeNo,refundNo,amount,fee,currency,status,time', ...rows, `end,${rows.length}`].join(
      '\n',
    )

  test('the plain layout is known by its columns, also among those of an archive; a file that breaks off is refused', async () => {
    const rows = [
      'payment,K1,P1,,12.30,0.10,CNY,paid,2026-03-27 10:00:00',
      'refund,K1,P1,R-1,2.30,0.00,CNY,refunded,2026-03-27 11:00:00',
    ]
    const result = await compare('2026-03-27', plain(rows))
    expect(result).toMatchObject({ status: 'done', lines: 2, wrong: 0, gaps: { missingHere: 2 } })
    expect(await differencesOf({ reconcileId: result.id })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ item: 'payment', ref: 'P1', theirsFen: 1230 }),
        expect.objectContaining({ item: 'refund', ref: 'R-1', theirsFen: 230 }),
      ]),
    )
    const broken = plain(rows).replace('end,2', '')
    expect(await compare('2026-03-27', broken)).toMatchObject({ status: 'failed', problem: '文件不完整' })
    expect(await compare('2026-03-27', plain([rows[0]?.replace('12.30', '1x') as string]))).toMatchObject({
      status: 'failed',
      problem: '第 2 行“amount”的值不正确',
    })
  })

  test('a table in an archive is read by its titles, and a wrong row is named with its line and column', async () => {
    const { ZipFile } = await import('yazl')
    const iconv = (await import('iconv-lite')).default
    const zip = new ZipFile()
    const table = [
      '类型,交易流水号,商户退款单号,订单金额',
      '收款,Z1,,1.00',
      '收款,,,1.00',
      '退款,Z1,,1.00',
      '收款,Z2,,一元',
    ]
    zip.addBuffer(iconv.encode(table.join('\r\n'), 'gb18030'), 'table.csv')
    zip.end()
    const chunks: Buffer[] = []
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
    expect(await compare('2026-03-28', Buffer.concat(chunks), 'bill.zip')).toMatchObject({
      status: 'done',
      lines: 4,
      wrong: 3,
      gaps: { missingHere: 1 },
      wrongRows: [
        { line: 3, reason: '支付机构交易号: 请填写此项' },
        { line: 4, reason: '商户退款单号: 请填写此项' },
        { line: 5, reason: expect.stringMatching(/^金额（元）: /) },
      ],
    })
  })

  test('an amount of a table is never read as another one', async () => {
    const content = [
      '类型,交易号,商户退款单号,金额,手续费',
      ...['收款,C1,,"1,234.50",-0.60', '退款,C1,CR1,-12.5000,0', '收款,C2,,１２．５０,'],
      ...['收款,C3,,"0,500",', '收款,C4,,"1,2345",', '收款,C5,,-5,', '收款,C6,,12.5001,'],
    ].join('\n')
    const comma = '金额（元）: 千分位逗号的位置不对，例如 1,234,567'
    expect(await compare('2026-03-11', content)).toMatchObject({
      status: 'done',
      lines: 7,
      wrong: 4,
      wrongRows: [
        { line: 5, reason: comma },
        { line: 6, reason: comma },
        { line: 7, reason: '金额（元）: 不能为负数' },
        { line: 8, reason: '金额（元）: 请输入金额，最多两位小数' },
      ],
    })
    const { rows } = await app.pool.query(
      `select ref, amount_fen::int, fee_fen::int from bill_line where ref in ('C1', 'CR1', 'C2') order by line`,
    )
    expect(rows).toEqual([
      { ref: 'C1', amount_fen: 123_450, fee_fen: 60 },
      { ref: 'CR1', amount_fen: 1_250, fee_fen: 0 },
      { ref: 'C2', amount_fen: 1_250, fee_fen: 0 },
    ])
  })

  test('a dry run says what a file would change, and changes nothing', async () => {
    const day = '2026-03-29'
    await payment('D1', 100, '2026-03-29T02:00:00Z')
    const content = '交易号,金额\nD1,2.00\nD2,1.00\nD3,x'
    const check = async (by: RequestFn = requester) => {
      const body = { collectionId: ids.collection, day, fileId: await file(content) }
      return (await by('POST', '/reconcile/check', body)).body
    }
    const { id } = (await check()).data
    const seen = async (by: RequestFn = requester) => (await by('GET', `/reconcile/check/${id}`)).body
    await vi.waitFor(async () => expect((await seen()).data.status).toBe('done'), { timeout: 20_000 })
    const { data } = await seen()
    expect(data).toMatchObject({
      lines: 3,
      matched: 0,
      wrong: 1,
      added: 2,
      problem: null,
      gaps: { missingHere: 1, missingThere: 0, amount: 1, status: 0 },
      wrongRows: [{ line: 4, reason: expect.stringMatching(/^金额（元）: /) }],
    })
    const kept = await app.pool.query(
      `select (select count(*)::int from reconcile where day = $1) as runs,
         (select count(*)::int from difference where day = $1) as differences,
         (select count(*)::int from bill_line where ref in ('D1', 'D2')) as lines`,
      [day],
    )
    expect(kept.rows[0]).toEqual({ runs: 0, differences: 0, lines: 0 })
    expect(await compare(day, content)).toMatchObject({ gaps: data.gaps, wrong: 1 })
    // Again: nothing would be new.
    const again = (await check()).data.id
    await vi.waitFor(
      async () =>
        expect((await requester('GET', `/reconcile/check/${again}`)).body.data).toMatchObject({
          status: 'done',
          added: 0,
        }),
      { timeout: 20_000 },
    )
    const other = await app.as('reconcile:run')
    expect((await seen(other)).code).toBe('4040')
    expect((await check(other)).data.fields).toHaveProperty('fileId')
    const both = { collectionId: ids.collection, orgId: ids.org, day, fileId: await file(content) }
    expect((await requester('POST', '/reconcile/check', both)).body.data.fields).toHaveProperty(
      'collectionId',
    )
  })

  test.each(['bill', 'orgList'])('the template of a %s can be downloaded and is read again', async (of) => {
    const get = (format: string) =>
      app.app.inject({
        method: 'GET',
        url: `/api/reconcile/template?of=${of}&format=${format}`,
        headers: { token: requester.token, 'accept-language': 'zh-CN' },
      })
    const head = (await get('csv')).body
    const csv = `${head}${of === 'bill' ? '收款,TP1,,,1.00,,' : 'TPL-1,,1.00'}`
    expect(csv).toContain(of === 'bill' ? '支付机构交易号' : '机构单号')
    const sent =
      of === 'bill'
        ? await compare('2026-03-30', csv)
        : await ended(
            (
              await requester('POST', '/reconcile/org', {
                orgId: ids.org,
                day: '2026-03-30',
                toDay: '2026-03-30',
                fileId: await file(csv),
              })
            ).body.data.id,
          )
    expect(sent).toMatchObject({ status: 'done', lines: 1, wrong: 0 })
    expect((await get('xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('a payment that only the bill has enters suspense when its correction is approved', async () => {
    const { rows } = await app.pool.query(
      `insert into payment_order (channel_id, user_id, product_id, collection_id, closes_at, amount_fen, status, channel_no, provider, subject)
       values ($1, (select min(id) from "user"), $2, $3, now(), 500, 'closed', 'S-1', 'sandbox', '卡') returning id`,
      [ids.channel, ids.product, ids.collection],
    )
    const orderId = rows[0].id as string
    const lines = [
      '交易号,订单号,金额',
      `S-other,${orderId},4.00`,
      `S-late,${orderId},5.00`,
      'S-nobody,,6.00',
    ]
    await compare('2026-03-24', lines.join('\n'))
    for (const [ref, fen] of [
      ['S-other', 400],
      ['S-late', 500],
      ['S-nobody', 600],
    ] as const) {
      const [row] = await differencesOf({ ref })
      const asked = await requester('POST', `/difference/${row.id}/correction`, {
        version: row.version,
        amountFen: fen,
        reason: '账单有此收款',
      })
      const done = await reviewer('POST', `/correction/${asked.body.data.id}/approve`, { version: 1 })
      expect(done.body.code).toBe('0000')
      const after = (await requester('GET', `/difference/${row.id}`)).body.data
      expect(after).toMatchObject({ status: 'corrected' })
      expect(after.behind).toContainEqual(
        expect.objectContaining({ what: 'transfer', fen, status: 'suspense' }),
      )
    }
    const waiting = await app.pool.query(
      `select trade_no, kind, order_id, amount_fen::int as fen, status from payment_suspense where trade_no like 'S-%' order by 1`,
    )
    expect(waiting.rows).toEqual([
      { trade_no: 'S-late', kind: 'late', order_id: orderId, fen: 500, status: 'open' },
      { trade_no: 'S-nobody', kind: 'order', order_id: null, fen: 600, status: 'open' },
      { trade_no: 'S-other', kind: 'amount', order_id: orderId, fen: 400, status: 'open' },
    ])
    // The next comparison agrees.
    expect(await compare('2026-03-24', [...lines, ''].join('\n'))).toMatchObject({
      gaps: { missingHere: 0, amount: 0, status: 0 },
    })
  })

  test('a workbook is read too', async () => {
    const { writeXlsx } = await import('#platform/sheet/write-xlsx')
    const chunks: Buffer[] = []
    for await (const chunk of writeXlsx([
      {
        name: '账单',
        widths: [20, 20],
        rows: [
          ['交易号', '金额'],
          ['T7', '3.00'],
        ],
      },
    ]))
      chunks.push(chunk as Buffer)
    expect(await compare('2026-03-22', Buffer.concat(chunks), 'bill.xlsx')).toMatchObject({
      status: 'done',
      lines: 1,
      gaps: { missingHere: 1 },
    })
  })
})

describe('a correction', () => {
  const open = async () => {
    const made = await push('accepted', { isCharged: false, at: '2026-03-25T04:00:00Z' })
    await within('2026-03-25')
    return (await differencesOf({ ref: made.id }))[0]
  }
  const request = (by: RequestFn, { id, version }: { id: string; version: number }, amountFen = -100) =>
    by('POST', `/difference/${id}/correction`, { version, amountFen, reason: '补扣' })

  test('moves money once, when another person approves it', async () => {
    const row = await open()
    const before = await balance()
    const { data } = (await request(requester, row)).body
    expect(data).toMatchObject({ status: 'asked', amountFen: -100, isOwn: true, whose: '机构' })
    expect(await balance()).toBe(before)
    expect((await request(requester, row)).body.code).toBe('4090')
    const approve = (by: RequestFn) => by('POST', `/correction/${data.id}/approve`, { version: 1 })
    expect((await approve(requester)).body.code).toBe('4030')
    const second = await app.as('correction:page', 'correction:review')
    const both = await Promise.all([approve(reviewer), approve(second)])
    expect(both.map(({ body }) => body.code).toSorted()).toEqual(['0000', '4090'])
    expect(await balance()).toBe(before - 100)
    const after = (await requester('GET', `/difference/${row.id}`)).body.data
    expect(after).toMatchObject({ status: 'corrected' })
    expect(after.behind.map(({ what }: { what: string }) => what)).toEqual(['push', 'transfer'])
    // The difference is still found, and stays corrected.
    await within('2026-03-25')
    expect((await requester('GET', `/difference/${row.id}`)).body.data).toMatchObject({
      status: 'corrected',
      version: after.version,
    })
  })

  test('that is refused or withdrawn moves nothing, and the difference is open again', async () => {
    const row = await open()
    const before = await balance()
    const first = (await request(requester, row)).body.data
    const refused = await reviewer('POST', `/correction/${first.id}/refuse`, { version: 1, note: '金额有误' })
    expect(refused.body.data).toMatchObject({ status: 'refused', note: '金额有误' })
    const again = (await requester('GET', `/difference/${row.id}`)).body.data
    expect(again.status).toBe('open')
    const next = (await request(requester, again)).body.data
    expect(
      (await requester('POST', `/correction/${next.id}/withdraw`, { version: 1 })).body.data.status,
    ).toBe('withdrawn')
    expect(await balance()).toBe(before)
  })

  test('above the balance is refused, and nothing changes', async () => {
    const row = await open()
    const { data } = (await request(requester, row, -90_000_000)).body
    const answer = await reviewer('POST', `/correction/${data.id}/approve`, { version: 1 })
    expect(answer.body).toMatchObject({ code: '4090', desc: '余额不足，无法记账' })
    expect((await requester('GET', `/difference/${row.id}`)).body.data.status).toBe('correcting')
  })
})

test('with the data scope `own`, only differences of the administrator’s own channels are seen', async () => {
  const own = await app.as('difference:page', 'difference:handle', 'correction:page', 'correction:ask')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  const [row] = await differencesOf({ kind: 'within' })
  expect((await own('GET', `/difference/${row.id}`)).body.code).toBe('4040')
  expect((await own('POST', '/difference/page', {})).body.data.total).toBe(0)
  await app.pool.query('update channel set owner_id = $1 where id = $2', [own.adminId, ids.channel])
  expect((await own('GET', `/difference/${row.id}`)).body.data.id).toBe(row.id)
})
