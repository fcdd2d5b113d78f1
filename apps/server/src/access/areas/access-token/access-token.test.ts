import { endpoints } from '@kabao/contract/app/areas'
import { reviewPoints } from '@kabao/contract/app/machines'
import { beforeAll, describe, expect, test } from 'vitest'
import { scrub } from '#platform/base/scrub'
import { hashToken } from '#platform/base/token'
import { type RequestFn, secret, startApp } from '#test/harness'

const app = startApp()
const password = 'correct horse 1'

/** Someone who is signed in with a password, and has these points. */
async function person(...points: string[]) {
  const request = await app.as(...points)
  const { hashPassword } = await import('#access/password')
  await app.pool.query('update admin set password_hash = $2 where id = $1', [
    request.adminId,
    await hashPassword(secret(password)),
  ])
  return request
}
const asked = { name: 'report', points: ['blacklist:page'], dataScope: 'all', days: 30, password }
const making = async (request: RequestFn, more: object = {}) => {
  const { body } = await request('POST', '/access-token', { ...asked, ...more })
  if (body.data?.secret) secret(body.data.secret)
  return body
}
/** Calls with a token in a header. */
async function callWith(
  headers: Record<string, string>,
  method: 'GET' | 'POST' = 'POST',
  path = '/blacklist/page',
  remoteAddress = '127.0.0.1',
) {
  const response = await app.app.inject({
    method,
    url: `/api${path}`,
    headers,
    remoteAddress,
    ...(method === 'POST' && { payload: {} }),
  })
  return response.json()
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const lines = async (adminId: string) =>
  (
    await app.pool.query(
      'select point, username, token_name, result from audit_log where admin_id = $1 order by id',
      [adminId],
    )
  ).rows

describe('a token that is made', () => {
  test('is shown once, stored as a hash only, begins as scanners know it, and its owner is told', async () => {
    const request = await person('blacklist:page')
    const { data } = await making(request, { allowedIps: ['10.1.2.3/8'] })
    expect(data.secret).toMatch(/^kabao_pat_[\w-]{43}$/)
    expect(data.token).toMatchObject({
      name: 'report',
      end: data.secret.slice(-4),
      allowedIps: ['10.0.0.0/8'],
    })
    const { rows } = await app.pool.query('select * from access_token where admin_id = $1', [request.adminId])
    expect(rows).toHaveLength(1)
    expect(rows[0].token_hash).toEqual(hashToken(data.secret))
    expect(JSON.stringify(rows)).not.toContain(data.secret)
    expect(JSON.stringify((await request('GET', '/access-token/mine')).body)).not.toContain(data.secret)
    const { rows: told } = await app.pool.query('select content from message where admin_id = $1', [
      request.adminId,
    ])
    expect(told).toEqual([{ content: expect.arrayContaining([expect.stringContaining('report')]) }])
    expect(scrub(`Bearer ${data.secret}`)).toBe('Bearer kabao_pat_[removed]')
  })

  test('has no more than its maker: points, data scope, days; the password is asked for', async () => {
    const request = await person('blacklist:page')
    const faultOf = async (more: object) => (await making(request, more)).data.fields
    expect(await faultOf({ points: ['user:page'] })).toHaveProperty('points')
    expect(await faultOf({ points: ['no:such'] })).toHaveProperty('points')
    expect(await faultOf({ days: 366 })).toHaveProperty('days')
    expect(await faultOf({ allowedIps: ['nowhere'] })).toHaveProperty('allowedIps')
    expect(await faultOf({ password: secret('wrong horse 1') })).toHaveProperty('password')
    await app.pool.query(
      `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
      [request.adminId],
    )
    expect(await faultOf({})).toHaveProperty('dataScope')
    expect((await making(request, { dataScope: 'own' })).code).toBe('0000')
    expect(await faultOf({ dataScope: 'own' })).toHaveProperty('name')
  })

  test('a super administrator may give it any point that needs no person', async () => {
    const request = await person('*')
    const { data: offer } = (await request('GET', '/access-token/mine')).body
    const names = JSON.stringify(offer.nodes)
    expect(names).toContain('"blacklist:page"')
    for (const never of ['blacklist:reveal', 'recharge:approve', 'admin:create', 'admin:resetPassword'])
      expect(names).not.toContain(`"${never}"`)
    expect((await making(request, { points: ['blacklist:reveal'] })).data.fields).toHaveProperty('points')
  })

  test('an account has at most fifty, also if they are made at once', async () => {
    const request = await person('blacklist:page')
    await app.pool.query(
      `insert into access_token (admin_id, name, token_hash, token_end, points, data_scope, expires_at)
       select $1, 'n' || n, sha256((n || current_user)::bytea), 'abcd', '{blacklist:page}', 'all', now() + interval '1 day'
       from generate_series(1, 49) n`,
      [request.adminId],
    )
    const codes = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await making(request, { name })).code),
    )
    expect(codes.toSorted()).toEqual(['0000', '4090', '4090'])
  })
})

describe('a call by a token', () => {
  let request: Awaited<ReturnType<typeof person>>
  let token: string
  beforeAll(async () => {
    request = await person('blacklist:page', 'blacklist:create', 'blacklist:reveal', 'user:page')
    token = (await making(request, { points: ['blacklist:page', 'blacklist:create'] })).data.secret
  })

  test('is allowed by either header, and only what the token has', async () => {
    expect((await callWith(bearer(token))).code).toBe('0000')
    expect((await callWith({ authorization: `bearer  ${token}` })).code).toBe('0000')
    expect((await callWith({ token })).code).toBe('0000')
    expect((await callWith({ authorization: `Basic ${token}` })).code).toBe('2000')
    expect((await callWith(bearer(token), 'POST', '/user/page')).code).toBe('4030')
    expect((await callWith(bearer(`${token.slice(0, -1)}!`))).code).toBe('2000')
  })

  test('is in the audit log with the names of account and token, also a read and a refusal', async () => {
    const { token: other } = await app.byToken(request.adminId, ['blacklist:page', 'user:page'])
    const { rows } = await app.pool.query('select name from access_token where token_hash = $1', [
      hashToken(other),
    ])
    const tokenName = rows[0].name
    const before = (await lines(request.adminId)).length
    await callWith(bearer(other))
    await callWith(bearer(other), 'POST', '/blacklist')
    const { rows: admins } = await app.pool.query('select username from admin where id = $1', [
      request.adminId,
    ])
    const { username } = admins[0]
    expect((await lines(request.adminId)).slice(before)).toEqual([
      { point: 'blacklist:page', username, token_name: tokenName, result: 'done' },
      { point: 'blacklist:create', username, token_name: tokenName, result: 'refused' },
    ])
    const reader = await app.as('audit:page')
    const { data } = (await reader('POST', '/audit/page', { tokenName })).body
    expect(
      data.records.map((line: { point: string; tokenName: string }) => [line.point, line.tokenName]),
    ).toEqual([
      ['blacklist:create', tokenName],
      ['blacklist:page', tokenName],
    ])
    expect((await reader('POST', '/audit/page', { tokenName: 'another' })).body.data.total).toBe(0)
  })

  test('a read that cannot be noted is not answered', async () => {
    await app.pool.query('alter table audit_log rename to audit_log_away')
    const answer = await callWith(bearer(token))
    await app.pool.query('alter table audit_log_away rename to audit_log')
    expect(answer.code).toBe('50000')
  })

  test('may do what token and owner both may at that moment', async () => {
    const { token: wide } = await app.byToken(request.adminId, ['user:page', 'blacklist:page'])
    expect((await callWith(bearer(wide), 'POST', '/user/page')).code).toBe('0000')
    await app.pool.query(
      `delete from role_node where node = 'user:page' and role_id in (select role_id from admin_role where admin_id = $1)`,
      [request.adminId],
    )
    expect((await callWith(bearer(wide), 'POST', '/user/page')).code).toBe('4030')
    expect((await callWith(bearer(wide))).code).toBe('0000')
  })

  test('sees own rows only if its owner does, or if the token says so', async () => {
    const owner = await person('blacklist:page')
    await app.pool.query(`insert into blacklist (kind, value) values ('ip', '10.3.3.3')`)
    const totalOf = async (which: string) => (await callWith(bearer(which))).data.total
    const [all, own] = [
      await app.byToken(owner.adminId, ['blacklist:page'], 'all'),
      await app.byToken(owner.adminId, ['blacklist:page'], 'own'),
    ]
    expect(await totalOf(all.token)).toBeGreaterThan(0)
    expect(await totalOf(own.token)).toBe(0)
    await app.pool.query(
      `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
      [owner.adminId],
    )
    expect(await totalOf(all.token)).toBe(0)
  })

  test('does not begin what is done later with the wider data scope of its owner', async () => {
    const owner = await person('pushPlan:create', 'lead:import')
    const points = ['pushPlan:create', 'lead:import']
    const descOf = async (scope: 'all' | 'own', path: string) => {
      const { token: which } = await app.byToken(owner.adminId, points, scope)
      return (await callWith({ ...bearer(which), 'accept-language': 'en-US' }, 'POST', path)).desc
    }
    for (const path of ['/plan/push', '/import/lead']) {
      expect(await descOf('own', path)).toContain('data scope of the owner')
      expect(await descOf('all', path)).toContain('not valid')
    }
    await app.pool.query(
      `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
      [owner.adminId],
    )
    expect(await descOf('own', '/plan/push')).toContain('not valid')
  })

  test('comes from an allowed address, or is refused and noted', async () => {
    const { token: fixed } = await app.byToken(request.adminId, ['blacklist:page'])
    await app.pool.query(
      `update access_token set allowed_ips = '{203.0.113.0/24,2001:db8::/32}' where token_hash = $1`,
      [hashToken(fixed)],
    )
    const from = async (ip: string) => (await callWith(bearer(fixed), 'POST', '/blacklist/page', ip)).code
    expect(await from('203.0.113.9')).toBe('0000')
    expect(await from('::ffff:203.0.113.9')).toBe('0000')
    expect(await from('2001:db8::5')).toBe('0000')
    expect(await from('203.0.114.9')).toBe('4030')
    // What anybody may call is called by nobody.
    expect((await callWith(bearer(fixed), 'GET', '/setting/open', '203.0.114.9')).code).toBe('0000')
    const { rows } = await app.pool.query('select last_used_ip from access_token where token_hash = $1', [
      hashToken(fixed),
    ])
    expect(rows[0].last_used_ip).toBe('203.0.113.9')
  })

  test('notes the last use at most once a minute', async () => {
    const { token: used } = await app.byToken(request.adminId, ['blacklist:page'])
    const stateOf = async () =>
      (
        await app.pool.query(
          'select last_used_at, last_used_ip, xmin from access_token where token_hash = $1',
          [hashToken(used)],
        )
      ).rows[0]
    expect((await stateOf()).last_used_at).toBeNull()
    await Promise.all(Array.from({ length: 8 }, () => callWith(bearer(used))))
    const first = await stateOf()
    expect(first).toMatchObject({ last_used_at: expect.anything(), last_used_ip: '127.0.0.1' })
    await callWith(bearer(used), 'POST', '/blacklist/page', '203.0.113.9')
    expect(await stateOf()).toEqual(first)
    await app.pool.query(
      `update access_token set last_used_at = now() - interval '61 seconds' where token_hash = $1`,
      [hashToken(used)],
    )
    await callWith(bearer(used), 'POST', '/blacklist/page', '203.0.113.9')
    expect(await stateOf()).toMatchObject({ last_used_ip: '203.0.113.9' })
  })

  test('is refused after its days, after those of a shorter setting, and with 0 always', async () => {
    const { token: old } = await app.byToken(request.adminId, ['blacklist:page'])
    const code = async () => (await callWith(bearer(old))).code
    await app.pool.query(
      `update access_token set created_at = now() - interval '10 days', expires_at = now() + interval '80 days' where token_hash = $1`,
      [hashToken(old)],
    )
    expect(await code()).toBe('0000')
    await app.set('token.maxDays', 9)
    expect(await code()).toBe('2000')
    await app.set('token.maxDays', 0)
    expect((await callWith(bearer(token))).code).toBe('2000')
    expect((await making(request, { name: 'another' })).code).toBe('4090')
    await app.set('token.maxDays', null)
    expect(await code()).toBe('0000')
    await app.pool.query('update access_token set expires_at = now() where token_hash = $1', [hashToken(old)])
    expect(await callWith({ ...bearer(old), 'accept-language': 'en-US' })).toMatchObject({
      code: '2000',
      desc: expect.stringContaining('access token'),
    })
  })

  test('is refused as a session is while the password must be changed', async () => {
    const owner = await person('blacklist:page')
    const { token: waiting } = await app.byToken(owner.adminId, ['blacklist:page'])
    await app.pool.query('update admin set must_change_password = true where id = $1', [owner.adminId])
    expect((await callWith(bearer(waiting))).code).toBe('4030')
  })

  test('never does what needs the person, whatever its points', async () => {
    const owner = await person('*')
    const points = [...new Set(endpoints.flatMap(({ point }) => (point === null ? [] : [point])))]
    const { token: all } = await app.byToken(owner.adminId, points)
    for (const [path, body] of [
      ['/admin/password', { current: password, next: 'battery staple 2' }],
      ['/second-factor/set-up', { password }],
      ['/access-token', asked],
      ['/blacklist/1/reveal', undefined],
      ['/admin', { username: 'mallory', name: 'M', roleIds: ['1'] }],
    ] as const) {
      const response = await app.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: bearer(all),
        ...(body && { payload: body }),
      })
      expect([path, response.json().desc]).toEqual([path, expect.stringContaining('本人')])
    }
    const stream = await app.app.inject({ method: 'GET', url: '/api/message/stream', headers: bearer(all) })
    expect(stream.json().code).toBe('4030')
  })

  test('downloads an export as its points say, by a ticket that ends with the token', async () => {
    const { token: exporter } = await app.byToken(request.adminId, ['blacklist:page'])
    expect((await callWith(bearer(exporter), 'POST', '/blacklist/page/export')).code).toBe('4030')
    const owner = await person('blacklist:page', 'blacklist:export')
    const of = await app.byToken(owner.adminId, ['blacklist:page', 'blacklist:export'])
    const { body } = await of('POST', '/blacklist/page/export', { format: 'csv', columns: ['value'] })
    expect(body.code).toBe('0000')
    const open = (ticket: string) =>
      app.app.inject({ method: 'GET', url: `/api/common/download?ticket=${ticket}` })
    expect((await open(body.data.ticket)).headers['content-disposition']).toContain('attachment')
    const again = (await of('POST', `/exportTask/${body.data.task.id}/download`)).body.data.ticket
    await app.pool.query('delete from access_token where token_hash = $1', [hashToken(of.token)])
    expect((await open(again)).json().code).toBe('4040')
  })
})

describe('a token ends', () => {
  test('when its owner revokes it, and nobody else’s', async () => {
    const [request, other] = [await person('blacklist:page'), await person('blacklist:page')]
    const { data } = await making(request)
    expect((await other('DELETE', `/access-token/mine/${data.token.id}`)).body.code).toBe('4040')
    expect((await callWith(bearer(data.secret))).code).toBe('0000')
    expect((await request('DELETE', `/access-token/mine/${data.token.id}`)).body.code).toBe('0000')
    expect((await callWith(bearer(data.secret))).code).toBe('2000')
  })

  test('when somebody who may do at least as much revokes it, who also sees whose it is', async () => {
    const request = await person('blacklist:page')
    const { data } = await making(request)
    const weak = await app.as('accessToken:page', 'accessToken:revoke')
    const strong = await app.as('*')
    const { rows } = await app.pool.query('select username from admin where id = $1', [request.adminId])
    const find = async (by: RequestFn) =>
      (await by('POST', '/access-token/page', { adminId: request.adminId })).body.data.records
    expect(await find(weak)).toMatchObject([{ id: data.token.id, isManageable: false }])
    expect(await find(strong)).toMatchObject([
      { id: data.token.id, isManageable: true, username: rows[0].username },
    ])
    await app.pool.query(
      `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
      [weak.adminId],
    )
    expect((await weak('POST', '/access-token/page', {})).body.data.total).toBe(0)
    expect((await weak('DELETE', `/access-token/${data.token.id}`)).body.code).toBe('4040')
    await app.pool.query(
      `update role set data_scope = 'all' where id in (select role_id from admin_role where admin_id = $1)`,
      [weak.adminId],
    )
    expect((await weak('DELETE', `/access-token/${data.token.id}`)).body.code).toBe('4030')
    expect((await strong('DELETE', `/access-token/${data.token.id}`)).body.code).toBe('0000')
    expect((await callWith(bearer(data.secret))).code).toBe('2000')
  })

  test.each(['disable', 'reset-password'])('with its account: %s', async (act) => {
    const request = await person('blacklist:page')
    const { data } = await making(request)
    const boss = await app.as('*')
    await boss('POST', `/admin/${request.adminId}/${act}`)
    expect((await callWith(bearer(data.secret))).code).toBe('2000')
    await boss('POST', `/admin/${request.adminId}/enable`)
    expect((await callWith(bearer(data.secret))).code).toBe('2000')
    const { rows } = await app.pool.query('select 1 from access_token where admin_id = $1', [request.adminId])
    expect(rows).toEqual([])
  })
})

test('every review, reveal and act on a credential needs the person; what needs no point does too, but for files and tasks', () => {
  const open = endpoints.filter(({ byPerson, access }) => !byPerson && access !== 'anyone')
  const reviews = open.filter(({ point, kind }) => kind === 'write' && reviewPoints.has(point ?? ''))
  expect(reviews.map(({ name }) => name)).toEqual([])
  expect(open.filter(({ point }) => point?.endsWith(':reveal'))).toEqual([])
  expect(
    open.filter(({ point }) =>
      ['admin:create', 'admin:resetPassword', 'secondFactor:reset'].includes(point ?? ''),
    ),
  ).toEqual([])
  expect([...new Set(open.filter(({ point }) => point === null).map(({ area }) => area))].toSorted()).toEqual(
    ['batch', 'exportTask', 'file', 'session'],
  )
  expect(
    open.filter(({ area }) => area === 'session' || area === 'secondFactor').map(({ name }) => name),
  ).toEqual(['session.me', 'session.page', 'session.end'])
})
