import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Postgres, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool } from '#platform/db/client'
import { ringIn } from '#platform/keys/key-follower'
import { keyCheckOf, markOf } from '#platform/keys/key-ring'
import { createVault } from '#platform/keys/vault'
import { matchBlacklist } from '#users/blacklist-match'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { runAdmin } from './admin-process.ts'
import { type Instance, instanceOf } from './built-service.ts'
import { secret } from './harness.ts'
import { idNumberOf, newDataKey } from './key-world.ts'
import { hangLimit } from './process.ts'
import { serviceProgram } from './programs-of-run.ts'

const [oldKey, newKey] = [newDataKey(), newDataKey()]
const onlyOld = { DATA_KEY: oldKey }
const both = { DATA_KEY: newKey, DATA_KEY_OLD: oldKey }
const onlyNew = { DATA_KEY: newKey }

let folder: string
let postgres: Postgres
let pool: pg.Pool
let token = ''
/** All that were started, and those that calls are sent to. */
const started: Instance[] = []
let live: Instance[] = []

beforeAll(async () => {
  folder = await memoryFolder('kabao-rotate-')
  await chmod(folder, 0o755)
  postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
  pool = createPool({ ...postgres.connection, max: 3 })
}, hangLimit)

afterAll(async () => {
  await Promise.all(started.map((instance) => instance.kill()))
  await pool?.end()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}, hangLimit)

async function instanceWith(keys: Record<string, string>): Promise<Instance> {
  const instance = await instanceOf(serviceProgram(), {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    FILES_DIR: join(folder, 'files'),
    ADMIN_PASSWORD: secret('first 1234'),
    SERVE: 'api,jobs',
    DRAIN_SECONDS: '0',
    ...keys,
  })
  started.push(instance)
  await instance.start()
  return instance
}

async function call(instance: Instance, path: string, body: object) {
  const response = await fetch(`${instance.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { token }) },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { code: string; data: { token: string; total: number } }
}
const enter = async (instance: Instance, nth: number) =>
  (await call(instance, '/blacklist', { kind: 'idNumber', value: idNumberOf(nth), reason: 'test' })).code

/** Starts one with these keys in the place of another one, as a rolling start does. */
async function replace(instance: Instance, keys: Record<string, string>): Promise<void> {
  const next = await instanceWith(keys)
  live = [...live.filter((each) => each !== instance), next]
  // What is under way ends.
  await sleep(500)
  expect(await instance.stop()).toBe(0)
}
const states = async () =>
  (await pool.query('select state from data_key order by id')).rows.map(({ state }) => state)
const command = (act: string, keys: Record<string, string>) =>
  runAdmin([act], { DATABASE_URL: postgres.url, ...keys })

test('a rolling start over processes replaces the key beside writes at all of them; one that was frozen is refused', {
  timeout: 600_000,
}, async () => {
  const first = await instanceWith(onlyOld)
  live = [first, await instanceWith(onlyOld)]
  token = secret(
    (await call(first, '/admin/login', { username: 'admin', password: 'first 1234' })).data.token,
  )
  await call(first, '/admin/password', { current: 'first 1234', next: secret('second 1234') })
  const frozen = await instanceWith(onlyOld)

  /** The numbers whose entry was acknowledged. */
  const entered: number[] = []
  const faults: string[] = []
  let next = 0
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const nth = next++
      const at = live[nth % live.length] as Instance
      const code = await enter(at, nth).catch(String)
      if (code === '0000') entered.push(nth)
      else faults.push(`enter ${nth}: ${code}`)
      // An administrator may enter and try 200 numbers in an hour.
      await sleep(1_200)
      if (nth % 25 !== 0) continue
      // It is known at another one too, whatever it is sealed with.
      const other = live[(nth + 1) % live.length] as Instance
      const again = await enter(other, nth).catch(String)
      if (again !== '4090') faults.push(`enter again ${nth}: ${again}`)
    }
  }
  const writing = write()

  for (const instance of live) await replace(instance, both)
  const early = await command('rotate-data-key', both)
  expect(early).toMatchObject({ code: 1, err: expect.stringMatching(/lack one of them: 1\)/) })

  // It says nothing any more, so it is taken for dead a minute later.
  frozen.signal('SIGSTOP')
  await pool.query(
    `update key_holder set seen_at = now() - interval '2 minutes' where not key_checks @> $1::text[]`,
    [[keyCheckOf(newKey)]],
  )
  expect(await command('rotate-data-key', both)).toMatchObject({ code: 0 })
  await expect.poll(states, { timeout: 240_000, interval: 200 }).toEqual(['closed', 'writing'])

  const late = 90_000
  frozen.signal('SIGCONT')
  const refused = await enter(frozen, late).catch(String)
  expect(refused).not.toBe('0000')
  // It learns that it lacks a key, and ends.
  expect(await frozen.ended()).toBe(0)
  await expect(instanceWith(onlyOld)).rejects.toThrow(/DATA_KEY is the key that is being replaced/)

  await expect.poll(states, { timeout: 240_000, interval: 500 }).toEqual(['gone', 'writing'])
  for (const instance of live) await replace(instance, onlyNew)
  await expect(instanceWith(onlyOld)).rejects.toThrow(/DATA_KEY is not the key/)
  await sleep(1_000)
  isOver = true
  await writing

  expect(faults).toEqual([])
  expect(entered.length).toBeGreaterThan(50)
  const db = createDb(pool)
  const alone = createVault(await ringIn(db, { key: newKey, old: null }))
  const { rows } = await pool.query('select value_sealed as sealed, value, value_before from blacklist')
  const found = rows.map(({ sealed, value, value_before: before }) => {
    const number = alone.open(sealed, 'blacklist.value')
    expect([value, before]).toEqual([alone.fingerprintText(number, 'blacklist.value'), null])
    return number
  })
  expect(found.toSorted()).toEqual(entered.map(idNumberOf).toSorted())
  for (const nth of [entered[0], entered.at(-1)] as number[])
    expect((await matchBlacklist(db, alone, { idNumber: idNumberOf(nth) })).size).toBe(1)
  const { rows: others } = await pool.query(
    `select count(*)::int as n from blacklist where sealed_mark(value_sealed) <> decode($1, 'hex')`,
    [markOf(keyCheckOf(newKey))],
  )
  expect(others).toEqual([{ n: 0 }])
})
