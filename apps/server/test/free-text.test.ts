import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sendMessage } from '#platform/db/messages'
import { exportsOf } from './exports.ts'
import { startApp } from './harness.ts'
import { createWorld } from './matrix/world.ts'

const app = startApp()
const files = exportsOf(app)

const wide = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
/** Texts that a person may write in any text field, and how they are shown. */
const written = `打 138-0013-8000 或 ${wide('13900139000')}，身份证 440305 19900307 001x`
const shown = `打 138****8000 或 ${wide('139')}****${wide('9000')}，身份证 440***********001x`
/** An id that begins with its time: 18 digits that may hold any others. */
const ids = /(?<!\d)9\d{17}(?!\d)/g
/** The masked digits of these numbers, in any form. */
const leaks = (answer: unknown) =>
  /00138|0013-|00139|０００１３|００１３９|199003|1990 ?03/.test(JSON.stringify(answer).replace(ids, ''))

test('a number in the reason and the remark of a blacklist entry is masked in every output', async () => {
  const root = await app.as('*')
  const entry = { kind: 'phone', value: '13700001111', reason: written, remark: written }
  const made = (await root('POST', '/blacklist', entry)).body.data
  expect(made).toMatchObject({ reason: shown, remark: shown })
  const { pool } = app
  const { idOf } = await createWorld(app)
  const userId = idOf.user
  await pool.query(`update "user" set phone = '13700001111', remark = $1 where id = $2`, [written, userId])

  const answers = [
    (await root('POST', '/blacklist/page', {})).body.data.records,
    (await root('GET', `/blacklist/${made.id}`)).body.data,
    (await root('GET', `/user/${userId}`)).body.data,
    (await root('POST', `/user/${userId}/timeline`, {})).body.data,
  ]
  const file = await files.request(root, 'blacklist', { columns: ['value', 'reason', 'remark'] })
  const cells = files.readCsv((await files.fetchTicket(file.ticket)).bytes)
  expect(cells.find(([value]) => value === '137****1111')).toEqual(['137****1111', shown, shown])
  answers.push((await pool.query(`select before, after from audit_log where target_kind = 'blacklist'`)).rows)
  for (const answer of [...answers, cells]) expect(leaks(answer), JSON.stringify(answer)).toBe(false)
  expect(answers[2]).toMatchObject({ remark: shown })
  expect(JSON.stringify(answers[3])).toContain('138****8000')

  // The whole text is shown only by a reveal, which is audited like that of the value.
  expect((await root('POST', `/blacklist/${made.id}/reveal`)).body.data).toEqual({
    value: '13700001111',
    reason: written,
    remark: written,
  })
  await root('DELETE', `/blacklist/${made.id}`)
  const removed = await pool.query(`select before from audit_log where point = 'blacklist:delete'`)
  expect(leaks(removed.rows)).toBe(false)
})

const stored = async (table: string, column: string, id: string) =>
  (await app.pool.query(`select ${column} as text from ${table} where id = $1`, [id])).rows[0].text

test('an edit that leaves a mask in place keeps the number behind it', async () => {
  const root = await app.as('*')
  const { id, reason, remark } = (
    await root('POST', '/blacklist', {
      kind: 'device',
      value: randomUUID(),
      reason: written,
      remark: written,
    })
  ).body.data
  await root('PUT', '/blacklist', { id, version: 1, reason, remark: `${remark}，已核实` })
  expect(await stored('blacklist', 'reason', id)).toBe(written)
  expect(await stored('blacklist', 'remark', id)).toBe(`${written}，已核实`)
  await root('PUT', '/blacklist', { id, version: 2, reason: '改了 13500001111', remark: '' })
  expect(await stored('blacklist', 'reason', id)).toBe('改了 13500001111')
  expect(await stored('blacklist', 'remark', id)).toBe('')

  const role = (await root('POST', '/role', { code: 'ft-role', name: 'r', nodes: [], remark: written })).body
    .data
  expect(role.remark).toBe(shown)
  const page = (await root('POST', '/role/page', { keyword: 'ft-role' })).body.data.records
  expect(leaks(page)).toBe(false)
  await root('PUT', '/role', { ...pick(role, 'id', 'version', 'nodes', 'remark'), name: 'other' })
  expect(await stored('role', 'remark', role.id)).toBe(written)

  const { admin } = (
    await root('POST', '/admin', { username: 'ft-admin', name: 'a', roleIds: [role.id], remark: written })
  ).body.data
  expect(admin.remark).toBe(shown)
  await root('PUT', '/admin', { ...pick(admin, 'id', 'version', 'remark'), name: 'b', roleIds: [role.id] })
  expect(await stored('admin', 'remark', admin.id)).toBe(written)
  const lines = await app.pool.query(
    `select before, after from audit_log where target_kind in ('role', 'admin') and target_id in ($1, $2)`,
    [role.id, admin.id],
  )
  expect(leaks(lines.rows), JSON.stringify(lines.rows)).toBe(false)
})

test('a number in a reply to feedback, a refusal of a partner and a message is masked', async () => {
  const root = await app.as('*')
  const { idOf } = await createWorld(app)
  const feedback = `/feedback/${idOf.feedback}`
  const replied = (await root('POST', `${feedback}/reply`, { version: 1, reply: written })).body.data
  expect(replied.reply).toBe(shown)
  await root('POST', `${feedback}/reply`, { version: 2, reply: replied.reply })
  expect(await stored('feedback', 'reply', idOf.feedback as string)).toBe(written)
  expect(leaks((await root('GET', feedback)).body)).toBe(false)

  await app.pool.query('update push_record set reason = $1 where id = $2', [written, idOf.push])
  expect((await root('GET', `/user/push/${idOf.push}`)).body.data.reason).toBe(shown)
  const page = (await root('POST', '/user/push/page', {})).body.data.records
  expect(leaks(page)).toBe(false)
  const file = await files.request(root, 'push', { columns: ['reason'] })
  expect(leaks(files.readCsv((await files.fetchTicket(file.ticket)).bytes))).toBe(false)

  await app.db.transaction().execute((write) =>
    sendMessage(write, {
      to: [root.adminId],
      kind: 'notice',
      title: [written, written],
      content: [written, written],
    }),
  )
  const [message] = (await root('POST', '/message/list', {})).body.data
  expect(message).toMatchObject({ title: shown, content: shown })
})

const pick = (from: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))
