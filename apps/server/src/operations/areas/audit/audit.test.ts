import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@kabao/contract/app/areas'
import { type AuditPage, type AuditRow, audit, auditTargets } from '@kabao/contract/operations/audit'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AuditLine, batchRequest, writeAudit } from '#platform/audit/write'
import type { Schema } from '#platform/db/schema'
import { secret, startApp } from '#test/harness'
import { groupsOf } from './groups.ts'
import { findPageOfLines } from './queries.ts'

const app = startApp()
const lines = async (adminId: string) =>
  (
    await app.pool.query(
      `select point, target_kind, target_id, before, after, result, code, request_id, ip
       from audit_log where admin_id = $1 order by id`,
      [adminId],
    )
  ).rows
const find = async (filter: object, language?: 'en-US') => {
  const request = await app.as('audit:page')
  return (await request('POST', '/audit/page', filter, language)).body.data
}
const nameOf = async (adminId: string) =>
  (await app.pool.query('select username from admin where id = $1', [adminId])).rows[0].username as string

test('a write is found by account, action, target, address, request and result, and shows the old and new values', async () => {
  const request = await app.as('blacklist:create', 'blacklist:update')
  const { data: entry } = (
    await request('POST', '/blacklist', { kind: 'ip', value: '10.9.8.7', reason: 'one' })
  ).body
  await request('PUT', '/blacklist', { id: entry.id, version: 1, reason: 'two' })
  const username = await nameOf(request.adminId)
  const { records, total } = await find({ username })
  expect(total).toBe(2)
  expect(records[0]).toMatchObject({
    username,
    point: 'blacklist:update',
    action: '编辑黑名单',
    targetKind: 'blacklist',
    targetId: entry.id,
    ip: '127.0.0.1',
    result: 'done',
    code: '0000',
  })
  const { point, requestId } = records[0]
  for (const filter of [{ point }, { requestId }, { targetKind: 'blacklist', targetId: entry.id }]) {
    const found = await find({ username: username.toUpperCase(), ...filter })
    expect([filter, found.records[0].id]).toEqual([filter, records[0].id])
  }
  expect((await find({ username, ip: '10.0.0.1' })).total).toBe(0)
  expect((await find({ username, result: 'refused' })).total).toBe(0)
  expect((await find({ username, to: '2020-01-01T00:00:00.000Z' })).total).toBe(0)
  expect((await find({ username: 'nobody-at-all' })).total).toBe(0)

  const reader = await app.as('audit:page')
  const { data } = (await reader('GET', `/audit/${records[0].id}`, undefined, 'en-US')).body
  expect(data).toMatchObject({
    action: 'Edit a blacklist entry',
    before: { reason: 'one' },
    after: { reason: 'two', version: 2 },
  })
  expect((await reader('GET', '/audit/999999999')).body.code).toBe('4040')
})

test('a forbidden call is logged, although it did nothing', async () => {
  const request = await app.as('user:page')
  const refused = await request('DELETE', '/user/77')
  expect(refused.body.code).toBe('4030')
  expect(await lines(request.adminId)).toEqual([
    {
      point: 'user:delete',
      target_kind: 'user',
      target_id: '77',
      before: null,
      after: null,
      result: 'refused',
      code: '4030',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ip: '127.0.0.1',
    },
  ])
  expect((await find({ username: await nameOf(request.adminId), result: 'refused' })).total).toBe(1)
})

test('a refused write is logged although it was rolled back; invalid input and outdated versions are not logged', async () => {
  const request = await app.as('blacklist:create', 'blacklist:update', 'blacklist:delete', 'blacklist:page')
  const { data: entry } = (await request('POST', '/blacklist', { kind: 'ip', value: '10.9.8.6' })).body
  await request('POST', '/blacklist', { kind: 'ip', value: '10.9.8.6' })
  await request('DELETE', '/blacklist/888888')
  await request('POST', '/blacklist', { kind: 'ip', value: 'no address' })
  await request('PUT', '/blacklist', { id: entry.id, version: 9, reason: 'late' })
  await request('GET', '/blacklist/888888')
  const kept = (await lines(request.adminId)).map(({ point, result, code }) => [point, result, code])
  expect(kept).toEqual([
    ['blacklist:create', 'done', '0000'],
    ['blacklist:lookUp', 'done', '0000'],
    ['blacklist:create', 'refused', '4090'],
    ['blacklist:delete', 'refused', '4040'],
  ])
})

test('refused calls in a loop cannot fill the log: the sixtieth entry says that it is the last', async () => {
  const request = await app.as()
  const answers = await Promise.all(Array.from({ length: 150 }, () => request('POST', '/user/page', {})))
  expect(answers.every(({ body }) => body.code === '4030')).toBe(true)
  const kept = await lines(request.adminId)
  expect(kept).toHaveLength(60)
  expect(kept.filter(({ after }) => after !== null)).toEqual([
    expect.objectContaining({ after: { furtherRefusals: 'not written for a while' } }),
  ])
})

test('if the entry of a refusal cannot be written, the caller gets the refusal all the same', async () => {
  const request = await app.as()
  await app.pool.query('alter table audit_log rename to audit_log_away')
  const { status, body } = await request('POST', '/user/page', {})
  await app.pool.query('alter table audit_log_away rename to audit_log')
  expect([status, body.code]).toEqual([200, '4030'])
})

test('a write is rolled back if its audit log entry cannot be written', async () => {
  const request = await app.as('blacklist:create')
  await app.pool.query('alter table audit_log rename to audit_log_away')
  const { status } = await request('POST', '/blacklist', { kind: 'ip', value: '10.9.8.5' })
  await app.pool.query('alter table audit_log_away rename to audit_log')
  expect(status).toBe(500)
  expect((await app.pool.query(`select 1 from blacklist where value = '10.9.8.5'`)).rows).toEqual([])
})

test('no entry contains personal data or a secret, in whatever field it was typed', async () => {
  const [phone, idNumber] = [secret('13712345678'), secret('11010519491231002X')]
  const request = await app.as('*')
  await request('POST', '/blacklist', {
    kind: 'phone',
    value: phone,
    reason: `他的证件 ${idNumber}`,
    remark: phone,
  })
  await request('PUT', '/setting', { 'login.contactText': { value: [phone, idNumber], version: 0 } })
  const text = JSON.stringify(await lines(request.adminId))
  expect(text).toContain('137****5678')
  expect(text).not.toContain(phone)
  expect(text).not.toContain(idNumber)
})

test('an administrator with the data scope `own` sees only their own acts', async () => {
  const request = await app.as('audit:page', 'blacklist:create')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  await request('POST', '/blacklist', { kind: 'ip', value: '10.9.8.4' })
  const { data } = (await request('POST', '/audit/page', {})).body
  expect(data.records.map((line: { point: string }) => line.point)).toEqual(['blacklist:create'])
  const { rows } = await app.pool.query('select id from audit_log where admin_id <> $1 limit 1', [
    request.adminId,
  ])
  expect((await request('GET', `/audit/${rows[0].id}`)).body.code).toBe('4040')
})

test('every action is offered as a filter with its description, also the deletions by the service', async () => {
  const request = await app.as('audit:page')
  const { data } = (await request('GET', '/choice/audit/actions', undefined, 'en-US')).body
  expect(data).toContainEqual(
    expect.objectContaining({ id: 'setting:update', name: 'Change general settings' }),
  )
  expect(data).toContainEqual(
    expect.objectContaining({ id: 'audit:retention', name: expect.stringContaining('audit log') }),
  )
  const names = async (query: string) =>
    (await request('GET', `/choice/audit/actions?${query}`)).body.data.map((each: { id: string }) => each.id)
  expect(await names(`keyword=${encodeURIComponent('通用设置')}`)).toEqual(['setting:list', 'setting:update'])
  expect(await names('keyword=SETTING:u')).toEqual(['setting:update'])
  expect(await names('ids=setting:update')).toEqual(['setting:update'])
})

test('a point that covers a write and a read is described by the write', async () => {
  const request = await app.as('audit:page')
  const { data } = (await request('GET', '/choice/audit/actions', undefined, 'en-US')).body
  const named = new Map(data.map((each: { id: string; name: string }) => [each.id, each.name]))
  expect(named.get('blacklist:import')).toBe('Import into the blacklist')
  const writes = endpoints.filter(
    ({ kind, point, audited }) => kind === 'write' && point && audited !== false,
  )
  expect(writes.length).toBeGreaterThan(20)
  for (const { point } of writes) {
    const summaries = writes.flatMap((each) => (each.point === point ? [each.summary[1]] : []))
    expect([point, summaries]).toEqual([point, expect.arrayContaining([named.get(point)])])
  }
})

describe('a target shows its name and links to its page, as far as the reader may see them', () => {
  const lineOf = async (points: string[], targetKind: string, targetId: string) => {
    const reader = await app.as('audit:page', ...points)
    const { data } = (await reader('POST', '/audit/page', { targetKind, targetId }, 'en-US')).body
    return data.records[0]
  }

  test('personal data is masked; the name needs the permission point, and the link needs the page', async () => {
    const phone = secret('13712340099')
    const request = await app.as('*')
    const { data: entry } = (await request('POST', '/blacklist', { kind: 'phone', value: phone })).body
    expect(await lineOf(['blacklist:page'], 'blacklist', entry.id)).toMatchObject({
      targetName: `${blacklistWords.tree.kind.phone[1]} 137****0099`,
      link: null,
    })
    expect(await lineOf([], 'blacklist', entry.id)).toMatchObject({ targetName: null, link: null })

    const { data: role } = (await request('POST', '/role', { code: 'named', name: 'Named', nodes: [] })).body
    expect(await lineOf(['role:page'], 'role', role.id)).toMatchObject({ targetName: 'Named', link: null })
    expect(await lineOf(['role:page', 'AdminRoleList'], 'role', role.id)).toMatchObject({
      targetName: 'Named',
      link: { name: 'AdminRoleList', query: { keyword: 'named' } },
    })
    await request('DELETE', `/role/${role.id}`)
    expect(await lineOf(['role:page'], 'role', role.id)).toMatchObject({
      targetName: null,
      targetId: role.id,
    })
  })

  test('a setting has the same name as on its page', async () => {
    const request = await app.as('*')
    await request('PUT', '/setting', { 'feedback.overdueHours': { value: 36, version: 0 } })
    const hours = settingWords.tree.unit.hours[1]
    const line = await lineOf([], 'setting', 'feedback.overdueHours')
    expect(line).toMatchObject({ targetName: settingWords.tree.name['feedback.overdueHours'][1], link: null })
    const reader = await app.as('audit:page')
    const { changes } = (await reader('GET', `/audit/${line.id}`, undefined, 'en-US')).body.data
    expect(changes).toEqual([
      {
        field: 'value',
        label: auditWords.tree.recorded.value[1],
        before: `48 ${hours}`,
        after: `36 ${hours}`,
      },
    ])
  })
})

test('the entries of one request are one row of the list, with their number; a single entry has no group', async () => {
  const request = await app.as('blacklist:create', 'blacklist:delete')
  const ids: string[] = []
  for (const value of ['10.4.4.1', '10.4.4.2', '10.4.4.3'])
    ids.push((await request('POST', '/blacklist', { kind: 'ip', value })).body.data.id)
  await request('POST', '/blacklist/batch/delete', { ids })
  const { records } = await find({ username: await nameOf(request.adminId) })
  const [removed] = records
  expect(removed).toMatchObject({
    point: 'blacklist:delete',
    group: { id: removed.requestId, size: 3 },
  })
  expect(records).toHaveLength(4)
  expect((await find({ group: removed.group.id })).total).toBe(3)
  expect((await find({ requestId: removed.requestId })).total).toBe(3)
  expect((await find({ username: await nameOf(request.adminId), targetKind: 'blacklist' })).total).toBe(6)
  expect(records.filter(({ group }: { group: unknown }) => group === null)).toHaveLength(3)
})

describe('an act with many entries, written over several transactions', () => {
  const single = 25
  const members = 130
  let adminId: string
  let username: string
  const name = batchRequest('880088')
  beforeAll(async () => {
    adminId = (await app.as()).adminId
    username = await nameOf(adminId)
    const by = { adminId }
    const write = (lines: AuditLine[]) => app.db.transaction().execute((db) => writeAudit(db, lines))
    const member = (n: number): AuditLine => ({
      by,
      point: 'user:delete',
      target: { kind: 'user', id: String(900_000 + n) },
      group: name,
      requestId: name,
    })
    const start = { by, point: 'user:delete', target: { kind: 'batch', id: '880088' }, ip: '10.44.0.1' }
    await write([{ ...start, requestId: 'the-request' }])
    for (let n = 0; n < single; n++) await write([{ by, point: 'setting:update', ip: '10.44.0.1' }])
    for (let n = 0; n < members; n += 65)
      await write(Array.from({ length: 65 }, (_, index) => member(n + index)))
    await write([{ by, point: 'user:delete', target: { kind: 'batch', id: '880088' }, requestId: name }])
  })

  test('is one row on exactly one page, and every page is full', async () => {
    const pages = await Promise.all([1, 2, 3].map((current) => find({ username, current, size: 10 })))
    expect(pages.map(({ records }) => records.length)).toEqual([10, 10, 6])
    expect(pages.map(({ total }) => total)).toEqual([26, 26, 26])
    const grouped = pages.flatMap(({ records }) => records.filter(({ group }: AuditRow) => group !== null))
    expect(grouped).toMatchObject([{ targetKind: 'batch', group: { id: name, size: members + 2 } }])
  })

  test('is found by its account, its action and its time, with the right total', async () => {
    expect((await find({ username })).total).toBe(single + 1)
    expect((await find({ username, point: 'user:delete' })).total).toBe(1)
    expect((await find({ username, point: 'user:delete', result: 'done' })).total).toBe(1)
    expect((await find({ username, to: new Date(Date.now() + 1_000).toISOString() })).total).toBe(single + 1)
  })

  test('its entries are a list of their own, page by page', async () => {
    const pages = await Promise.all([1, 2, 3].map((current) => find({ group: name, current, size: 50 })))
    const ids = pages.flatMap(({ records }) => records.map(({ id }: AuditRow) => id))
    expect([ids.length, new Set(ids).size, pages[0].total]).toEqual([132, 132, 132])
    expect((await find({ targetKind: 'user', targetId: '900007' })).total).toBe(1)
    expect((await find({ username, targetKind: 'user' })).total).toBe(members)
  })

  test('an entry of another account or action in it has its own row, so that a filter finds it', async () => {
    const other = (await app.as()).adminId
    const target = { kind: 'batch', id: '880088' }
    await writeAudit(app.db, [{ by: { adminId: other }, point: 'batch.cancel', target }])
    expect((await find({ username: await nameOf(other) })).records).toMatchObject([
      { point: 'batch.cancel', group: { id: name } },
    ])
  })

  test('two writes at once and a refusal: no entry is left without a row', async () => {
    const target = { kind: 'blacklistImport', id: '770077' }
    const by = { adminId: (await app.as()).adminId }
    const lines = [{ by, point: 'blacklist:import', target }]
    await writeAudit(app.db, lines)
    await Promise.all([writeAudit(app.db, lines), writeAudit(app.db, lines)])
    await writeAudit(
      app.db,
      lines.map((line) => ({ ...line, refused: '4090' })),
    )
    const { records } = await find({ username: await nameOf(by.adminId) })
    expect(records.map(({ result, group }: AuditRow) => [result, group?.size])).toEqual([
      ['refused', undefined],
      ['done', 3],
    ])
  })
})

describe('a page reads an index instead of the table', () => {
  beforeAll(async () => {
    await app.pool.query(`select make_partitions('audit_log', '2026-01-01')`)
    await app.pool.query(`insert into audit_log (id, admin_id, username, ip, point, target_kind, target_id, request_id, result)
      select time_id('2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'), n % 50, 'plan', '10.77.0.' || n % 200,
        'plan:' || n % 40, 'plan', (n % 5000)::text, 'request-' || n,
        case when n % 500 = 0 then 'refused' else 'done' end
      from generate_series(1, 20000) n`)
    await app.pool.query(`insert into audit_log (id, admin_id, username, ip, point, target_kind, target_id, act_group)
      select time_id('2026-01-01T00:00:00Z'::timestamptz + n * interval '400 milliseconds'), 7, 'plan', '10.77.0.3',
        'plan:7', 'plan', '1' || n, 'batch-4712'
      from generate_series(1, 40000) n`)
    await app.pool.query('analyze audit_log')
  }, 60_000)

  const cases: [string, Partial<AuditPage> & { adminId?: string }, string][] = [
    ['nothing', {}, 'id_idx'],
    ['who', { adminId: '7' }, 'admin_id_is_head_id_idx'],
    ['the action', { point: 'plan:7' }, 'point_is_head_id_idx'],
    ['the target', { targetKind: 'plan', targetId: '5' }, 'target_kind_target_id_id_idx'],
    ['the address', { ip: '10.77.0.3' }, 'ip_is_head_id_idx'],
    ['the request', { requestId: 'request-9' }, 'request_id_id_idx'],
    ['the act', { group: 'batch-4712' }, 'act_group_id_idx'],
    ['refusals', { result: 'refused' }, 'id_idx1'],
    ['a time', { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T01:00:00.000Z' }, 'id_idx'],
  ]
  test.each(cases)('filtered by %s', async (_what, { adminId, ...filter }, index) => {
    const asked: CompiledQuery[] = []
    const log = (event: LogEvent) => void asked.push(event.query)
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: app.servicePool }), log })
    const page = audit.page.body.parse(filter)
    expect((await findPageOfLines(db, page, adminId ?? null, null)).records.length).toBeGreaterThan(0)
    const query = asked.find(({ sql }) => sql.includes('with page as'))
    const { rows } = await app.pool.query(`explain ${query?.sql}`, [...(query?.parameters ?? [])])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    // The other months are empty.
    expect(plan).toContain(`audit_log_2026_01_${index}`)
    expect(plan).not.toContain('Seq Scan on audit_log_2026_01')
  })

  test('the entries of an act are counted over the index, and only up to the limit', async () => {
    await app.pool.query(`insert into audit_log (point, target_kind, target_id, act_group)
      select 'plan:batch', 'plan', n::text, 'batch-4711' from generate_series(1, 1500) n`)
    const asked: CompiledQuery[] = []
    const log = (event: LogEvent) => void asked.push(event.query)
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: app.servicePool }), log })
    const groupOf = await groupsOf(db, [{ actGroup: 'batch-4711' }, { actGroup: null }], null)
    expect([groupOf('batch-4711'), groupOf(null)]).toEqual([{ id: 'batch-4711', size: 1000 }, null])
    const { rows } = await app.pool.query(`explain ${asked[0]?.sql}`, [...(asked[0]?.parameters ?? [])])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('audit_log_2026_01_act_group_id_idx')
    expect(plan).not.toContain('Seq Scan on audit_log_2026_01')
  })
})

test('every kind of target that the service records has a name in words', () => {
  const root = join(import.meta.dirname, '../../..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
  const recorded = sources.flatMap((source) => [
    ...source.matchAll(/target: \{\s*kind: '(\w+)'/g),
    ...source.matchAll(/targetKind: '(\w+)'/g),
    ...source.matchAll(/const target = \(id: string\) => \(\{ kind: '(\w+)'/g),
    ...source.matchAll(/ {2}machine: \w+,\n {2}table: '(\w+)'/g),
  ])
  const kinds = new Set(recorded.map(([, kind]) => kind))
  expect(kinds.size).toBeGreaterThan(20)
  expect([...kinds].filter((kind) => !auditTargets.some((each) => each === kind))).toEqual([])
})

test('the name of each kind of target is looked up, and one that is gone has its number', async () => {
  const by = { adminId: (await app.as()).adminId }
  const target = (kind: string) => ({ kind, id: '9' })
  await writeAudit(
    app.db,
    auditTargets.map((kind) => ({ by, point: 'audit:page', target: target(kind) })),
  )
  const reads = endpoints.flatMap(({ point }) => (point && /:(page|list)$/.test(point) ? [point] : []))
  const reader = await app.as(...new Set(reads))
  const { records } = (await reader('POST', '/audit/page', { size: 100, targetId: '9' })).body.data
  expect(new Set(records.map(({ targetKind }: AuditRow) => targetKind))).toEqual(new Set(auditTargets))
})
