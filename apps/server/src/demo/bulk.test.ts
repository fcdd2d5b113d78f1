import type pg from 'pg'
import { expect, test } from 'vitest'
import { trialBalance } from '#ledger/trial-balance'
import { verifyLedger } from '#ledger/verify'
import { createDb } from '#platform/db/client'
import { differences } from '#statistics/check'
import { type DayRange, knownDays } from '#statistics/days'
import { foldAll } from '#statistics/fold'
import { startApp } from '#test/harness'
import { addUsers } from './fill.ts'

const app = startApp()
const users = 900

/** Indexes, constraints and triggers of the tables that are filled without them, by name and definition. */
const shape = async () =>
  (
    await app.pool.query(
      `
      with filled as (select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and relname = any($1::text[]))
      select pg_get_indexdef(indexrelid) as text from pg_index where indrelid in (select oid from filled)
      union all select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where conrelid in (select oid from filled) and (contype <> 'f' or conparentid = 0)
      union all select tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where tgrelid in (select oid from filled) and not tgisinternal
      order by 1`,
      [['user', 'push_record', 'push_attempt', 'match_run', 'visit', 'fact', 'channel_result', 'transfer']],
    )
  ).rows.map(({ text }) => text)

/** The rows of the statistics without their ids, as one sorted text each; of deltas, what they add up to. */
const statistics = {
  fact: `select (to_jsonb(f) - 'id')::text || (id >> 22) as text from fact f where kind in (
    'registration', 'profile', 'match', 'matched', 'push', 'accepted', 'rejected', 'duplicate', 'failed', 'active', 'charge', 'cost')`,
  active: 'select a::text as text from active_user a',
  matched: 'select m::text as text from matched_user m',
  visitors: 'select v::text as text from visitor_delta v',
  deltas: `select concat_ws(' ', day, came, hour, channel_id, org_id, plan_id, product_id, city_code, kind, flow, sum(n), sum(fen)) as text
    from fact_delta where kind in ('visit', 'registration', 'profile', 'match', 'matched', 'push', 'accepted', 'rejected', 'duplicate', 'failed',
      'active', 'charge', 'cost')
    group by day, came, hour, channel_id, org_id, plan_id, product_id, city_code, kind, flow`,
}
const read = async (client: pg.Pool | pg.PoolClient, text: string): Promise<string[]> =>
  (await client.query(`select text from (${text}) t order by text collate "C"`)).rows.map((row) => row.text)

test('the indexes, constraints and triggers are the same after a large empty database is filled', async () => {
  const before = await shape()
  await addUsers(app.pool, app.vault, { users, seed: 7, until: Date.now(), rebuiltFrom: users })
  expect(await shape()).toEqual(before)
  expect((await app.pool.query('select count(*)::int as n from "user"')).rows[0].n).toBe(users)
})

test('the statistics are those that the triggers make of the same rows', async () => {
  const made = Object.fromEntries(
    await Promise.all(
      Object.entries(statistics).map(async ([name, text]) => [name, await read(app.pool, text)]),
    ),
  )
  expect(made.fact.length).toBeGreaterThan(3 * users)
  expect(made.visitors.length).toBeGreaterThan(users / 4)
  const client = await app.pool.connect()
  try {
    await client.query('begin')
    await client.query('truncate fact, fact_delta, visitor_delta, active_user, matched_user')
    for (const [table, name] of [
      ['"user"', 'note_user_facts'],
      ['match_run', 'note_match_run_facts'],
      ['push_record', 'note_push_record_facts'],
      ['visit', 'note_visits'],
      ['transfer', 'note_transfer_facts'],
      // Who orders something is active on that day.
      ['payment_order', 'note_payment_order_facts'],
    ]) {
      const { rows } = await client.query('select prosrc from pg_proc where proname = $1', [name])
      const [, body] = /^\s*begin\s+(.*);\s*return null;\s*end\s*$/s.exec(rows[0].prosrc) ?? []
      const source = `added as (select * from ${table})`
      const text = body?.startsWith('with ') ? `with ${source}, ${body.slice(5)}` : `with ${source} ${body}`
      await client.query(text)
    }
    await client.query('select note_gathered_costs(id, 0) from channel')
    for (const [name, text] of Object.entries(statistics)) {
      expect([name, made[name]]).toEqual([name, await read(client, text)])
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('the books balance, and the figures are those of the facts', async () => {
  const verified = await verifyLedger(app.db)
  expect(verified).toMatchObject({ faults: [] })
  expect(verified.transfers).toBeGreaterThan(100)
  expect((await trialBalance(app.db)).totalFen).toBe(0)
  const db = createDb(app.pool)
  await foldAll(db)
  expect(await differences(db, (await knownDays(db)) as DayRange)).toBe(0)
})
