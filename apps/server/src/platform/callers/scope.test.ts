import { expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()

test('own rows only, if every role says so; one role that sees all is enough to see all', async () => {
  const { adminId, token } = await app.as('user:page')
  const scope = async () => (await app.app.services.findCaller(token))?.dataScope
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [adminId],
  )
  expect(await scope()).toBe('own')
  const addRole = (code: string, dataScope: string) =>
    app.pool.query(
      `with made as (insert into role (code, name, data_scope) values ($2, $2, $3) returning id)
       insert into admin_role (admin_id, role_id) select $1, id from made`,
      [adminId, code, dataScope],
    )
  await addRole('narrow', 'own')
  expect(await scope()).toBe('own')
  await addRole('wide', 'all')
  expect(await scope()).toBe('all')
})
