import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkDigit, maskPhone } from '@kabao/contract/kernel/personal'
import { beforeAll, expect, test } from 'vitest'
import { thumbnailKey } from '#platform/files/files'
import { printOf } from '#platform/imports/compared'
import { cellsPurpose } from '#platform/imports/reader-task'
import { blacklistKey, blacklistPurpose } from '#users/blacklist-match'
import { addFeedback } from '#users/new-feedback'
import { filled, stays } from './deletion/columns.ts'
import { secret, startApp } from './harness.ts'
import { runListed } from './run-jobs.ts'

const app = startApp()
const idNumberPurpose = 'user.idNumber'

let channelId = ''
let planId = ''
let orgId = ''
let productId = ''
let collectionId = ''
beforeAll(async () => {
  productId = await one(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days) values ('dele', 'card', 'full', 1, 1, 1)`,
  )
  collectionId = await one(`insert into collection (name, provider) values ('dele', 'sandbox')`)
  channelId = await one(`insert into channel (code, name, flow) values ('dele', '渠道', 'full')`)
  orgId = await one(`insert into org (code, name, flow) values ('dele', '机构', 'full')`)
  planId = await one(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values (${orgId}, '计划', 'full', 1, '2026-01-01')`,
  )
})

async function one(text: string, values: unknown[] = []): Promise<string> {
  return (await app.pool.query(`${text} returning id`, values)).rows[0].id
}

/** A person whose values are found nowhere else. */
function somebody(nth: number) {
  const head = `44030519900307${String(100 + nth)}`
  const values = {
    phone: secret(`1390777${String(1000 + nth)}`),
    name: `慕容${['雪', '霜', '霖', '霏', '霁'][nth]}璃`,
    idNumber: secret(head + checkDigit(head)),
    contact: `wx-${nth}-quokka@example.com`,
    device: `dev-${nth}-narwhal-5512`,
    ip: `10.77.31.${nth + 1}`,
  }
  const { contact: _, ...known } = values
  return { ...values, about: Object.values(values).join('，'), named: `x${Object.values(known).join('、')}y` }
}
type Person = ReturnType<typeof somebody>
const markers = ({ phone, name, idNumber, contact, device, ip }: Person) => [
  phone,
  name,
  idNumber,
  contact,
  device,
  ip,
]

/** A lead about a person, with what a salesman wrote. */
async function fillLead(userId: string, { about, name, phone }: Person): Promise<void> {
  const { adminId } = await app.as()
  const salesman = await one(`insert into salesman (admin_id, name) values ($1, '销售')`, [adminId])
  const lead = await one(
    `insert into lead (user_id, name, phone, remark, source, pool_id)
     select $1, $2, $3, $4, 'manual', id from lead_pool where kind = 'public'`,
    [userId, name, phone, about],
  )
  await one(
    `insert into lead_event (lead_id, kind, from_stage, to_stage, reason) values ($1, 'released', 'new', 'new', $2)`,
    [lead, about],
  )
  await one(
    `insert into lead_follow_up (lead_id, salesman_id, way, content, result) values ($1, $2, 'call', $3, 'reached')`,
    [lead, salesman, about],
  )
  await one('insert into lead_reveal (lead_id, admin_id, reason) values ($1, $2, $3)', [lead, adminId, about])
  const other = await one(
    `insert into lead (name, source, stage, closed_at, pool_id, merged_into_id)
     select $2, 'manual', 'invalid', now(), pool_id, id from lead where id = $1`,
    [lead, name],
  )
  await one(
    `insert into lead_merge (keep_id, other_id, keep_before, keep_after, other_before, event_id)
     values ($1, $2, $3, $3, $3, 0)`,
    [lead, other, { name, phone }],
  )
}

/** An order of a person, with what payers and providers can write about it. */
async function fillOrder(userId: string, { about, ip }: { about: string; ip: string }): Promise<string> {
  const order = await one(
    `insert into payment_order (channel_id, user_id, product_id, collection_id, closes_at, amount_fen, channel_no, subject, ip, pay)
     values ($1, $2, $3, $4, now(), 1, $7, '礼包', $5, $6)`,
    [channelId, userId, productId, collectionId, ip, { value: about }, `c-${userId}`],
  )
  await one(`insert into payment_attempt (order_id, kind, message) values ($1, 'query', $2)`, [order, about])
  await one(
    `insert into payment_callback (collection_id, order_id, verdict, reason, ip, body_sealed)
     values ($1, $2, 'wrong', 'signature', $3, $4)`,
    [collectionId, order, ip, Buffer.from(about)],
  )
  await one(
    `insert into payment_refund (order_id, collection_id, provider, trade_no, kind, amount_fen, reason, message)
     values ($1, $2, 'sandbox', 't', 'asked', 1, $3, $3)`,
    [order, collectionId, about],
  )
  await one(
    `insert into payment_resolution (kind, refund_id, order_id, amount_fen, reason, note, reference, created_by)
     select 'byHand', id, order_id, 1, $2, $2, $2, (select min(id) from admin) from payment_refund where order_id = $1`,
    [order, about],
  )
  return order
}

/** Stores a person with everything that can be written about them, in every column that can hold it. */
async function fill(person: Person) {
  const { phone, name, idNumber, contact, device, ip, about, named } = person
  const id = await one(
    `insert into "user" (phone, name, id_number_sealed, id_number_hash, ip, device, channel_id, flow, remark, occupation,
       income_band, credit_band, visitor_id, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, 'full', $8, $8, $8, $8, $6, $8)`,
    [
      phone,
      name,
      app.vault.seal(idNumber, idNumberPurpose),
      app.vault.fingerprint(idNumber, idNumberPurpose),
      ip,
      device,
      channelId,
      about,
    ],
  )
  const push = await one(
    `insert into push_record (user_id, channel_id, org_id, plan_id, flow, reason, external_id)
     values ($1, $2, $3, $4, 'full', $5, $6)`,
    [id, channelId, orgId, planId, about, phone],
  )
  await one(
    `insert into push_attempt (push_id, number, stage, request, reply, error) values ($1, 1, 'submit', $2, $2, $3)`,
    [push, { about }, about],
  )
  await app.pool.query(
    `insert into push_return (push_id, user_id, org_id, plan_id, reason, asked_way, status, note)
     values ($1, $2, $3, $4, '空号', 'org', 'refused', $5)`,
    [push, id, orgId, planId, about],
  )
  await app.pool.query(
    `insert into push_trouble (push_id, user_id, org_id, plan_id, kind, note) values ($1, $2, $3, $4, 'dead', $5)`,
    [push, id, orgId, planId, about],
  )
  await fillLead(id, person)
  const { rows: reconciled } = await app.pool.query(
    `insert into reconcile (kind, day, to_day) values ('within', '2026-01-01', '2026-01-01')
     on conflict (kind, org_id, collection_id, day, to_day) do update set status = 'queued' returning id`,
  )
  const { rows: differing } = await app.pool.query(
    `insert into difference (kind, owner_id, item, ref, shown, gap, day, reconcile_id, user_id, note)
     values ('within', 0, 'charge', $1, $1, 'missingThere', '2026-01-01', $2, $3, $4) returning id`,
    [push, reconciled[0].id, id, about],
  )
  const { adminId: filedBy } = await app.as()
  await app.pool.query(
    `insert into correction (difference_id, amount_fen, reason, note, created_by)
     values ($1, 100, $2, $2, $3)`,
    [differing[0].id, about, filedBy],
  )
  await one(
    `insert into match_run (user_id, flow, why_not, reasons, facts, seen) values ($1, 'full', $2, '\\x06', $3, $2)`,
    [id, JSON.stringify([[planId, 'city', about]]), JSON.stringify({ cityCode: about })],
  )
  await app.pool.query(
    `insert into consent (id, user_id, channel_id, plan_id, org_id, agreements, at, ip) values ($1, $2, $3, $4, $5, '[{}]', now(), $6)`,
    [push, id, channelId, planId, orgId, ip],
  )
  await fillOrder(id, { about, ip })
  const key = randomUUID()
  const feedbackId = await app.db
    .transaction()
    .execute((db) => addFeedback(db, { userId: id, kind: 'other', content: about, contact, fileIds: [] }))
  await app.pool.query('update feedback set remark = $2 where id = $1', [feedbackId, about])
  const fileId = await one(
    `insert into file (use, key, name, media_type, size, sha256, width, height, status, owner_kind, owner_id, unclaimed_since)
     values ('feedback', $1, $2, 'image/png', 1, '', 1, 1, 'stored', 'feedback', $3, null)`,
    [key, `${about}.png`, feedbackId],
  )
  for (const each of [key, thumbnailKey(key)]) {
    const path = join(app.storage.incoming, each)
    await writeFile(path, about)
    await app.storage.put(each, path, { size: 1, sha256: Buffer.alloc(32), mediaType: 'image/png' })
  }
  const list = (kind: string, value: string, source: string, text: string, sealed: Buffer | null = null) =>
    one(
      `insert into blacklist (kind, value, value_sealed, source, reason, remark) values ($1, $2, $3, $4, $5, $5)`,
      [kind, value, sealed, source, text],
    )
  await list(
    'idNumber',
    blacklistKey(app.vault, 'idNumber', idNumber),
    'import',
    about,
    app.vault.seal(idNumber, blacklistPurpose),
  )
  await list('device', device, 'import', named)
  await list('ip', ip, 'manual', named)
  await list('device', `other-${id}`, 'complaint', `同伙${phone}，证件${idNumber}`)
  const happened = (source: string, userId: string | null, text: string) =>
    one(
      `insert into error_event (source, name, message, stack, url, user_agent, user_id, fingerprint)
       values ($1, $2, $2, $2, $2, $2, $3, $4)`,
      [source, text, userId, Buffer.from(randomUUID())],
    )
  const own = await happened('h5', id, about)
  const others = await happened('console', null, named)
  await app.pool.query(
    `insert into error_sample (event_id, place, at, message, stack, url, user_agent, release, request_id, person_kind, person_id)
     values ($1, 0, now(), $2, $2, $2, $2, '', '', 'user', $3), ($4, 0, now(), $5, $5, $5, $5, '', '', null, null)`,
    [own, about, id, others, named],
  )
  await app.pool.query(`insert into error_person (event_id, kind, person_id) values ($1, 'user', $2)`, [
    own,
    id,
  ])
  const owner = await app.as()
  let views = 0
  const view = (filters: object) =>
    one(
      `insert into saved_view (owner_id, list, name, sort, filters) values ($1, 'user', $2, '-createdAt', $3)`,
      [owner.adminId, `视图 ${++views}`, filters],
    )
  await view({ name })
  await view({ value: device })

  // Requests to the service leave audit log entries, messages and exports.
  const request = await app.as('*')
  await request('POST', `/feedback/${feedbackId}/reply`, { version: 1, reply: about })
  await request('POST', '/blacklist', { kind: 'phone', value: phone, reason: about, remark: about })
  for (const filter of [{ phone }, { name }, { idNumber }])
    await request('POST', '/user/page/export', { ...filter, format: 'csv', columns: ['id'] })
  await request('POST', '/blacklist/page/export', { value: device, format: 'csv', columns: ['kind'] })
  await request('POST', `/user/${id}/reveal`)
  return { id, feedbackId, fileId, key }
}

/** The columns of the database that hold a marker, as `table.column`; binary columns are searched as they are. */
async function placesOf(wanted: readonly string[]): Promise<string[]> {
  const { rows: tables } = await app.pool.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const found = new Set<string>()
  for (const { schema, name } of tables) {
    const { rows } = await app.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${schema}"."${name}" t`,
    )
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = JSON.stringify(value) ?? ''
        const isThere = (each: string) =>
          text.includes(each) || text.includes(Buffer.from(each).toString('hex'))
        if (wanted.some(isThere)) found.add(`${schema === 'public' ? '' : `${schema}.`}${name}.${column}`)
      }
  }
  return [...found].sort()
}

async function bytesWith(wanted: readonly string[]): Promise<string[]> {
  const files = await readdir(app.filesFolder, { recursive: true, withFileTypes: true })
  const found = []
  for (const each of files.filter((entry) => entry.isFile())) {
    const text = await readFile(join(each.parentPath, each.name), 'utf8')
    if (wanted.some((marker) => text.includes(marker))) found.push(each.name)
  }
  return found
}

test('every column that can hold a text is filled here or has a comment that says why it may stay', async () => {
  const { rows } = await app.pool.query<{ place: string; why: string | null }>(
    `select c.table_name || '.' || c.column_name as place,
       col_description(format('%I.%I', c.table_schema, c.table_name)::regclass, c.ordinal_position) as why
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
       and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.udt_name in ('_text', '_varchar', '_jsonb'))`,
  )
  const places = (which: (why: string | null) => boolean) =>
    rows.flatMap(({ place, why }) => (which(why) ? [place] : [])).sort()
  expect(places((why) => why === null)).toEqual(filled.toSorted())
  expect(places((why) => why !== null && why.length < 5)).toEqual([])
})

const ways: Record<string, (ids: string[]) => Promise<unknown>> = {
  'one by one': async (ids) => {
    const request = await app.as('user:delete')
    for (const id of ids) expect((await request('DELETE', `/user/${id}`)).body.code).toBe('0000')
  },
  'with all that match': async (ids) => {
    const request = await app.as('user:delete')
    const filter = { channelId }
    const { data } = (await request('POST', '/user/batch/delete/count', { filter })).body
    expect(data.count).toBe(ids.length)
    const { count, mark } = data
    const answer = await request('POST', '/user/batch/delete/matching', { filter, count, mark })
    expect(answer.body.data).toMatchObject({ done: ids.length })
  },
}

test.each(Object.keys(ways))('users who are deleted %s are no longer found anywhere', async (way) => {
  const people = way === 'one by one' ? [somebody(0), somebody(1)] : [somebody(2), somebody(3)]
  const wanted = people.flatMap(markers)
  const stored = []
  for (const person of people) stored.push(await fill(person))
  expect(await placesOf(wanted)).toEqual(expect.arrayContaining([...filled]))
  expect(await bytesWith(wanted)).toHaveLength(2 * people.length)

  await app.pool.query('analyze')
  await ways[way]?.(stored.map(({ id }) => id))

  expect(await placesOf(wanted)).toEqual(stays)
  const sealed = await app.pool.query('select 1 from export_task where filter_sealed is not null')
  expect(sealed.rows).toEqual([])
  const request = await app.as('feedback:page')
  for (const { fileId } of stored) expect((await request('GET', `/file/${fileId}`)).body.code).toBe('4040')
  const waiting = await app.pool.query(
    `select 1 from pgboss.job where name = 'file-sweep' and state = 'created'`,
  )
  expect(waiting.rows).toHaveLength(1)
  await runListed(app, 'file-sweep')
  await app.pool.query(`delete from pgboss.job where name = 'file-sweep'`)
  expect(await bytesWith(wanted)).toEqual([])
  const left = await app.pool.query('select 1 from file where id = any($1)', [
    stored.map(({ fileId }) => fileId),
  ])
  expect(left.rows).toEqual([])
  // Data that is not about them stays: the rows, the entries, how often an error happened.
  const kept = await app.pool.query(
    `select (select count(*)::int from push_record where user_id = any($1)) as pushes,
       (select count(*)::int from feedback where user_id = any($1) and reply = '') as feedback,
       (select count(*)::int from blacklist where value = any($2)) as entries`,
    [stored.map(({ id }) => id), people.map(({ phone }) => phone)],
  )
  expect(kept.rows).toEqual([{ pushes: 2, feedback: 2, entries: 2 }])
})

test('only a deleted person’s values are removed from a text about somebody else', async () => {
  const [first, second] = [somebody(4), { ...somebody(4), phone: secret('13907779999'), name: '高峰' }]
  const add = ({ phone, name }: Person, device: string) =>
    one(`insert into "user" (phone, name, flow, device) values ($1, $2, 'full', $3)`, [phone, name, device])
  const ids = [await add(first, 'd-1'), await add(second, 'd-2')]
  const entry = await one(`insert into blacklist (kind, value, reason) values ('device', 'd-3', $1)`, [
    `高峰时段群控，涉及${first.phone}和${second.phone.slice(0, 3)}-${second.phone.slice(3, 7)}-${second.phone.slice(7)}`,
  ])
  const request = await app.as('user:delete')
  expect((await request('POST', '/user/batch/delete', { ids })).body.data).toEqual({ removed: 2 })
  const { rows } = await app.pool.query('select reason from blacklist where id = $1', [entry])
  expect(rows).toEqual([{ reason: '高峰时段群控，涉及***和***' }])
})

test('a saved view by a name that another user has is kept', async () => {
  const add = () => one(`insert into "user" (name, flow) values ('东方朔望', 'full')`)
  const [first, second] = [await add(), await add()]
  const owner = await app.as()
  await one(
    `insert into saved_view (owner_id, list, name, sort, filters) values ($1, 'user', '甲', 'createdAt', '{"name":"东方朔望"}')`,
    [owner.adminId],
  )
  const views = async () =>
    (await app.pool.query('select 1 from saved_view where owner_id = $1', [owner.adminId])).rows.length
  const request = await app.as('user:delete')
  await request('DELETE', `/user/${first}`)
  expect(await views()).toBe(1)
  await request('DELETE', `/user/${second}`)
  expect(await views()).toBe(0)
})

test('data about a user that is written after the deletion is not kept', async () => {
  const id = await one(`insert into "user" (name, flow, channel_id) values ('张三', 'full', ${channelId})`)
  const push = await one(
    `insert into push_record (user_id, channel_id, org_id, plan_id, flow) values ($1, $2, $3, $4, 'full')`,
    [id, channelId, orgId, planId],
  )
  const feedback = await one(`insert into feedback (user_id, kind, content) values ($1, 'other', '你好')`, [
    id,
  ])
  await (await app.as('user:delete'))('DELETE', `/user/${id}`)
  await app.servicePool.query(`update push_record set reason = '张三', updated_at = now() where id = $1`, [
    push,
  ])
  const pushes = await app.pool.query('select reason from push_record where user_id = $1', [id])
  expect(pushes.rows).toEqual([{ reason: null }])
  await app.servicePool.query(
    `insert into push_attempt (push_id, number, stage, request) values ($1, 1, 'submit', '{"name":"张三"}')`,
    [push],
  )
  await app.servicePool.query(
    `update push_attempt set reply = '{"name":"张三"}', error = '张三', outcome = 'accepted' where push_id = $1`,
    [push],
  )
  const attempts = await app.pool.query('select request, reply, error, outcome from push_attempt')
  expect(attempts.rows.filter(({ outcome }) => outcome === 'accepted')).toEqual([
    { request: null, reply: null, error: null, outcome: 'accepted' },
  ])
  await app.servicePool.query(
    `insert into match_run (user_id, flow, why_not, reasons, later, facts, seen)
     values ($1, 'full', '[[1, "age", 17]]', null, null, null, null), ($1, 'full', '[]', '\\x08', '\\x03', '{"age": 17}', '[[1, 17]]')`,
    [id],
  )
  const order = await fillOrder(id, { about: '张三', ip: '10.77.31.99' })
  const late = await app.pool.query(
    `select message, r.reason, d.reason as decided, d.note, d.reference, c.ip, c.body_sealed from payment_attempt a, payment_callback c,
       (select reason from payment_refund where order_id = $1) r,
       (select reason, note, reference from payment_resolution where order_id = $1) d where a.order_id = $1 and c.order_id = $1`,
    [order],
  )
  expect(late.rows).toEqual([
    { message: null, reason: '', decided: '', note: '', reference: '', ip: '', body_sealed: null },
  ])
  const runs = await app.pool.query(
    'select why_not, reasons, later, facts, seen from match_run where user_id = $1',
    [id],
  )
  const none = { why_not: [], reasons: null, later: null, facts: null, seen: null }
  expect(runs.rows).toEqual([none, none])
  const { version } = (await app.pool.query('select version from feedback where id = $1', [feedback])).rows[0]
  const request = await app.as('feedback:reply', 'feedback:close', 'feedback:page')
  expect(
    (await request('POST', `/feedback/${feedback}/reply`, { version: 1, reply: '张三' })).body.code,
  ).toBe('4090')
  expect((await request('POST', `/feedback/${feedback}/reply`, { version, reply: '张三' })).body.code).toBe(
    '4090',
  )
  await app.pool.query(`update feedback set reply = '张三' where id = $1`, [feedback])
  const texts = await app.pool.query('select content, reply from feedback where id = $1', [feedback])
  expect(texts.rows).toEqual([{ content: '', reply: '' }])
  expect((await request('POST', `/feedback/${feedback}/close`, { version })).body.code).toBe('0000')
  const told = { userId: id, kind: 'other' as const, content: '张三', contact: null, fileIds: [] }
  await expect(app.db.transaction().execute((db) => addFeedback(db, told))).rejects.toMatchObject({
    code: '4040',
  })
})

test('an export of one person can be repeated only if its request is still stored', async () => {
  const request = await app.as('*')
  const asked = async (filter: object) =>
    (await request('POST', '/user/page/export', { ...filter, format: 'csv', columns: ['id'] })).body.data.task
      .id
  const [person, surname] = [await asked({ name: '欧阳锋' }), await asked({ name: '欧' })]
  await app.pool.query(`update export_task set expires_at = now() - interval '1 day'`)
  await runListed(app, 'export-sweep')
  expect((await request('POST', `/exportTask/${person}/retry`)).body.code).toBe('4090')
  expect((await request('POST', `/exportTask/${surname}/retry`)).body.code).toBe('0000')
})

test('imports that wait, their reports and the names of their files lose the person', async () => {
  const [person, other] = [somebody(4), { phone: '13907771999', name: '欧阳岚' }]
  const id = await one(`insert into "user" (phone, name, flow, channel_id) values ($1, $2, 'full', $3)`, [
    person.phone,
    person.name,
    channelId,
  ])
  const task = async (list: string) => {
    const { adminId } = await app.as()
    const report = {
      counts: { new: 2 },
      rows: [{ named: { name: person.name } }, { named: { name: other.name } }],
    }
    return one(
      `insert into import_task (list, file_name, status, report, created_by) values ($1, $2, 'checked', $3, $4)`,
      [list, `${person.name} ${person.phone}.csv`, report, adminId],
    )
  }
  const staged = (importId: string, line: number, row: object, compared: string | null = null) =>
    app.pool.query(
      `insert into import_row (import_id, line, key, staged, mask, print) values ($1, $2, $3, $4, $5, $6)`,
      [
        importId,
        line,
        String(line),
        row,
        compared && maskPhone(compared),
        compared && printOf(app.vault, compared),
      ],
    )
  const wrong = (importId: string, line: number, phone: string) =>
    app.pool.query(
      `insert into import_row (import_id, line, state, problems, cells_sealed) values ($1, $2, 'wrong', '', $3)`,
      [importId, line, app.vault.seal(JSON.stringify({ phone, name: 'x' }), cellsPurpose)],
    )
  const [leads, blacklist] = [await task('lead'), await task('blacklist')]
  await staged(leads, 1, { phone: person.phone, name: person.name }, person.phone)
  await staged(leads, 2, { phone: other.phone, remark: `和${person.phone}是夫妻` }, other.phone)
  await staged(leads, 3, { phone: other.phone, name: other.name }, other.phone)
  await wrong(leads, 4, person.phone)
  await wrong(leads, 5, other.phone)
  await staged(blacklist, 1, { value: person.phone, reason: person.about, remark: person.name }, person.phone)
  await staged(blacklist, 2, { value: other.phone, reason: '欺诈', remark: '' }, other.phone)

  const request = await app.as('user:delete')
  expect((await request('DELETE', `/user/${id}`)).body.code).toBe('0000')

  const { rows } = await app.pool.query(
    'select import_id, line, staged from import_row where import_id = any($1) order by import_id, line',
    [[leads, blacklist]],
  )
  expect(rows).toMatchObject([
    { import_id: leads, line: 3, staged: { name: other.name } },
    { import_id: leads, line: 5, staged: null },
    { import_id: blacklist, line: 1, staged: { value: person.phone, reason: '', remark: '' } },
    { import_id: blacklist, line: 2, staged: { reason: '欺诈' } },
  ])
  const tasks = await app.pool.query('select file_name, report from import_task where id = any($1)', [
    [leads, blacklist],
  ])
  for (const { file_name, report } of tasks.rows) {
    expect(file_name).toBe('*** ***.csv')
    expect(report).toEqual({ counts: { new: 2 }, rows: [{ named: { name: other.name } }] })
  }
})
