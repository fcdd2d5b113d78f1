import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { secret, startApp } from './harness.ts'

const app = startApp()
const cluster = inject('cluster')

/** Everything that PostgreSQL has logged in this run. */
async function log(): Promise<string> {
  const folder = join(cluster.host, '../log')
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

test('the database’s log holds neither row values, statements nor parameters of refused statements', async () => {
  const phone = secret('13912340987')
  const add = () => app.servicePool.query(`insert into blacklist (kind, value) values ('phone', $1)`, [phone])
  await add()
  await expect(add()).rejects.toThrow('duplicate key')
  await expect(app.servicePool.query(`select 1 from nowhere where phone = '${phone}'`)).rejects.toThrow(
    'nowhere',
  )
  await expect(app.servicePool.query('select $1::inet', [phone])).rejects.toThrow(phone)
  // A later entry in the log shows that the log was written up to there.
  const reloads = async () => (await log()).match(/received SIGHUP/g)?.length ?? 0
  const before = await reloads()
  await app.pool.query('select pg_reload_conf()')
  await vi.waitFor(async () => expect(await reloads()).toBeGreaterThan(before))
  expect(await log()).not.toContain(phone)
  expect(await log()).not.toMatch(/DETAIL|STATEMENT/)
})
