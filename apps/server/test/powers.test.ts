import type { Endpoint } from '@kabao/contract'
import { codes } from '@kabao/contract'
import { endpoints, pointsOf } from '@kabao/contract/app/areas'
import { grantable } from '@kabao/contract/app/role-tree'
import { describe, expect, test, vi } from 'vitest'
import { type RequestFn, startApp } from './harness.ts'
import { call } from './matrix/check.ts'
import { changed, stateOf } from './matrix/database-state.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()

/** The areas whose writes act on administrators, their rights, their sessions and their second factors. */
const areas = ['admin', 'role', 'session', 'secondFactor']
const points = areas.flatMap(pointsOf)
const plainNodes = ['UserList', 'user:page']

interface Powers {
  isSuper?: boolean
  dataScope?: 'all' | 'own'
  nodes?: readonly string[]
}

/** An account that has one role with these powers, and a role with the same powers that no account has. */
interface Target {
  adminId: string
  disabledId: string
  roleId: string
  looseRoleId: string
  sessionId: string
  powers: Required<Powers>
  /** A role that the caller may grant to anybody. */
  plainRoleId: string
}

let made = 0
async function insertRole({ isSuper = false, dataScope = 'all', nodes = [] }: Powers): Promise<string> {
  const { rows } = await app.pool.query(
    `insert into role (code, name, is_super, data_scope, requires_second_factor) values ($1, 'role', $2, $3, true) returning id`,
    [`t-${made++}`, isSuper, dataScope],
  )
  await app.pool.query('insert into role_node select $1, unnest($2::text[])', [rows[0].id, nodes])
  return rows[0].id
}

async function insertAdmin(roleId: string, status: 'enabled' | 'disabled'): Promise<string> {
  const { rows } = await app.pool.query(
    `insert into admin (username, name, password_hash, status, phone) values ($1, 'target', '-', $2, '13800001234') returning id`,
    [`target-${made++}`, status],
  )
  await app.pool.query('insert into admin_role values ($1, $2)', [rows[0].id, roleId])
  return rows[0].id
}

async function createTarget(powers: Powers): Promise<Target> {
  const roleId = await insertRole(powers)
  const adminId = await insertAdmin(roleId, 'enabled')
  await app.pool.query(
    `insert into second_factor (admin_id, secret_sealed, confirmed_at) values ($1, '', now())`,
    [adminId],
  )
  const session = await app.pool.query(
    'insert into session (token_hash, admin_id) values ($1, $2) returning id',
    [Buffer.from(`session-${made++}`), adminId],
  )
  return {
    adminId,
    disabledId: await insertAdmin(roleId, 'disabled'),
    roleId,
    looseRoleId: await insertRole(powers),
    sessionId: session.rows[0].id,
    powers: { isSuper: false, dataScope: 'all', nodes: [], ...powers },
    plainRoleId: await insertRole({ nodes: plainNodes, dataScope: 'own' }),
  }
}

interface Attempt {
  params?: Record<string, string>
  body?: Record<string, unknown>
}
const byId = (id: (target: Target) => string) => (target: Target) => [{ params: { id: id(target) } }]

/** Requests of each endpoint that act on the target; all succeed if the caller has the target's powers. */
const attempts: Record<string, (target: Target) => Attempt[]> = {
  'admin.create': ({ roleId }) => [{ body: { username: `new-${made++}`, name: 'new', roleIds: [roleId] } }],
  'admin.update': ({ adminId, roleId, plainRoleId }) =>
    [
      { name: 'other', roleIds: [roleId] },
      { name: 'target', roleIds: [roleId], phone: '13900001234' },
      { name: 'target', roleIds: [roleId], email: 'other@example.com' },
      { name: 'target', roleIds: [roleId, plainRoleId] },
      { name: 'target', roleIds: [plainRoleId] },
    ].map((body, index) => ({ body: { id: adminId, version: index + 1, ...body } })),
  'admin.enable': byId(({ disabledId }) => disabledId),
  'admin.disable': byId(({ adminId }) => adminId),
  'admin.resetPassword': byId(({ adminId }) => adminId),
  'admin.reveal': byId(({ adminId }) => adminId),
  'role.create': ({ powers: { isSuper, dataScope, nodes } }) => [
    { body: { code: `new-${made++}`, name: 'new', dataScope, nodes: isSuper ? [...grantable] : nodes } },
  ],
  'role.update': ({ roleId, powers: { dataScope, nodes } }) => {
    const same = { name: 'role', remark: '', dataScope, nodes, requiresSecondFactor: true }
    return [
      { ...same, name: 'other' },
      { ...same, remark: 'other' },
      { ...same, requiresSecondFactor: false },
      { ...same, dataScope: 'own' },
      { ...same, nodes: nodes.filter((node) => node !== 'role:page') },
      { ...same, nodes: [] },
      { ...same, nodes: plainNodes },
    ].map((body, index) => ({ body: { id: roleId, version: index + 1, ...body } }))
  },
  'role.remove': byId(({ looseRoleId }) => looseRoleId),
  'session.end': byId(({ sessionId }) => sessionId),
  'secondFactor.reset': byId(({ adminId }) => adminId),
}
/** Endpoints that act only on the caller's own data, whatever they name. */
const ownOnly: Record<string, (target: Target) => Attempt[]> = {
  'session.endMine': byId(({ sessionId }) => sessionId),
}

const writes = endpoints.filter(({ area, kind }) => areas.includes(area) && kind === 'write')
/** Whether a request names a target; the others act on the caller alone. */
const namesATarget = ({ path, point }: Endpoint) => point !== null || path.includes('{')

/** A caller who has every point of these areas, and the rights of a plain role. */
async function manager(dataScope: 'all' | 'own' = 'all') {
  const request = await app.as(...points, ...plainNodes)
  await app.pool.query(
    'update role set data_scope = $2 where id in (select role_id from admin_role where admin_id = $1)',
    [request.adminId, dataScope],
  )
  return request
}

const send = (endpoint: Endpoint, { params = {}, body }: Attempt, token: string) =>
  call(app, endpoint, { params, body }, token)

test('every write of these areas that names a target is tried below', () => {
  expect(
    writes
      .filter(namesATarget)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...Object.keys(attempts), ...Object.keys(ownOnly)].toSorted())
})

describe.each([
  ['has more permission points', 'all', { nodes: [...points, ...plainNodes, 'user:delete'] }],
  ['sees the rows of everybody', 'own', { nodes: plainNodes, dataScope: 'all' }],
  ['is super', 'all', { isSuper: true }],
] as const)('a target that %s', (_what, callerScope, powers) => {
  test.each(writes.filter(namesATarget).map((endpoint) => [endpoint.name, endpoint] as const))(
    'stays as it is: %s',
    async (name, endpoint) => {
      const request = await manager(callerScope)
      const target = await createTarget(powers)
      const before = await stateOf(app.pool)
      const done: unknown[] = []
      for (const attempt of (attempts[name] ?? ownOnly[name])?.(target) ?? []) {
        // Each is tried on the current row, so that no refusal is for an outdated version.
        if (attempt.body?.version) attempt.body.version = 1
        const { status, body } = await send(endpoint, attempt, request.token)
        const written = changed(before, await stateOf(app.pool))
        if (status !== 200 || ![codes.forbidden, codes.notFound, codes.invalid].includes(body.code as never))
          done.push({ attempt, status, code: body.code })
        if (written.length > 0) done.push({ attempt, written })
      }
      expect(done).toEqual([])
    },
  )
})

test.each(Object.keys(attempts))(
  'the same calls succeed where the caller has all that the target may do: %s',
  async (name) => {
    const endpoint = writes.find((each) => each.name === name) as Endpoint
    const request = await manager()
    const target = await createTarget({ nodes: [...plainNodes, 'role:page'] })
    for (const attempt of attempts[name]?.(target) ?? []) {
      const { body } = await send(endpoint, attempt, request.token)
      expect({ attempt, code: body.code, data: body.data?.fields }).toEqual({ attempt, code: '0000' })
    }
  },
)

describe('the target gets more powers while an act on it is under way', () => {
  /** Runs an act while another transaction is open, which ends once the act waits for it (or has not waited). */
  async function meanwhile(grant: string, values: unknown[], act: () => ReturnType<RequestFn>) {
    const other = await app.pool.connect()
    try {
      await other.query('begin')
      for (const statement of grant.split(';')) await other.query(statement, values)
      let isOver = false
      const acting = act().finally(() => {
        isOver = true
      })
      await vi.waitFor(async () => {
        const { rows } = await app.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(isOver || rows.length > 0).toBe(true)
      })
      await other.query('commit')
      return await acting
    } finally {
      other.release()
    }
  }
  const roleGrows = `select id from role where id = $1 for update; insert into role_node values ($1, 'user:delete')`

  test.each([
    ['admin.disable', (target: Target) => ({ params: { id: target.adminId } })],
    ['admin.resetPassword', (target: Target) => ({ params: { id: target.adminId } })],
    ['admin.reveal', (target: Target) => ({ params: { id: target.adminId } })],
    [
      'admin.update',
      (t: Target) => ({ body: { id: t.adminId, version: 1, name: 'x', roleIds: [t.roleId] } }),
    ],
    [
      'admin.create',
      (t: Target) => ({ body: { username: `new-${made++}`, name: 'x', roleIds: [t.roleId] } }),
    ],
    ['session.end', (target: Target) => ({ params: { id: target.sessionId } })],
    ['secondFactor.reset', (target: Target) => ({ params: { id: target.adminId } })],
  ])('its role gets another point: %s', async (name, attemptOn) => {
    const endpoint = writes.find((each) => each.name === name) as Endpoint
    const request = await manager()
    const target = await createTarget({ nodes: plainNodes })
    const { rows: before } = await app.pool.query('select xmin::text from admin where id = $1', [
      target.adminId,
    ])
    const { body } = await meanwhile(roleGrows, [target.roleId], () =>
      send(endpoint, attemptOn(target), request.token),
    )
    expect(body.code).not.toBe('0000')
    const { rows: after } = await app.pool.query('select xmin::text from admin where id = $1', [
      target.adminId,
    ])
    expect(after).toEqual(before)
    const { rows } = await app.pool.query(
      `select (select count(*)::int from session where admin_id = $1) as sessions,
        (select count(*)::int from second_factor where admin_id = $1) as factors,
        (select count(*)::int from admin_role where role_id = $2) as holders`,
      [target.adminId, target.roleId],
    )
    expect(rows[0]).toEqual({ sessions: 1, factors: 1, holders: 2 })
  })

  test.each(['admin.disable', 'session.end', 'secondFactor.reset'])(
    'it is given a role that may do more: %s',
    async (name) => {
      const endpoint = writes.find((each) => each.name === name) as Endpoint
      const request = await manager()
      const target = await createTarget({ nodes: plainNodes })
      const id = name === 'session.end' ? target.sessionId : target.adminId
      const more = await insertRole({ nodes: ['user:delete'] })
      const { body } = await meanwhile(
        `select id from admin where id = $1 for no key update; insert into admin_role select $1, ${more}`,
        [target.adminId],
        () => send(endpoint, { params: { id } }, request.token),
      )
      expect(body.code).toBe('4030')
    },
  )
})

test('a super administrator may only change whether the super role requires a second factor', async () => {
  const root = await app.as('*')
  const { rows } = await app.pool.query('select role_id from admin_role where admin_id = $1', [root.adminId])
  const role = (await root('GET', `/role/${rows[0].role_id}`)).body.data
  const { id, version, name, dataScope, nodes, remark } = role
  const edit = (more: object) =>
    root('PUT', '/role', { id, version, name, dataScope, nodes, remark, requiresSecondFactor: true, ...more })
  const before = await stateOf(app.pool)
  for (const more of [{ name: 'other' }, { dataScope: 'own' }, { nodes: [] }, { remark: 'other' }])
    expect((await edit(more)).body.code).toBe('4090')
  expect(changed(before, await stateOf(app.pool))).toEqual([])

  expect((await edit({})).body).toMatchObject({
    code: '0000',
    data: { isSuper: true, name, requiresSecondFactor: true, nodes },
  })
  // It takes effect at once, also for the administrator who has just set it.
  expect((await root('GET', `/role/${id}`)).body.code).toBe('4030')
  const { rows: kept } = await app.pool.query('select count(*)::int from role_node where role_id = $1', [id])
  expect(kept).toEqual([{ count: 0 }])
})
