import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pushColumns } from '@kabao/contract/engine/push'
import { auditColumns } from '@kabao/contract/operations/audit'
import { blacklistColumns } from '@kabao/contract/users/blacklist'
import { feedbackColumns } from '@kabao/contract/users/feedback'
import { userColumns } from '@kabao/contract/users/user'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDb } from '#platform/db/client'
import { mostExportsPerHour } from '#platform/exports/limits'
import { sweepExports } from '#platform/exports/sweep-job'
import type { RunningJobs } from '#platform/jobs/start'
import { exportsOf } from '#test/exports'
import { type RequestFn, secret, startApp } from '#test/harness'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const files = exportsOf(app)
const points = ['user', 'push', 'blacklist', 'feedback', 'audit'].flatMap((area) => [
  `${area}:page`,
  `${area}:export`,
])
let request: RequestFn & { adminId: string; token: string }
let other: RequestFn & { adminId: string }
let ownerId: string
const phone = secret('13812345678')
const idNumber = secret('110101199003071233')
let running: RunningJobs | null = null
afterEach(async () => {
  await running?.stop()
  running = null
})

beforeAll(async () => {
  request = await app.as(...points, 'blacklist:create')
  other = await app.as(...points)
  const owner = await app.as(...points)
  ownerId = owner.adminId
  const { pool } = app
  await pool.query(
    `insert into channel (code, name, flow, owner_id) values ('plain', '渠道', 'full', $1), ('evil', '=HYPERLINK("http://x","y")', 'half', null)`,
    [ownerId],
  )
  await pool.query(
    `insert into "user" (phone, name, gender, birthday, city_code, channel_id, flow, status, risk_level, created_at, last_active_at)
     select '138' || lpad((12340000 + n)::text, 8, '0'), case when n = 7 then '@欧阳' else '王小明' end, 'male', date '1990-02-28' + n,
       case when n % 3 = 0 then '440305' when n % 3 = 1 then '110105' end, 1 + n % 2, 'full',
       case when n % 5 = 0 then 'pushed' else 'registered' end, case when n % 4 = 0 then 'high' end,
       timestamptz '2026-01-01T00:00:00Z' + n * interval '7 hours', timestamptz '2026-02-01T00:00:00.123Z' + (n % 13) * interval '1 day'
     from generate_series(1, 1100) n`,
  )
  await pool.query('update "user" set phone = $1 where id = 1100', [phone])
  await pool.query(`insert into org (code, name, flow) values ('org1', '+机构', 'full')`)
  await pool.query(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values (1, '计划', 'full', 1, current_date)`,
  )
  await pool.query(`select make_partitions('push_record', '2026-03-01')`)
  await pool.query(`insert into push_record (id, user_id, channel_id, org_id, plan_id, flow, price_fen, cost_fen, responded_at, reason, status, stage, city_code)
    select time_id(timestamptz '2026-03-01T16:00:00Z' + n * interval '1 minute'), n, 1 + n % 2, 1, 1, 'full', n * 105, n,
      timestamptz '2026-03-02T16:00:00Z', '-1+1', 'accepted', 'check', '440305' from generate_series(1, 40) n`)
  await pool.query(
    `insert into feedback (user_id, kind, content, created_at)
     select n, 'other', '电话 13812340' || n || ', "quoted"' || chr(10) || '=1+1', timestamptz '2026-03-01T16:00:00Z' + n * interval '1 minute'
     from generate_series(100, 130) n`,
  )
  await request('POST', '/blacklist', { kind: 'phone', value: phone, reason: '=cmd()' })
  await request('POST', '/blacklist', { kind: 'idNumber', value: idNumber, remark: '\t-x' })
  await request('POST', '/blacklist', { kind: 'device', value: 'ab:cd-12' })
  await app.pool.query(`update blacklist set expires_at = '2020-01-01T00:00:00Z' where value = 'ab:cd-12'`)
})

const few = { channelId: '1', createdTo: '2026-01-20T00:00:00.000Z' }

test('a small export is ready in the first response: masked, in the requested order, columns and language', async () => {
  const body = {
    ...few,
    sort: 'createdAt',
    columns: ['createdAt', 'phone', 'name', 'status', 'cityName', 'age'],
  }
  const { task, ticket } = await files.request(request, 'user', body, 'en-US')
  expect(task).toMatchObject({
    resource: 'user',
    status: 'done',
    format: 'csv',
    rowsTotal: 32,
    rowsDone: 32,
    isOwn: true,
    filter: { channelId: '1' },
  })
  const { bytes, headers } = await files.fetchTicket(ticket)
  expect(headers).toMatchObject({ 'content-type': 'text/csv', 'content-length': String(task.fileSize) })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="User list-\d{8}-\d{6}\.csv"/)
  const rows = files.readCsv(bytes)
  expect(rows[0]).toEqual(['Registered', 'Phone', 'Name', 'Status', 'Region', 'Age'])
  expect(rows[1]).toEqual([
    '2026-01-01 22:00:00',
    '138****0002',
    '王**',
    'Registered',
    '',
    expect.any(String),
  ])
  expect(rows[2]).toEqual([
    '2026-01-02 12:00:00',
    '138****0004',
    '王**',
    'Registered',
    '北京市 朝阳区',
    expect.any(String),
  ])
  expect(rows).toHaveLength(33)
  // A ticket works once.
  expect((await files.fetchTicket(ticket)).body).toContain('4040')
})

test.each([
  [{}],
  [{ sort: 'createdAt' }],
  [{ sort: '-lastActiveAt', status: 'pushed' }],
  [{ phone: '138****0099' }],
  [{ cityCode: '440000', riskLevel: 'high', sort: 'lastActiveAt' }],
  [{ phone, flow: 'full' }],
])('an export has the rows of the page request in its order: %o', async (filter) => {
  const body = { createdFrom: '2026-08-01T00:00:00.000Z', ...filter }
  const { records } = (await request('POST', '/user/page', { ...body, size: 200 })).body.data
  const { ticket } = await files.request(request, 'user', {
    ...body,
    columns: ['id', 'phone', 'name', 'age', 'cityName'],
  })
  const [, ...rows] = files.readCsv((await files.fetchTicket(ticket)).bytes)
  const shown = records.map((row: Record<string, unknown>) =>
    ['id', 'phone', 'name', 'age', 'cityName'].map((key) => String(row[key] ?? '')),
  )
  // A spreadsheet program would evaluate this name as a formula.
  expect(rows.slice(0, 200).map((row) => row.map((cell) => cell.replace(/^'@/, '@')))).toEqual(shown)
})

test('an administrator with the data scope “own” exports only their own rows', async () => {
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [other.adminId],
  )
  for (const resource of ['user', 'push', 'blacklist', 'feedback'] as const) {
    const columns = [resource === 'blacklist' ? 'value' : 'id']
    const { task, ticket } = await files.request(other, resource, { columns })
    expect(task.rowsTotal).toBe(0)
    expect(files.readCsv((await files.fetchTicket(ticket)).bytes)).toHaveLength(1)
  }
  const { task } = await files.request(other, 'audit', { columns: ['at'] })
  expect(task.rowsTotal).toBe(4)
  await app.pool.query('update channel set owner_id = $1 where id = 1', [other.adminId])
  expect((await files.request(other, 'user', { ...few, columns: ['id'] })).task.rowsTotal).toBe(32)
  await app.pool.query('update channel set owner_id = $1 where id = 1', [ownerId])
  await app.pool.query(
    `update role set data_scope = 'all' where id in (select role_id from admin_role where admin_id = $1)`,
    [other.adminId],
  )
})

test('an export requires the permission point of its list’s export; the other points of the list are not enough', async () => {
  const reader = await app.as(...points.filter((point) => !point.endsWith(':export')))
  for (const address of Object.values(files.address))
    expect((await reader('POST', address, { columns: ['id'], format: 'csv' })).body.code).toBe('4030')
})

test.each([
  [{ columns: [] }, 'columns'],
  [{ columns: ['phone', 'phone'] }, 'columns'],
  [{ columns: ['idNumber'] }, 'columns.0'],
  [{ columns: ['id'], format: 'pdf' }, 'format'],
  [{ columns: ['id'], size: 20 }, 'size'],
  [{ columns: ['id'], sort: 'phone' }, 'sort'],
])('%o is refused at its field', async (body, field) => {
  const answer = await request('POST', files.address.user, { format: 'csv', ...body })
  expect(answer.body.code).toBe('4000')
  expect(Object.keys(answer.body.data.fields)).toContain(field)
})

describe('every list', () => {
  const lists = [
    ['user', userColumns, few],
    ['push', pushColumns, {}],
    ['blacklist', blacklistColumns, {}],
    ['feedback', feedbackColumns, {}],
    ['audit', auditColumns, { targetKind: 'blacklist' }],
  ] as const

  test.each(lists)(
    '%s: both formats hold the same cells, nothing whole, nothing a spreadsheet would compute',
    async (resource, columns, filter) => {
      const body = { ...filter, columns: [...columns] }
      const csv = await files.request(request, resource, body)
      const xlsx = await files.request(request, resource, { ...body, format: 'xlsx' })
      const text = await files.fetchTicket(csv.ticket)
      const rows = files.readCsv(text.bytes)
      const sheet = await files.readSheet((await files.fetchTicket(xlsx.ticket)).bytes)
      expect(sheet[0]).toEqual(rows[0])
      expect(sheet).toHaveLength(rows.length)
      expect(rows.length).toBeGreaterThan(1)
      const asText = (cell: string | number | Date | null) =>
        cell instanceof Date
          ? new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
          : String(cell ?? '')
      expect(sheet.slice(1).map((row) => row.map(asText))).toEqual(
        rows
          .slice(1)
          .map((row) =>
            row.map((cell) => (/^\d+\.\d\d$/.test(cell) ? String(Number(cell)) : cell.replace(/^'/, ''))),
          ),
      )
      expect(text.bytes.toString()).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
      for (const whole of [phone, idNumber]) expect(text.bytes.toString()).not.toContain(whole)
      for (const cell of rows.slice(1).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    },
  )

  test('an encrypted value is decrypted only to be masked, as on the screen', async () => {
    const { records } = (await request('POST', '/blacklist/page', {})).body.data
    const { ticket } = await files.request(request, 'blacklist', { columns: ['value'] })
    const [, ...rows] = files.readCsv((await files.fetchTicket(ticket)).bytes)
    expect(rows.flat()).toEqual(records.map((row: { value: string }) => row.value))
    expect(rows.flat()).toContain('110***********1233')
  })

  test('money is in yuan with the unit, ids are texts, instants are dates', async () => {
    const { ticket } = await files.request(request, 'push', {
      sort: 'requestAt',
      columns: ['id', 'priceFen', 'requestAt', 'attempts', 'orgName'],
      format: 'xlsx',
    })
    const sheet = await files.readSheet((await files.fetchTicket(ticket)).bytes)
    expect(sheet[0]).toEqual(['推送编号', '单价（元）', '推送时间', '尝试次数', '机构'])
    const [id, price, at, ...others] = sheet[1] as [string, number, Date, ...unknown[]]
    const { rows } = await app.pool.query('select min(id) as first from push_record')
    expect(rows[0].first).toMatch(/^\d{18,19}$/)
    expect([id, price, ...others]).toEqual([rows[0].first, 1.05, 0, '+机构'])
    expect(Math.round(at.getTime() / 1000)).toBe(Date.parse('2026-03-02T00:01:00.000Z') / 1000)
  })
})

describe('a large export', () => {
  const large = { columns: ['id', 'phone', 'channelName'], sort: 'createdAt' }

  test('of 1,000 rows is ready in the response, of 1,001 rows is queued, with the same bytes', async () => {
    const createdTo = new Date(Date.parse('2026-01-01T00:00:00Z') + 1000.5 * 7 * 3_600_000).toISOString()
    const small = await files.request(request, 'user', { ...large, createdTo })
    expect(small.task).toMatchObject({ status: 'done', rowsTotal: 1000 })
    const later = new Date(Date.parse(createdTo) + 7 * 3_600_000).toISOString()
    const { task, ticket } = await files.request(request, 'user', { ...large, createdTo: later })
    expect([task.status, ticket, task.rowsTotal, task.fileSize]).toEqual(['queued', null, 1001, null])
    expect(await files.refusal(request, task.id)).toBe('4090')
    running = await files.start()
    const done = await files.until(request, task.id, 'done')
    expect(done).toMatchObject({ rowsDone: 1001, rowsTotal: 1001, failure: null })
    const content = (await files.download(request, task.id)).bytes
    expect(content.length).toBe(done.fileSize)
    const first = (await files.fetchTicket(small.ticket)).bytes
    expect(content.subarray(0, first.length).equals(first)).toBe(true)
    expect(files.readCsv(content)).toHaveLength(1002)
    expect(files.readCsv(content)[1]?.[2]).toBe(`'=HYPERLINK("http://x","y")`)
  })

  test('notifies its owner; its number of rows and each download are in the audit log', async () => {
    const reader = await app.as(...points)
    const body = { ...large, phone: '138', flow: 'full' }
    const { task } = await files.request(reader, 'user', body)
    running = await files.start()
    await files.until(reader, task.id, 'done')
    const messages = (await reader('POST', '/message/list')).body.data
    expect(messages).toMatchObject([
      {
        type: 'notice',
        title: '导出已完成',
        content: '用户列表（1100 行）可以下载了，7 天后过期。',
        link: { name: 'ExportCenter' },
      },
    ])
    await files.download(reader, task.id)
    const { rows } = await app.pool.query(
      `select point, target_kind, target_id, after from audit_log where admin_id = $1 order by id`,
      [reader.adminId],
    )
    expect(rows).toMatchObject([
      {
        point: 'user:export',
        target_id: task.id,
        after: {
          phone: '138',
          flow: 'full',
          sort: 'createdAt',
          columns: large.columns,
          format: 'csv',
          rows: 1100,
          status: 'queued',
        },
      },
      { point: 'user:export', target_id: task.id, after: { rows: 1100, format: 'csv' } },
      {
        point: 'exportTask.download',
        target_kind: 'exportTask',
        target_id: task.id,
        after: { resource: 'user', rows: 1100 },
      },
    ])
  })

  test('as a workbook has every row', async () => {
    const { task } = await files.request(request, 'user', { ...large, format: 'xlsx' })
    running = await files.start()
    const done = await files.until(request, task.id, 'done')
    const sheet = await files.readSheet((await files.download(request, task.id)).bytes)
    expect(sheet).toHaveLength(1101)
    expect(done.rowsDone).toBe(1100)
    expect(new Set(sheet.map(([id]) => id)).size).toBe(1101)
  })

  test('that waits can be cancelled, retried, and deleted with its file', async () => {
    const { task } = await files.request(request, 'user', large)
    const cancelled = await request('POST', `/exportTask/${task.id}/cancel`)
    expect(cancelled.body.data.status).toBe('cancelled')
    expect((await request('POST', `/exportTask/${task.id}/cancel`)).body.code).toBe('4090')
    running = await files.start()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await files.get(request, task.id)).status).toBe('cancelled')
    expect((await request('POST', `/exportTask/${task.id}/retry`)).body.data.status).toBe('queued')
    await files.until(request, task.id, 'done')
    expect((await request('DELETE', `/exportTask/${task.id}`)).body.code).toBe('0000')
    expect((await request('GET', `/exportTask/${task.id}`)).body.code).toBe('4040')
  })

  test('that runs can be cancelled in the middle and leaves nothing behind', async () => {
    // The export waits for this lock in the middle of its work.
    const holder = await app.pool.connect()
    await holder.query('begin; lock table channel in access exclusive mode')
    const rows = await app.pool.query('select id from "user" limit 1')
    expect(rows.rows).toHaveLength(1)
    await holder.query('rollback')
    const { task } = await files.request(request, 'user', large)
    await holder.query('begin; lock table channel in access exclusive mode')
    running = await files.start()
    await files.until(request, task.id, 'running')
    await request('POST', `/exportTask/${task.id}/cancel`)
    await holder.query('rollback')
    holder.release()
    await vi.waitFor(async () => {
      const { rows } = await app.pool.query(`select state from pgboss.job where data->>'id' = $1`, [task.id])
      expect(rows).toEqual([{ state: 'completed' }])
    })
    expect(await files.get(request, task.id)).toMatchObject({ status: 'cancelled', fileSize: null })
    expect(await readdir(join(app.filesFolder, 'incoming'))).toEqual([])
    expect(
      (await app.pool.query(`select 1 from file where use = 'export' and status = 'pending'`)).rows,
    ).toEqual([])
  })

  test('is refused above the maximum number of rows and accepted up to it', async () => {
    await app.set('export.maxRows', 1050)
    const refused = await request('POST', files.address.user, { ...large, format: 'csv' })
    expect(refused.body).toMatchObject({ code: '4000', desc: '超过单次导出上限（1050 行），请缩小筛选范围' })
    const { task } = await files.request(request, 'user', {
      ...large,
      createdFrom: '2026-01-20T00:00:00.000Z',
    })
    // Rows were added before the job began.
    await app.set('export.maxRows', 1010)
    running = await files.start()
    expect(await files.until(request, task.id, 'failed')).toMatchObject({
      failure: 'tooManyRows',
      fileSize: null,
    })
    await app.set('export.maxRows', null)
  })

  test('is limited to five at once for each administrator', async () => {
    const eager = await app.as(...points)
    for (let count = 0; count < 5; count++) await files.request(eager, 'user', large)
    const sixth = await eager('POST', files.address.user, { ...large, format: 'csv' })
    expect(sixth.body).toMatchObject({ code: '4290', desc: expect.stringContaining('5') })
    expect((await files.request(eager, 'user', { ...large, ...few })).task.status).toBe('done')
    await app.pool.query(
      `update export_task set status = 'cancelled' where created_by = $1 and status = 'queued'`,
      [eager.adminId],
    )
  })
})

describe('of fifty exports that one administrator requests at once', () => {
  const large = { columns: ['id', 'phone', 'channelName'], sort: 'createdAt' }
  const requestFifty = async (body: object, instances: (typeof app.app)[]) => {
    const eager = await app.as(...points)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (instances[index % instances.length] as typeof app.app).inject({
          method: 'POST',
          url: `/api${files.address.user}`,
          headers: { token: eager.token, 'accept-language': 'zh-CN' },
          payload: { format: 'csv', ...body },
        }),
      ),
    )
    const count = async () =>
      (
        await app.pool.query(`select count(*)::int as n from export_task where created_by = $1`, [
          eager.adminId,
        ])
      ).rows[0].n as number
    return { eager, answers: answers.map((each) => each.json()), count }
  }
  const refused = {
    code: '4290',
    desc: '您已有 5 个导出在进行，请等待完成或取消后再试',
  }

  test('five large ones are accepted, on any instance', async () => {
    const { eager, answers, count } = await requestFifty(large, [app.app, await app.another()])
    expect(answers.filter(({ code }) => code === '0000')).toHaveLength(5)
    for (const answer of answers.filter(({ code }) => code !== '0000')) expect(answer).toMatchObject(refused)
    expect(await count()).toBe(5)
    // A failed export cannot be retried beyond the five either.
    const { rows } = await app.pool.query(
      `insert into export_task (resource, format, filter, filter_sealed, language, status, failure, rows_total, created_by, finished_at)
       select resource, format, filter, filter_sealed, language, 'failed', 'stopped', rows_total, created_by, now()
       from export_task where created_by = $1 limit 1 returning id`,
      [eager.adminId],
    )
    expect((await eager('POST', `/exportTask/${rows[0].id}/retry`)).body.code).toBe('4290')
    await app.pool.query(
      `update export_task set status = 'cancelled' where created_by = $1 and status = 'queued'`,
      [eager.adminId],
    )
  })

  test('small ones are written five at a time, and refused ones leave no file', async () => {
    const { answers, count } = await requestFifty({ ...few, columns: ['id'] }, [app.app])
    const done = answers.filter(({ code }) => code === '0000')
    expect(done.length).toBeGreaterThanOrEqual(5)
    expect(done.length).toBeLessThan(50)
    for (const answer of answers.filter(({ code }) => code !== '0000')) expect(answer).toMatchObject(refused)
    expect(await count()).toBe(done.length)
    expect(await readdir(join(app.filesFolder, 'incoming'))).toEqual([])
  })
})

test('the number of exports that an administrator requests within an hour is limited', async () => {
  const eager = await app.as(...points)
  const one = () => eager('POST', files.address.user, { ...few, columns: ['id'], format: 'csv' })
  for (let count = 0; count < mostExportsPerHour; count++) expect((await one()).body.code).toBe('0000')
  expect((await one()).body).toMatchObject({ code: '4290', desc: expect.stringMatching(/请 \d+ 秒后再试/) })
})

describe('the file', () => {
  test('is visible only to its owner, and only while the owner may export that list', async () => {
    const reader = await app.as('user:page', 'user:export')
    const { task } = await files.request(reader, 'user', { ...few, columns: ['id'] })
    for (const path of ['download', 'cancel', 'retry'])
      expect((await other('POST', `/exportTask/${task.id}/${path}`)).body.code).toBe('4040')
    expect((await other('DELETE', `/exportTask/${task.id}`)).body.code).toBe('4040')
    expect((await other('GET', `/exportTask/${task.id}`)).body.code).toBe('4040')
    const { rows } = await app.pool.query('select file_id from export_task where id = $1', [task.id])
    const root = await app.as('*')
    for (const each of [reader, root]) {
      expect((await each('GET', `/file/${rows[0].file_id}`)).body.code).toBe('4040')
      expect((await each('POST', `/file/${rows[0].file_id}/ticket`)).body.code).toBe('4040')
    }
    expect((await files.download(reader, task.id)).bytes.length).toBeGreaterThan(100)
    const role = `role_id in (select role_id from admin_role where admin_id = ${reader.adminId})`
    await app.pool.query(
      `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = ${reader.adminId})`,
    )
    expect(await files.refusal(reader, task.id)).toBe('4030')
    await app.pool.query(
      `update role set data_scope = 'all' where id in (select role_id from admin_role where admin_id = ${reader.adminId})`,
    )
    await app.pool.query(`delete from role_node where node = 'user:export' and ${role}`)
    expect(await files.refusal(reader, task.id)).toBe('4030')
  })

  test('is deleted after its retention time; its export shows this and can be retried', async () => {
    const stored = async () =>
      (await readdir(join(app.filesFolder, 'stored'), { recursive: true, withFileTypes: true })).filter(
        (each) => each.isFile(),
      ).length
    const { task } = await files.request(request, 'user', { ...few, columns: ['id'] })
    const before = await stored()
    const sweep = () =>
      sweepExports({
        db: createDb(app.servicePool),
        storage: app.storage,
        signal: new AbortController().signal,
      })
    expect((await sweep()).expired).toBe(0)
    await app.pool.query(`update export_task set expires_at = now() - interval '1 second' where id = $1`, [
      task.id,
    ])
    expect(
      (await Promise.all([sweep(), sweep(), sweep()])).reduce((sum, { expired }) => sum + expired, 0),
    ).toBe(1)
    expect(await stored()).toBe(before - 1)
    expect(await files.get(request, task.id)).toMatchObject({ status: 'expired', rowsTotal: 32 })
    expect(await files.refusal(request, task.id)).toBe('4090')
    await request('POST', `/exportTask/${task.id}/retry`)
    running = await files.start()
    await files.until(request, task.id, 'done')
  })

  test('is never written if the job of its export is gone; the export fails and its owner is notified', async () => {
    const reader = await app.as(...points)
    const { task } = await files.request(reader, 'user', { columns: ['id'] })
    await app.pool.query(`update pgboss.job set state = 'cancelled' where data->>'id' = $1`, [task.id])
    await app.pool.query(`update export_task set updated_at = now() - interval '1 minute' where id = $1`, [
      task.id,
    ])
    await sweepExports({
      db: createDb(app.servicePool),
      storage: app.storage,
      signal: new AbortController().signal,
    })
    expect(await files.get(reader, task.id)).toMatchObject({ status: 'failed', failure: 'stopped' })
    expect((await reader('POST', '/message/list')).body.data).toMatchObject([
      { title: '导出失败', content: '用户列表：任务被中止。' },
    ])
  })
})

test('the export center shows all exports to administrators with the permission point, and their own to the others', async () => {
  const reader = await app.as('user:page', 'user:export')
  const { task } = await files.request(reader, 'user', { ...few, name: '王小明', phone, columns: ['id'] })
  expect(task.filter).toMatchObject({ phone: '138****5678', name: '*' })
  expect((await reader('POST', '/exportTask/mine', {})).body.data).toMatchObject({
    total: 1,
    records: [{ id: task.id }],
  })
  expect((await reader('POST', '/exportTask/page', {})).body.code).toBe('4030')
  const overseer = await app.as('exportTask:page')
  const page = (await overseer('POST', '/exportTask/page', { resource: 'user', size: 1 })).body.data
  expect(page.records).toMatchObject([{ id: task.id, isOwn: false }])
  expect(page.total).toBeGreaterThan(2)
  const stored = await app.pool.query(
    "select filter::text || encode(coalesce(filter_sealed, ''), 'escape') as text from export_task where id = $1",
    [task.id],
  )
  for (const whole of [phone, '王小明']) expect(stored.rows[0].text).not.toContain(whole)
})
