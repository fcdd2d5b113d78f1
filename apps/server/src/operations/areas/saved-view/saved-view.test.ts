import { maxViews } from '@kabao/contract/operations/saved-view'
import { expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'

// Fifty concurrent requests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const plain = { order: [], hidden: [], widths: {}, density: 'normal' }
const view = (name: string, more: object = {}) => ({
  list: 'user',
  name,
  filters: { status: 'pushed', createdFrom: '2026-01-01T00:00:00.000Z' },
  sort: '-createdAt',
  columns: plain,
  ...more,
})
const share = ['user:page', 'savedView:share']
const roleOf = async (adminId: string): Promise<string> =>
  (await app.pool.query('select role_id from admin_role where admin_id = $1', [adminId])).rows[0].role_id
const give = (adminId: string, roleId: string) =>
  app.pool.query('insert into admin_role values ($1, $2)', [adminId, roleId])
/** A role and two administrators who have it: one shares, one reads. */
async function team(points: string[] = share) {
  const lead = await app.as(...points)
  const roleId = await roleOf(lead.adminId)
  const reader = await app.as('user:page')
  await give(reader.adminId, roleId)
  await app.pool.query(`delete from role_node where role_id = $1 and node = 'savedView:share'`, [roleId])
  await give(lead.adminId, await roleOf((await app.as(...points)).adminId))
  return { lead, reader, roleId }
}

test('a view is saved, listed with its content, opened, changed and deleted, each with an audit log entry', async () => {
  const request = await app.as('user:page')
  const columns = { order: ['name', 'id'], hidden: ['id'], widths: { name: 210 }, density: 'compact' }
  const created = (await request('POST', '/saved-view', view('待跟进', { columns }))).body.data
  expect(created).toMatchObject({
    ...view('待跟进', { columns }),
    roleId: null,
    isMine: true,
    isManageable: true,
    version: 1,
  })
  expect((await request('GET', '/saved-view?list=user')).body.data).toEqual({
    views: [created],
    mayShare: false,
  })
  expect((await request('GET', '/saved-view?list=message')).body.data.views).toEqual([])

  const renamed = (await request('PUT', '/saved-view', { id: created.id, version: 1, name: '今天跟进' })).body
    .data
  expect(renamed).toMatchObject({ name: '今天跟进', filters: created.filters, columns, version: 2 })
  const edit = { id: created.id, version: 2, filters: {}, sort: 'createdAt', columns: plain }
  const changed = (await request('PUT', '/saved-view', edit)).body.data
  expect(changed).toMatchObject({
    name: '今天跟进',
    filters: {},
    sort: 'createdAt',
    columns: plain,
    version: 3,
  })
  expect((await request('GET', `/saved-view/${created.id}`)).body.data).toEqual(changed)

  expect((await request('DELETE', `/saved-view/${created.id}`)).body.code).toBe('0000')
  expect((await request('GET', `/saved-view/${created.id}`)).body.code).toBe('4040')
  const { rows } = await app.pool.query(
    'select point, before, after from audit_log where admin_id = $1 order by id',
    [request.adminId],
  )
  expect(rows.map(({ point }) => point)).toEqual([
    'savedView.create',
    'savedView.update',
    'savedView.update',
    'savedView.remove',
  ])
  expect(rows[1]).toMatchObject({ before: { name: '待跟进' }, after: { name: '今天跟进' } })
})

test('only its owner sees a view until it is shared; then administrators with the role see it but cannot change it', async () => {
  const { lead, reader, roleId } = await team()
  const stranger = await app.as(...share)
  const { data: mine } = (await lead('POST', '/saved-view', view('共享前'))).body
  expect((await reader('GET', `/saved-view/${mine.id}`)).body.code).toBe('4040')

  const { data: shared } = (await lead('PUT', '/saved-view', { id: mine.id, version: 1, roleId })).body
  expect(shared).toMatchObject({ roleId, roleName: expect.any(String), version: 2 })
  expect((await reader('GET', '/saved-view?list=user')).body.data.views).toEqual([
    { ...shared, isMine: false, isManageable: false },
  ])
  for (const [method, path, body] of [
    ['PUT', '/saved-view', { id: mine.id, version: 2, name: '别人的' }],
    ['DELETE', `/saved-view/${mine.id}`, undefined],
  ] as const) {
    expect((await reader(method, path, body)).body.code).toBe('4030')
    expect((await stranger(method, path, body)).body.code).toBe('4040')
  }
  expect((await stranger('GET', '/saved-view?list=user')).body.data.views).toEqual([])

  const back = (await lead('PUT', '/saved-view', { id: mine.id, version: 2, roleId: null })).body
  expect(back.data).toMatchObject({ roleId: null, roleName: null })
  expect((await reader('GET', `/saved-view/${mine.id}`)).body.code).toBe('4040')
})

test('an administrator with the permission point and the role changes and deletes views that others shared with the role', async () => {
  const { lead, roleId } = await team()
  const second = await app.as(...share)
  await give(second.adminId, roleId)
  const { data } = (await lead('POST', '/saved-view', view('轮班', { roleId }))).body
  expect((await second('GET', `/saved-view/${data.id}`)).body.data).toMatchObject({
    isMine: false,
    isManageable: true,
  })
  const edit = { id: data.id, version: 1, name: '轮班表' }
  expect((await second('PUT', '/saved-view', edit)).body.data).toMatchObject({ name: '轮班表', version: 2 })
  expect((await second('DELETE', `/saved-view/${data.id}`)).body.code).toBe('0000')
})

test('sharing requires the permission point and the role; a super administrator shares with any role', async () => {
  const without = await app.as('user:page')
  const own = await roleOf(without.adminId)
  expect((await without('POST', '/saved-view', view('无权', { roleId: own }))).body.code).toBe('4030')
  expect((await without('GET', '/saved-view/roles')).body.code).toBe('4030')

  const request = await app.as(...share)
  expect((await request('GET', '/saved-view/roles')).body.data.map(({ id }: { id: string }) => id)).toEqual([
    await roleOf(request.adminId),
  ])
  const refused = await request('POST', '/saved-view', view('别的角色', { roleId: own }), 'en-US')
  expect(refused.body).toMatchObject({
    code: '4000',
    data: { fields: { roleId: 'You can only share with a role you have' } },
  })
  const root = await app.as('*')
  expect((await root('POST', '/saved-view', view('总部', { roleId: own }))).body.data).toMatchObject({
    roleId: own,
  })
})

test('the views of a list are hidden from administrators who may not open the list', async () => {
  const { lead, reader, roleId } = await team()
  const { data } = (await lead('POST', '/saved-view', view('用户', { roleId }))).body
  await app.pool.query(
    `delete from role_node where node = 'user:page' and role_id in (select role_id from admin_role where admin_id = $1)`,
    [reader.adminId],
  )
  expect((await reader('GET', `/saved-view/${data.id}`)).body.code).toBe('4040')
  expect((await reader('GET', '/saved-view?list=user')).body.code).toBe('4030')
  expect((await reader('POST', '/saved-view', view('新的'))).body.code).toBe('4030')
})

test.each([
  ['an unknown list', { list: 'nothing' }, 'list'],
  ['an area without a list', { list: 'account' }, 'list'],
  ['an unknown filter', { filters: { nonsense: '1' } }, 'filters'],
  ['an invalid value of a filter', { filters: { status: 'nonsense' } }, 'filters'],
  ['a page number as a filter', { filters: { current: 3 } }, 'filters'],
  ['an unknown order', { sort: '-name' }, 'sort'],
  ['a whole phone number', { filters: { phone: '138 1234 5678' } }, 'filters'],
  ['a phone number in its name', { name: '找 13812345678' }, 'name'],
  ['an id number in its name', { name: '11010519491231002x' }, 'name'],
  ['no name', { name: ' ' }, 'name'],
  ['an invalid width of a column', { columns: { ...plain, widths: { name: 9 } } }, 'columns.widths.name'],
])('%s is refused at its field', async (_what, more, field) => {
  const request = await app.as('user:page')
  const { body } = await request('POST', '/saved-view', view('有问题', more))
  expect(body).toMatchObject({ code: '4000', data: { fields: { [field]: expect.any(String) } } })
  const { rows } = await app.pool.query('select from saved_view where owner_id = $1', [request.adminId])
  expect(rows).toEqual([])
})

test('a view may store the digits of a phone that its mask leaves visible', async () => {
  const request = await app.as('user:page')
  expect((await request('POST', '/saved-view', view('尾号', { filters: { phone: '5678' } }))).body.code).toBe(
    '0000',
  )
  expect(
    (await request('POST', '/saved-view', view('脱敏', { filters: { phone: '138****5678' } }))).body.code,
  ).toBe('0000')
})

test('the database itself refuses a phone number in a view', async () => {
  const request = await app.as('user:page')
  const insert = (name: string, filters: object) =>
    app.pool.query(
      `insert into saved_view (owner_id, list, name, filters, sort) values ($1, 'user', $2, $3, 'createdAt')`,
      [request.adminId, name, JSON.stringify(filters)],
    )
  await expect(insert('a', { phone: '13812345678' })).rejects.toThrow('saved_view_personal_check')
  await expect(insert('11010519491231002X', {})).rejects.toThrow('saved_view_personal_check')
  await insert('b', { createdFrom: '2026-01-01T00:00:00.000Z' })
})

test('names are unique among an owner’s views of a list, in any spelling', async () => {
  const request = await app.as('user:page', 'blacklist:page')
  await request('POST', '/saved-view', view('VIP'))
  expect((await request('POST', '/saved-view', view('vip'))).body).toMatchObject({
    code: '4090',
    data: { fields: { name: '该值已存在' } },
  })
  const elsewhere = view('VIP', { list: 'blacklist', filters: {} })
  expect((await request('POST', '/saved-view', elsewhere)).body.code).toBe('0000')
  expect((await (await app.as('user:page'))('POST', '/saved-view', view('VIP'))).body.code).toBe('0000')
})

test('an edit with an old version is refused with the current view; of fifty concurrent edits one succeeds', async () => {
  const request = await app.as('user:page')
  const { data } = (await request('POST', '/saved-view', view('一'))).body
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      request('PUT', '/saved-view', { id: data.id, version: 1, name: `名 ${index}` }),
    ),
  )
  const winner = answers.find(({ body }) => body.code === '0000')?.body.data
  expect(answers.filter(({ body }) => body.code === '0000')).toHaveLength(1)
  for (const { body } of answers.filter(({ body: { code } }) => code !== '0000'))
    expect(body).toMatchObject({ code: '4090', data: { current: { name: winner.name, version: 2 } } })
})

test('of sixty views that are saved at once, exactly the allowed number is stored', async () => {
  const request = await app.as('user:page')
  const answers = await Promise.all(
    Array.from({ length: maxViews + 10 }, (_, index) =>
      request('POST', '/saved-view', view(`视图 ${index}`)),
    ),
  )
  expect(answers.filter(({ body }) => body.code === '0000')).toHaveLength(maxViews)
  const late = answers.filter(({ body }) => body.code !== '0000')
  for (const { body } of late)
    expect(body).toMatchObject({ code: '4000', data: { fields: { name: expect.stringContaining('50') } } })
  expect((await request('GET', '/saved-view?list=user')).body.data.views).toHaveLength(maxViews)
  // Another list has its own limit of fifty.
  expect(
    (await request('POST', '/saved-view', view('别的列表', { list: 'message', filters: {}, sort: '-time' })))
      .body.code,
  ).toBe('0000')
})

test('of many views that are shared with one role at once, fifty are shared', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, () => app.as(...share)))
  const roleId = await roleOf((await app.as('user:page')).adminId)
  for (const owner of owners) await give(owner.adminId, roleId)
  const answers = await Promise.all(
    owners.flatMap((owner) =>
      Array.from({ length: 10 }, (_, index) =>
        owner('POST', '/saved-view', view(`共享 ${index}`, { roleId })),
      ),
    ),
  )
  expect(answers.filter(({ body }) => body.code === '0000')).toHaveLength(maxViews)
  for (const { body } of answers.filter(({ body: { code } }) => code !== '0000'))
    expect(body).toMatchObject({ data: { fields: { roleId: expect.any(String) } } })
})

test('deleting a role ends the sharing; the view stays with its owner', async () => {
  const root = await app.as('*')
  const { rows } = await app.pool.query(`insert into role (code, name) values ('going', '解散') returning id`)
  const { data } = (await root('POST', '/saved-view', view('解散前', { roleId: rows[0].id }))).body
  expect((await root('DELETE', `/role/${rows[0].id}`)).body.code).toBe('0000')
  expect((await root('GET', `/saved-view/${data.id}`)).body.data).toMatchObject({
    roleId: null,
    name: '解散前',
  })
})

test('a view that an older release saved is returned unchanged and can be renamed', async () => {
  const request = await app.as('user:page')
  const { rows } = await app.pool.query(
    `insert into saved_view (owner_id, list, name, filters, sort) values ($1, 'user', '旧版', '{"gone":"x","status":"no more"}', '-gone') returning id`,
    [request.adminId],
  )
  const { body } = await request('PUT', '/saved-view', { id: rows[0].id, version: 1, name: '旧版视图' })
  expect(body).toMatchObject({
    code: '0000',
    data: { name: '旧版视图', filters: { gone: 'x' }, sort: '-gone' },
  })
})

test('two lists of one area have separate views, each for those who may open that list', async () => {
  const plainReader = await app.as()
  const auditor = await app.as('exportTask:page')
  const of = (list: string) => view('失败的', { list, filters: { status: 'failed' } })
  expect((await plainReader('POST', '/saved-view', of('exportTask'))).body.code).toBe('4030')
  const { data: mine } = (await plainReader('POST', '/saved-view', of('exportTaskMine'))).body
  expect(mine).toMatchObject({ list: 'exportTaskMine', name: '失败的' })

  const { data: everybodys } = (await auditor('POST', '/saved-view', of('exportTask'))).body
  expect((await auditor('GET', '/saved-view?list=exportTaskMine')).body.data.views).toEqual([])
  expect((await auditor('GET', '/saved-view?list=exportTask')).body.data.views).toEqual([everybodys])
  const second = (await auditor('POST', '/saved-view', of('exportTaskMine'))).body
  expect(second).toMatchObject({ code: '0000', data: { name: '失败的' } })
})
