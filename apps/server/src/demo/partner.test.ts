import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { addUsers } from './fill.ts'
import { startDemoPartner } from './partner.ts'

const app = startApp()

const templates = async () =>
  (
    await app.pool.query<{ code: string; url: string }>(
      `select o.code, t.template #>> '{stages,submit,url}' as url from org_template t join org o on o.id = t.org_id order by o.code`,
    )
  ).rows

test("the demo's organizations are connected to its partner, also after its port has changed", async () => {
  await app.createAdmin({ username: 'admin', password: 'demo-Password-1' })
  await addUsers(app.pool, app.vault, { users: 20, seed: 7, until: Date.parse('2026-11-21T00:00:00Z') })
  const first = await startDemoPartner(app.db)
  expect(first.orgs.length).toBeGreaterThan(2)
  expect(await templates()).toEqual(
    first.orgs.map((code) => ({ code, url: `http://${first.target}/${code}/submit` })),
  )
  // Its port is taken by the first one, so the templates follow; one that a person saved stays.
  const [{ id }] = (await app.pool.query('select id from admin')).rows
  const own = `update org_template set template = jsonb_set(template, '{stages,submit,url}', '"https://own.example.com/submit"'),
    updated_by = $1 where org_id = (select id from org where code = $2)`
  await app.pool.query(own, [id, first.orgs[0]])
  const second = await startDemoPartner(app.db)
  expect(second.target).not.toBe(first.target)
  expect(second.orgs).toEqual(first.orgs.slice(1))
  expect(await templates()).toEqual([
    { code: first.orgs[0], url: 'https://own.example.com/submit' },
    ...second.orgs.map((code) => ({ code, url: `http://${second.target}/${code}/submit` })),
  ])
  // The next start takes the same port again.
  await Promise.all([first.partner.stop(), second.partner.stop()])
  const third = await startDemoPartner(app.db)
  expect(third.target).toBe(second.target)
  await third.partner.stop()
})
