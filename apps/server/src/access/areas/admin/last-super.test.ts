import { expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'

// Fifty concurrent requests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const rounds = 20
const enabledSupers = async (): Promise<string[]> =>
  (
    await app.pool.query(`select distinct a.id from admin a join admin_role ar on ar.admin_id = a.id
      join role r on r.id = ar.role_id where r.is_super and a.status = 'enabled'`)
  ).rows.map(({ id }) => id)

/** Exactly two super administrators, each signed in. */
async function twoSupers() {
  await app.pool.query('begin; set local session_replication_role = replica; delete from admin_role; commit')
  return [await app.as('*'), await app.as('*')] as const
}

test('the two last super administrators disable each other with fifty concurrent calls, many times: one always remains', async () => {
  for (let round = 0; round < rounds; round++) {
    const [one, two] = await twoSupers()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2
          ? one('POST', `/admin/${two.adminId}/disable`)
          : two('POST', `/admin/${one.adminId}/disable`),
      ),
    )
    expect(await enabledSupers()).toHaveLength(1)
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((code) => code === '0000')).toHaveLength(1)
    // The other calls are signed out, too late, or refused with the reason.
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(['0000', '2000', '4090']).toContain(body.code)
    }
  }
})

test('the two last super administrators demote each other at once: one always remains', async () => {
  const { rows } = await app.pool.query(`insert into role (code, name) values ('plain', '普通') returning id`)
  const roleIds = [rows[0].id]
  for (let round = 0; round < rounds; round++) {
    const [one, two] = await twoSupers()
    const demote = (by: typeof one, whom: string) =>
      by('PUT', '/admin', { id: whom, version: 1, name: '某', roleIds })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 ? demote(one, two.adminId) : demote(two, one.adminId),
      ),
    )
    expect(await enabledSupers()).toHaveLength(1)
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(['0000', '2000', '4030', '4090']).toContain(body.code)
    }
  }
})

test('one of the two last is disabled while the other is demoted: one always remains, and the refusal says why', async () => {
  const said = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const [one, two] = await twoSupers()
    const { rows } = await app.pool.query(`select id from role where code = 'plain'`)
    const answers = await Promise.all([
      one('POST', `/admin/${two.adminId}/disable`),
      two('PUT', '/admin', { id: one.adminId, version: 1, name: '某', roleIds: [rows[0].id] }),
    ])
    expect(await enabledSupers()).toHaveLength(1)
    for (const { body } of answers) if (body.code === '4090') said.add(body.desc)
  }
  for (const sentence of said) expect(sentence).toBe('必须保留至少一位启用的超级管理员')
  expect(said.size).toBe(1)
})

test.each([
  `update admin set status = 'disabled'`,
  'delete from admin_role',
  'update role set is_super = false where is_super',
  'delete from session; delete from admin_role; delete from admin where id = (select max(id) from admin)',
])('the database itself refuses: %s', async (statement) => {
  await twoSupers()
  await expect(app.pool.query(statement)).rejects.toMatchObject({
    code: '23514',
    constraint: 'admin_last_super_check',
  })
  expect(await enabledSupers()).toHaveLength(2)
})
