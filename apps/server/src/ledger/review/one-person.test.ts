import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type RequestFn, startApp } from '#test/harness'

const app = startApp()
type Person = Awaited<ReturnType<typeof app.as>>
const points = ['recharge:page', 'recharge:create', 'recharge:review']
let filer: Person
let other: Person
let maker: Person
let orgId = ''

beforeAll(async () => {
  filer = await app.as(...points, 'admin:create', 'admin:update', 'admin:resetPassword')
  other = await app.as(...points)
  maker = await app.as(...points)
  const { rows } = await app.pool.query(
    `insert into org (code, name, flow, status) values ('oneperson', '机构', 'full', 'enabled') returning id`,
  )
  orgId = rows[0].id
})
beforeEach(async () => {
  await app.pool.query('delete from account_setup')
})

const file = async (by: RequestFn) =>
  (await by('POST', '/finance/recharge', { orgId, way: 'bank', amountFen: 100 })).body.data
const approve = async (by: RequestFn, { id, version }: { id: string; version: number }) =>
  (await by('POST', `/finance/recharge/${id}/approve`, { version })).body
const note = (of: Person, by: Person, days = 0) =>
  app.pool.query(
    `insert into account_setup (admin_id, by_admin, way, at) values ($1, $2, 'made', now() - make_interval(days => $3))`,
    [of.adminId, by.adminId, days],
  )
const refused = { code: '4030', desc: expect.stringContaining('30 天内') }

test('an account that the filer made through the service approves nothing of the filer', async () => {
  const { rows } = await app.pool.query('select role_id::text as id from admin_role where admin_id = $1', [
    other.adminId,
  ])
  const made = await filer('POST', '/admin', {
    username: `second-${randomUUID().slice(0, 8)}`,
    name: '第二个账号',
    roleIds: [rows[0].id],
  })
  expect(made.body.code).toBe('0000')
  const { rows: setups } = await app.pool.query(
    'select way from account_setup where admin_id = $1 and by_admin = $2',
    [made.body.data.admin.id, filer.adminId],
  )
  expect(setups).toEqual([{ way: 'made' }])
  await app.pool.query('update account_setup set admin_id = $1', [other.adminId])

  const row = await file(filer)
  expect(await approve(other, row)).toMatchObject(refused)
  const several = await other('POST', '/finance/recharge/batch/approve', { ids: [row.id] })
  expect(several.body).toMatchObject(refused)
  const shown = await other('GET', `/finance/recharge/${row.id}`)
  expect(shown.body.data).toMatchObject({ isOwn: false, isFilersAccount: true })
  expect(await approve(maker, row)).toMatchObject({ code: '0000' })
  expect((await other('GET', `/finance/recharge/${row.id}`)).body.data.isFilersAccount).toBe(false)
})

test.each([
  ['the filer made the reviewer', () => [note(other, filer)], refused],
  ['the reviewer made the filer', () => [note(filer, other)], refused],
  ['an account between them did', () => [note(maker, filer), note(other, maker)], refused],
  [
    'one person who is no super administrator made both',
    () => [note(other, maker), note(filer, maker)],
    refused,
  ],
  ['the filer did so 31 days ago', () => [note(other, filer, 31)], { code: '0000' }],
  ['the filer made somebody else', () => [note(maker, filer)], { code: '0000' }],
])('who may review: %s', async (_, set, answer) => {
  await Promise.all(set())
  expect(await approve(other, await file(filer))).toMatchObject(answer)
})

test('a super administrator who made both accounts does not join them', async () => {
  const owner = await app.as('*')
  await note(other, owner)
  await note(filer, owner)
  expect(await approve(other, await file(filer))).toMatchObject({ code: '0000' })
})

test('every act that sets up an account is noted, and super administrators are told of reviews', async () => {
  const owner = await app.as('*')
  const roleOf = async (...nodes: string[]) =>
    (
      await owner('POST', '/role', {
        code: `r${randomUUID().slice(0, 8)}`,
        name: '复核',
        nodes,
        dataScope: 'all',
        requiresSecondFactor: false,
      })
    ).body.data
  const plain = await roleOf('FinanceRecharge')
  const reviews = await roleOf('FinanceRecharge', ...points)
  const made = (
    await owner('POST', '/admin', {
      username: `n${randomUUID().slice(0, 8)}`,
      name: '新人',
      roleIds: [plain.id],
    })
  ).body.data.admin
  const told = async () =>
    (
      await app.pool.query(
        `select content->>0 as zh, content->>1 as en from message where admin_id = $1 and title->>1 like '%may review' order by id`,
        [owner.adminId],
      )
    ).rows
  const way = async () =>
    (
      await app.pool.query('select way from account_setup where admin_id = $1 and by_admin = $2', [
        made.id,
        owner.adminId,
      ])
    ).rows[0]?.way
  expect([await told(), await way()]).toEqual([[], 'made'])
  await owner('PUT', '/admin', {
    id: made.id,
    version: made.version,
    name: made.name,
    roleIds: [plain.id, reviews.id],
  })
  expect(await way()).toBe('roles')
  expect(await told()).toEqual([
    { zh: expect.stringContaining('“新人”可以：'), en: expect.stringContaining('the account “新人”') },
  ])
  await owner('POST', `/admin/${made.id}/reset-password`)
  expect(await way()).toBe('password')
  await owner('PUT', '/role', {
    id: plain.id,
    version: plain.version,
    name: plain.name,
    dataScope: 'all',
    requiresSecondFactor: false,
    nodes: ['FinanceRecharge', 'adjustment:review'],
  })
  expect(await way()).toBe('roles')
  expect((await told())[1].en).toContain('the role “复核”')
})
