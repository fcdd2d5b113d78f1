import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { secret, startApp } from './harness.ts'

const app = startApp()
const cluster = inject('cluster')

/** All that PostgreSQL has logged in this run. */
async function log(): Promise<string> {
  const folder = join(cluster.host, '../log')
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

test('what the database refuses is in its log without the values of the row', async () => {
  const phone = secret('13912340987')
  const add = () => app.servicePool.query(`insert into blacklist (kind, value) values ('phone', $1)`, [phone])
  await add()
  await expect(add()).rejects.toThrow('duplicate key')
  await expect(app.servicePool.query(`select 1 from nowhere where phone = '${phone}'`)).rejects.toThrow(
    'nowhere',
  )
  await vi.waitFor(async () => expect(await log()).toContain('duplicate key value'))
  expect(await log()).not.toContain('DETAIL')
  expect(await log()).not.toContain('STATEMENT')
})
