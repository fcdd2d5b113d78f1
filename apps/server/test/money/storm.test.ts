import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverRoot } from '#platform/base/paths'
import { bundle } from '../bundle.ts'
import { secret, startApp } from '../harness.ts'
import { serviceProgram } from '../programs-of-run.ts'
import { faultsInBooks, rules } from './books.ts'
import { corruptions } from './corruptions.ts'
import { restRules } from './rules/at-rest.ts'
import { expectedActs, storm } from './storm.ts'
import { type MoneyWorld, moneyWorld } from './world.ts'

/** What is checked, at any instant and at rest. */
const checked: Readonly<Record<string, string>> = { ...rules, ...restRules }
/** How long the storm lasts. The benchmark `money` lasts longer. */
const seconds = 20

const app = startApp()
const folder = join(serverRoot, 'node_modules/.cache/test', randomUUID())
let world: MoneyWorld

beforeAll(async () => {
  ;[world] = await Promise.all([
    moneyWorld({ ...app, keep: secret }),
    bundle(folder, { worker: 'test/money/worker.ts' }),
  ])
}, 120_000)
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

test(
  '64 clients move money while instances are killed: no instant contradicts itself, and nothing is lost or done twice',
  async () => {
    const found = await storm({
      world,
      programs: { service: serviceProgram(), worker: join(folder, 'worker.js') },
      folder: join(app.filesFolder, 'storm'),
      seconds,
      clients: 64,
      pauseMs: 400,
      instances: 2,
      seed: 7,
      killMs: 1_500,
      restMs: 120_000,
    })
    const { tally, kills, snapshots, booked, lost, faults } = found
    expect(faults).toEqual([])
    expect(kills).toBeGreaterThanOrEqual(4)
    expect(snapshots).toBeGreaterThanOrEqual(3)
    // Some calls met the killed ones, or the test would show nothing.
    expect(lost).toBeGreaterThan(0)
    expect(expectedActs.filter((act) => tally.of(act) === 0)).toEqual([])
    for (const act of ['recharge', 'adjustment']) expect(tally.of(`${act} approved by who filed it`)).toBe(0)
    expect(tally.of('wrong callback taken')).toBe(0)
    expect(booked).toBeGreaterThan(0)
  },
  300_000 + seconds * 1_000,
)

describe('the check of the books finds', () => {
  /** Runs statements as the owner of the tables, past every trigger, and undoes them. */
  async function undone<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await app.pool.connect()
    try {
      await client.query('begin')
      await client.query(`set local session_replication_role = 'replica'`)
      return await use(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test.each(Object.entries(corruptions))('%s', (rule, statements) =>
    undone(async (client) => {
      const found = async () => (await client.query(`${checked[rule]} limit 1`)).rows
      expect(await found()).toEqual([])
      for (const statement of statements) expect((await client.query(statement)).rowCount).not.toBe(0)
      expect(await found()).toHaveLength(1)
    }),
  )

  test('whatever breaks one of its rules', () => {
    expect(Object.keys(corruptions).sort()).toEqual(Object.keys(checked).sort())
  })

  test.each([
    ['a changed transfer', 'changed', ['update transfer set amount_fen = amount_fen + 1 where id = ID']],
    ['a removed transfer', 'removed', ['delete from transfer where id = ID']],
    [
      'an inserted transfer',
      'inserted',
      [
        `insert into transfer select (jsonb_populate_record(t, jsonb_build_object('id', m.id + 1))).*
         from transfer t, (select max(id) as id from transfer) m where t.id = ID`,
        `update transfer t set hash = sha256(convert_to(transfer_text(t), 'UTF8'))
         where id = (select max(id) from transfer)`,
      ],
    ],
  ])('%s, and names it', async (_, kind, statements) => {
    const { rows } = await app.pool.query(
      'select id, number::int, account_id from transfer where number = 2 order by id limit 1',
    )
    const [{ id, number, account_id: accountId }] = rows
    const faults = await undone(async (client) => {
      for (const statement of statements) await client.query(statement.replace('ID', id))
      return faultsInBooks(client)
    })
    expect(faults).toContainEqual({
      rule: `the chain: ${kind}`,
      row: expect.objectContaining({ accountId, number }),
    })
  })
})
