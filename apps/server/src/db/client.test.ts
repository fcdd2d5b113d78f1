import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'

const app = startApp()

test('a connection that breaks between two statements fails only its transaction', async () => {
  const broken = app.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await app.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await sleep(100)
    await sql`select 1`.execute(db)
  })
  await expect(broken).rejects.toThrow()
  expect((await sql`select 1 as one`.execute(app.db)).rows).toEqual([{ one: 1 }])
})
