import { describe, expect, test, vi } from 'vitest'
import { datesJob } from '#platform/machines/dates-job'
import { secret, startApp } from '#test/harness'
import { runOnce } from '#test/run-jobs'
import { entity } from './machine.ts'
import { errorEventRetention } from './retention.ts'

const app = startApp()
const stack = (line: number) =>
  `TypeError: x\n    at f (https://kabao.example/assets/page-Ab12Cd34.js:${line}:7)`
const report = (message: string, more: object = {}) => ({
  name: 'TypeError',
  message,
  stack: stack(1),
  ...more,
})
const found = async (name: string) =>
  (await app.pool.query('select * from error_event where name = $1 order by id', [name])).rows

/** Reports from a separate IP address, because the tests would otherwise share a rate limit. */
let last = 0
const from =
  (address = `10.1.0.${++last}`) =>
  (payload: object, token = '') =>
    app.app
      .inject({ method: 'POST', url: '/api/errors', payload, remoteAddress: address, headers: { token } })
      .then((response) => response.json())

test('fifty concurrent reports of the same error are one event with the count fifty', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      from()(report(`row ${index} is not there`, { name: 'Storm', stack: stack(index) })),
    ),
  )
  expect(answers.map((answer) => answer.code)).toEqual(Array(50).fill('0000'))
  expect(await found('Storm')).toMatchObject([{ count: 50, source: 'console', status: 'open' }])
})

test('a different message or a different place is a different event', async () => {
  const send = from()
  await send(report('a', { name: 'Several' }))
  await send(report('b', { name: 'Several' }))
  await send(report('b', { name: 'Several', stack: 'at https://kabao.example/assets/other-Ab12Cd34.js:1:1' }))
  expect(await found('Several')).toHaveLength(3)
})

test('a report by a signed-in administrator records who sent it; anyone may report; neither is in the audit log', async () => {
  const request = await app.as()
  const send = from()
  await send(report('who', { name: 'Who' }))
  expect(await found('Who')).toMatchObject([{ user_id: null }])
  await send(report('who', { name: 'Who' }), request.token)
  expect(await found('Who')).toMatchObject([{ user_id: request.adminId, count: 2 }])
  expect(
    (await app.pool.query('select 1 from audit_log where admin_id = $1', [request.adminId])).rows,
  ).toEqual([])
})

test('no personal data is stored: no query, no phone, no id number, no token', async () => {
  const values = [secret('13912345678'), secret('11010519491231002X'), secret('tok-Secret-9931')]
  const [phone, idNumber, token] = values
  await from()(
    report(`GET /user?phone=${phone} failed for ${phone} / ${idNumber}`, {
      name: 'Personal',
      stack: `at https://kabao.example/a.js?token=${token}:1:1 token=${token}`,
      url: `https://kabao.example/user/list?name=${phone}#${token}`,
    }),
  )
  const rows = await found('Personal')
  expect(rows).toMatchObject([{ url: 'https://kabao.example/user/list' }])
  for (const value of values) expect(JSON.stringify(rows)).not.toContain(value)
})

test('neither a Chinese name nor the id in the page address is stored', async () => {
  await from()(
    report('row 欧阳锋 is not there: "买买提·艾力"', {
      name: 'Named',
      stack: 'Error: 欧阳锋\n    at f (https://kabao.example/assets/page-Ab12Cd34.js:1:7)',
      url: 'https://kabao.example/user/42/%E5%BC%A0%E4%B8%89/edit',
    }),
  )
  expect(await found('Named')).toMatchObject([
    {
      message: 'row … is not there: "…"',
      stack: 'Error: …\n    at f (https://kabao.example/assets/page-Ab12Cd34.js:1:7)',
      url: 'https://kabao.example/user/#/#/edit',
    },
  ])
})

test('a long text is truncated; a much longer one and the thirty-first report in a minute are refused', async () => {
  const send = from('10.2.0.1')
  expect((await send(report('x'.repeat(60_000)))).code).toBe('4000')
  await send(report(`${'x'.repeat(3_000)}\u0000`, { name: `Long ${'\ud800'}` }))
  expect((await found('Long '))[0].message).toHaveLength(2_000)
  const codes = []
  for (let at = 0; at < 30; at++) codes.push((await send(report('again', { name: 'Again' }))).code)
  expect(codes).toEqual([...Array(29).fill('0000'), '4290'])
  expect((await from('10.2.0.2')(report('again', { name: 'Again' }))).code).toBe('0000')
})

/** Reports of the product, which have a release and may name a user. */
const fromH5 =
  (address = `10.3.0.${++last}`) =>
  (payload: object) =>
    app.app
      .inject({ method: 'POST', url: '/open/error', payload, remoteAddress: address })
      .then((response) => response.json())
const numbers = async (table: string, id: string) =>
  (
    await app.pool.query(
      `select sum(count)::int as count, count(*)::int as rows from ${table} where event_id = $1`,
      [id],
    )
  ).rows[0]

test('reports that two instances store at once are counted exactly, by hour, day and release, with the newest kept', async () => {
  const other = await app.another()
  const send = (nth: number) =>
    (nth % 2 ? app.app : other).inject({
      method: 'POST',
      url: '/open/error',
      payload: report(`flood ${nth}`, { name: 'Flood', release: nth < 60 ? '1.0' : '1.1' }),
      remoteAddress: `10.4.0.${nth}`,
    })
  await Promise.all(Array.from({ length: 120 }, (_, nth) => send(nth)))
  const [event] = await found('Flood')
  expect(event).toMatchObject({ count: 120, source: 'h5', status: 'open', person_count: 0 })
  expect(await numbers('error_hour', event.id)).toMatchObject({ count: 120 })
  expect(await numbers('error_day', event.id)).toMatchObject({ count: 120 })
  expect(await numbers('error_event_release', event.id)).toEqual({ count: 120, rows: 2 })
  // A flood is stored in few changes of its row, not in one for each report.
  expect(event.sample_count).toBeLessThan(60)
  const samples = await app.pool.query('select from error_sample where event_id = $1', [event.id])
  expect(samples.rowCount).toBe(Math.min(10, event.sample_count))
})

test('each person is counted once, by several reports and instances; nobody is made up', async () => {
  const { rows: users } = await app.pool.query(
    `insert into "user" (flow, name) select 'full', '王五' from generate_series(1, 3) returning id`,
  )
  const ids = [...users, ...users].map(({ id }) => id).concat('999999999')
  await Promise.all(ids.map((userId) => fromH5()(report('who', { name: 'Users', userId }))))
  const [event] = await found('Users')
  expect(event).toMatchObject({ count: 7, person_count: 3 })
  const request = await app.as('errorEvent:page')
  const people = (await request('GET', `/errors/${event.id}/people`)).body.data
  expect(people.map(({ id }: { id: string }) => id).toSorted()).toEqual(users.map(({ id }) => id).toSorted())
  expect(people[0]).toMatchObject({ kind: 'user', name: '王*' })
  await app.pool.query(
    `update "user" set status = 'deleted', name = null, deleted_at = now() where id = $1`,
    [users[0].id],
  )
  expect((await request('GET', `/errors/${event.id}/people`)).body.data).toHaveLength(2)
  await fromH5()(report('who', { name: 'Users', userId: users[0].id }))
  expect(await found('Users')).toMatchObject([{ count: 8, person_count: 3 }])
})

describe('an error that comes back', () => {
  const points = ['page', 'resolve', 'ignore', 'reopen', 'link'].map((point) => `errorEvent:${point}`)
  const act = async (name: string, what: string, body: object = {}) => {
    const request = await app.as(...points)
    const [{ id, version }] = await found(name)
    return (await request('POST', `/errors/${id}/${what}`, { version, ...body })).body
  }

  test('opens again if it was resolved, and says so', async () => {
    const send = from()
    await send(report('back', { name: 'Back' }))
    expect((await act('Back', 'resolve')).data).toMatchObject({ status: 'resolved', reopenedAt: null })
    await send(report('back', { name: 'Back', release: '2.0' }))
    const [event] = await found('Back')
    expect(event).toMatchObject({ status: 'open', count: 2 })
    const request = await app.as(...points)
    const { data } = (await request('GET', `/errors/${event.id}`)).body
    expect(data).toMatchObject({ status: 'open', reopenedAt: expect.any(String), release: '2.0' })
    expect(data.changes).toMatchObject([
      { act: 'comeBack', by: null, release: '2.0' },
      { act: 'resolve', by: expect.any(String) },
    ])
    const page = await request('POST', '/errors/page', { reopened: 'yes', keyword: 'ack', status: 'open' })
    expect(page.body.data.records).toMatchObject([{ name: 'Back' }])
    // Whoever saw it as resolved is refused.
    const stale = await request('POST', `/errors/${event.id}/ignore`, { version: event.version - 1 })
    expect(stale.body).toMatchObject({ code: '4090', data: { current: { status: 'open' } } })
  })

  test('stays resolved in a release that was known before, and opens in a later one', async () => {
    const send = fromH5()
    await send(report('x', { name: 'Later', release: '3.0' }))
    await send(report('another', { name: 'Of 3.1', release: '3.1' }))
    await act('Later', 'resolve', { untilRelease: true })
    for (const release of ['3.0', '3.1', '']) await send(report('x', { name: 'Later', release }))
    expect(await found('Later')).toMatchObject([{ status: 'resolved', count: 4 }])
    await send(report('x', { name: 'Later', release: '3.2' }))
    expect(await found('Later')).toMatchObject([{ status: 'open', count: 5, is_until_release: false }])
    await send(report('x', { name: 'No release' }))
    expect(await act('No release', 'resolve', { untilRelease: true })).toMatchObject({
      code: '4000',
      data: { fields: { untilRelease: expect.any(String) } },
    })
  })

  test('stays ignored for ever, until it happened so many more times, or until a time', async () => {
    const send = fromH5()
    for (const name of ['Ever', 'Times', 'Until']) await send(report('x', { name }))
    await act('Ever', 'ignore')
    await act('Times', 'ignore', { times: 2 })
    expect((await act('Until', 'ignore', { days: 0 })).data.fields).toHaveProperty('days')
    const { ignoredUntil } = (await act('Until', 'ignore', { days: 2 })).data
    expect(Date.parse(ignoredUntil) - Date.now()).toBeGreaterThan(86_400_000)
    for (const name of ['Ever', 'Times', 'Until']) await send(report('x', { name }))
    for (const name of ['Ever', 'Times', 'Until'])
      expect(await found(name)).toMatchObject([{ status: 'ignored', count: 2 }])
    for (const name of ['Ever', 'Times']) await send(report('x', { name }))
    expect(await found('Ever')).toMatchObject([{ status: 'ignored', count: 3 }])
    expect(await found('Times')).toMatchObject([{ status: 'open', count: 3, ignored_to: null }])
    const [{ id }] = await found('Until')
    await app.pool.query(`update error_event set ignored_until = now(), acts_at = now() where id = $1`, [id])
    await runOnce(app, datesJob([entity]))
    expect(await found('Until')).toMatchObject([
      { status: 'open', ignored_until: null, acts_at: null, reopened_at: expect.anything() },
    ])
  })

  test('of an act and a return at the same time, either leaves a true state', async () => {
    const send = fromH5()
    for (let round = 0; round < 5; round++) {
      const name = `Race ${'abcde'[round]}`
      await send(report('x', { name }))
      const [answer] = await Promise.all([act(name, 'resolve'), send(report('x', { name }))])
      const [event] = await found(name)
      expect(answer.code).toBe('0000')
      expect(event).toMatchObject({ count: 2 })
      // Resolved after both, or before the second, which then opened it.
      expect([event.status, event.reopened_at !== null]).toEqual(
        event.status === 'open' ? ['open', true] : ['resolved', false],
      )
    }
  })
})

test('an error of the service is counted with the id of its request', async () => {
  const request = await app.as('errorEvent:page', 'blacklist:page')
  await app.pool.query('alter table blacklist rename to elsewhere')
  const failed = (await request('POST', '/blacklist/page', {})).body
  await app.pool.query('alter table elsewhere rename to blacklist')
  expect(failed.code).toBe('50000')
  await vi.waitFor(async () => expect((await stored()).rowCount).toBe(1))
  const { id } = (await stored()).rows[0]
  expect((await request('GET', `/errors/${id}/sample`)).body.data).toMatchObject({
    requestId: failed.data.requestId,
    url: '/api/blacklist/page',
    message: expect.stringContaining('blacklist'),
  })
  function stored() {
    return app.pool.query(
      `select id from error_event where source = 'server' and url = '/api/blacklist/page'`,
    )
  }
})

test('the list is sorted and filtered by what it shows, and its trend has every day', async () => {
  const request = await app.as('errorEvent:page')
  const send = fromH5()
  for (let nth = 0; nth < 3; nth++) await send(report('x', { name: 'Sorted often', release: '7.0' }))
  await send(report('a longer message', { name: 'Sorted once', release: '7.1', level: 'warning' }))
  const names = async (body: object) =>
    (await request('POST', '/errors/page', { keyword: 'sorted', ...body })).body.data.records.map(
      ({ name }: { name: string }) => name.replace('Sorted ', ''),
    )
  expect(await names({ sort: '-count' })).toEqual(['often', 'once'])
  expect(await names({ sort: 'count' })).toEqual(['once', 'often'])
  expect(await names({ sort: '-firstAt' })).toEqual(['once', 'often'])
  expect(await names({ sort: '-people' })).toHaveLength(2)
  expect(await names({ release: '7.1' })).toEqual(['once'])
  expect(await names({ level: 'warning' })).toEqual(['once'])
  expect(await names({ source: 'console' })).toEqual([])
  expect(await names({ leastPeople: 1 })).toEqual([])
  expect(await names({ keyword: 'LONGER mess' })).toEqual(['once'])
  const { records } = (await request('POST', '/errors/page', { keyword: 'sorted often' })).body.data
  expect(records[0].trend).toEqual([...Array(13).fill(0), 3])
  const spans = { hours24: 24, days14: 14, days90: 90 }
  for (const [span, steps] of Object.entries(spans)) {
    const { data } = (await request('GET', `/errors/${records[0].id}/trend?span=${span}`)).body
    expect(data).toHaveLength(steps)
    expect(data.at(-1).count + data.at(-2).count).toBe(3)
  }
  const counts = (await request('GET', '/errors/counts')).body.data
  expect(counts.open).toBeGreaterThanOrEqual(2)
})

test('an error has the address of its issue, which is checked', async () => {
  const request = await app.as('errorEvent:page', 'errorEvent:link')
  await from()(report('x', { name: 'Issue' }))
  const [{ id, version }] = await found('Issue')
  const link = (issueUrl: string | null, seen = version) =>
    request('PUT', `/errors/${id}/issue`, { version: seen, issueUrl }).then(({ body }) => body)
  expect((await link('javascript:alert(1)')).data.fields).toHaveProperty('issueUrl')
  const linked = await link('https://tracker.example.com/1')
  expect(linked.data).toMatchObject({ issueUrl: 'https://tracker.example.com/1' })
  expect((await link(null)).code).toBe('4090')
  expect((await link(null, linked.data.version)).data.issueUrl).toBe('')
})

test('old numbers of hours and days are deleted, and those of now are kept', async () => {
  await from()(report('x', { name: 'Kept' }))
  const [{ id }] = await found('Kept')
  await app.pool.query(`insert into error_hour values ($1, now() - interval '9 days', 5)`, [id])
  await app.pool.query(`insert into error_day values ($1, current_date - 91, 5)`, [id])
  await runOnce(app, errorEventRetention)
  expect(await numbers('error_hour', id)).toEqual({ count: 1, rows: 1 })
  expect(await numbers('error_day', id)).toEqual({ count: 1, rows: 1 })
})

test('reports of one subscriber share a limit, whatever the rest of an IPv6 address is', async () => {
  const codes = []
  for (let nth = 0; nth < 31; nth++)
    codes.push(
      (await from(`2001:db8:5:6:${nth.toString(16)}::1`)(report('x', { name: 'OfOneNetwork' }))).code,
    )
  expect(codes).toEqual([...Array(30).fill('0000'), '4290'])
})

test('strangers fill no more than so many new errors a day and releases; the rest is counted as one', async () => {
  await app.pool.query(
    `insert into error_release (source, release) select 'console', 'r' || n from generate_series(1, 1000) n on conflict do nothing`,
  )
  await from()(report('x', { name: 'OfManyReleases', release: 'one-more' }))
  const of = async (table: string) =>
    (await app.pool.query(`select from ${table} where release = 'one-more'`)).rowCount
  expect([await of('error_release'), await of('error_event_release')]).toEqual([0, 0])
  await app.pool.query(
    `insert into error_event (source, name, message, stack, url, user_agent, fingerprint)
     select 'h5', 'Flood', '', '', '', '', decode(md5(n::text), 'hex') from generate_series(1, 500) n`,
  )
  for (const message of ['a', 'b']) await from()(report(message, { name: `New${message}`, stack: stack(9) }))
  await from()(report('x', { name: 'OfManyReleases' }))
  expect([...(await found('Newa')), ...(await found('Newb'))]).toEqual([])
  expect(await found('TooManyErrors')).toMatchObject([
    { count: 2, message: '', stack: '', source: 'console' },
  ])
  expect(await found('OfManyReleases')).toMatchObject([{ count: 2 }])
})
