import { expect, test } from 'vitest'
import { createPool } from '#platform/db/client'
import { holdWrites, WritesHeld } from '#platform/db/held'
import { isRefusedWhole } from '#platform/db/passing'
import { startApp } from '../../../test/harness.ts'
import { missingStandbys } from './standby.ts'

const app = startApp()

test.each([
  ['', [], 0],
  ['', ['a'], 0],
  ['*', [], 1],
  ['*', ['a'], 0],
  ['a', ['b'], 1],
  ['A, b', ['a'], 0],
  ['FIRST 2 (a, b, c)', ['c'], 1],
  ['2 (a, b)', ['a', 'b', 'c'], 0],
  ['any 2 (a, b, c)', [], 2],
  ['ANY 1 ("a ""one""", b)', ['A "one"'], 0],
  ['first 3 (*)', ['x', 'y'], 1],
])('with the setting %j and %j connected, %i are missing', (names, connected, missing) => {
  expect(missingStandbys(names, connected)).toBe(missing)
})

test('a pool whose writes are held begins none, reads, and ends what was begun', async () => {
  const { host, port, user, database } = app.pool.options
  const pool = createPool({ host, port, user, database, max: 2 } as object)
  await pool.query('create temporary table held (n int)')
  const begun = await pool.connect()
  await begun.query('begin')
  holdWrites(pool, true)
  for (const text of [
    'begin',
    'start transaction isolation level serializable',
    'insert into held values (1)',
    'with a as (delete from held returning n) select * from a',
    'update "held" set n = 2',
  ]) {
    const refusal = await pool.query(text).catch((error: unknown) => error)
    expect([text, refusal instanceof WritesHeld]).toEqual([text, true])
    expect(isRefusedWhole(refusal)).toBe(true)
  }
  for (const text of ['select 1', 'begin transaction read only', 'rollback', 'listen held'])
    await pool.query(text)
  await begun.query('commit')
  begun.release()
  holdWrites(pool, false)
  await pool.query('begin')
  await pool.query('rollback')
  await pool.end()
})
