import { expect, test } from 'vitest'
import { secret, startApp } from '../../../test/harness.ts'

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
    Array.from({ length: 50 }, (_, at) =>
      from()(report(`row ${at} is not there`, { name: 'Storm', stack: stack(at) })),
    ),
  )
  expect(answers.every((answer) => answer.code === '0000')).toBe(true)
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
  const ask = await app.as()
  const send = from()
  await send(report('who', { name: 'Who' }))
  expect(await found('Who')).toMatchObject([{ user_id: null }])
  await send(report('who', { name: 'Who' }), ask.token)
  expect(await found('Who')).toMatchObject([{ user_id: ask.adminId, count: 2 }])
  expect((await app.pool.query('select 1 from audit_log where admin_id = $1', [ask.adminId])).rows).toEqual(
    [],
  )
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
  expect(codes.slice(0, 29).every((code) => code === '0000')).toBe(true)
  expect(codes[29]).toBe('4290')
  expect((await from('10.2.0.2')(report('again', { name: 'Again' }))).code).toBe('0000')
})

test('a resolved error that happens again is reopened; an ignored one stays ignored', async () => {
  const send = from()
  for (const status of ['resolved', 'ignored']) {
    await send(report('back', { name: status }))
    await app.pool.query('update error_event set status = $1 where name = $1', [status])
    await send(report('back', { name: status }))
  }
  expect(await found('resolved')).toMatchObject([{ status: 'open', count: 2 }])
  expect(await found('ignored')).toMatchObject([{ status: 'ignored', count: 2 }])
})
