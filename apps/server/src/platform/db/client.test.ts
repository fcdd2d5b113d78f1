import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { createDb, createPool } from './client.ts'
import { switchJitOff } from './pooler.ts'

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

test('no statement is compiled: not on our connections, and on others as far as the owner has not chosen it', async () => {
  const name = app.pool.options.database as string
  const chosen = async () =>
    (
      await app.pool.query(
        `select coalesce(max(setting), 'nothing') as chosen from pg_database d join pg_db_role_setting s on s.setdatabase = d.oid,
           unnest(s.setconfig) setting where datname = $1`,
        [name],
      )
    ).rows[0].chosen
  await switchJitOff(createDb(app.servicePool))
  expect(await chosen()).toBe('nothing')
  await Promise.all([switchJitOff(app.db), switchJitOff(app.db)])
  expect(await chosen()).toBe('jit=off')
  await app.pool.query(`alter database ${name} set jit = on`)
  await switchJitOff(app.db)
  expect(await chosen()).toBe('jit=on')
  const pool = createPool({ ...app.pool.options, max: 1 })
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
  await pool.end()
})
