import type pg from 'pg'
import { createDb, type Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import type { Storage } from '#platform/storage/storage'
import { setBalances } from './balances.ts'
import { addBlacklistRows } from './blacklist.ts'
import { copyPeople } from './blocks.ts'
import { findBookkeeper } from './bookkeeper.ts'
import { dropRebuilt, turnTriggers } from './bulk.ts'
import { addChange } from './changes.ts'
import { bookCosts } from './costs.ts'
import { countPushes } from './counters.ts'
import { readDays } from './days.ts'
import { addErrorRows } from './errors.ts'
import { openFacts } from './facts.ts'
import { addFeedbackRows } from './feedback.ts'
import { addLeads } from './leads.ts'
import { addLedgerCheck } from './ledger-check.ts'
import { addMessageRows } from './messages.ts'
import { addOrderRows } from './orders.ts'
import { ensurePartners } from './partners.ts'
import type { Crowd } from './people.ts'
import { addPoolRows } from './pool.ts'
import { addProductRows } from './products.ts'
import { addPushPlanRows } from './push-plans.ts'
import { keptRunDays } from './pushes.ts'
import { addRecharges } from './recharges.ts'
import { addReconcileRows } from './reconcile.ts'
import { openJudge } from './risk.ts'
import { addSettlements } from './settlements.ts'
import { addColleagues } from './staff.ts'
import { addSuspense } from './suspense.ts'
import { vacuumFilled } from './vacuum.ts'
import { openVisits } from './visits.ts'
import { paySettlement } from './voucher.ts'

export const defaultSeed = 7
/** Below this number of users, building the indexes of all partitions takes longer than keeping them up to date. */
const usualRebuiltFrom = 50_000

/** Fills the embedded demo's data once; a database that has users is left unchanged. */
export async function fillDemo(
  pool: pg.Pool,
  vault: Vault,
  users: number,
  { storage, say }: { storage: Storage; say: (line: string) => void },
): Promise<void> {
  const { rows } = await pool.query('select 1 from "user" limit 1')
  if (rows.length > 0) return
  // The demo's channels have landing pages; whoever has changed the setting keeps it.
  await pool.query(
    `insert into setting (key, value) values ($1, to_jsonb($2::text)) on conflict do nothing`,
    ['channel.landingBase', 'https://h5.example.com/c'],
  )
  say(`Filling the demo data (${users.toLocaleString('en-US')} users)…`)
  await addUsers(pool, vault, { users, seed: defaultSeed, until: startOfDay(), storage })
}

const day = 86_400_000

/** Midnight (UTC) of today, so that the same seed gives the same data all day. */
export const startOfDay = (): number => Math.floor(Date.now() / day) * day

/**
 * Adds what a second person reviews; nothing if there is no administrator.
 * @param channels the ids of all of them
 * @param storage null: nothing that needs a file
 */
async function addFiled(
  db: Db,
  vault: Vault,
  channels: readonly string[],
  storage: Storage | null,
): Promise<void> {
  const bookkeeping = await findBookkeeper(db)
  if (!bookkeeping) return
  await addSettlements(db, channels, bookkeeping)
  if (storage) await paySettlement(db, storage, bookkeeping)
  await addRecharges(db, bookkeeping)
  await addChange(db, vault, bookkeeping)
}

/**
 * Adds users, partners, pushes, blacklist entries and feedback. Seed, size and day determine all rows except API keys.
 * @param demo.rebuiltFrom from this number of users on, empty tables are filled without indexes, foreign keys and triggers
 */
export async function addUsers(
  pool: pg.Pool,
  vault: Vault,
  demo: { users: number; seed: number; until: number; storage?: Storage; rebuiltFrom?: number },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '256MB'`)
    await client.query('lock table "user" in share row exclusive mode')
    const start = Number((await client.query('select coalesce(max(id), 0) as id from "user"')).rows[0].id)
    if (start === 0) await addColleagues(pool)
    const isLarge = start === 0 && demo.users >= (demo.rebuiltFrom ?? usualRebuiltFrom)
    const rebuilt = isLarge ? await dropRebuilt(client) : { shared: [], people: [], books: [] }
    const build = async (statements: readonly string[]) => {
      for (const statement of statements) await client.query(statement)
    }
    const partners = await ensurePartners(client, vault, demo.until)
    const crowd: Crowd = { seed: demo.seed, size: demo.users, until: demo.until }
    if (start === 0) await addBlacklistRows(client, crowd, vault)
    await makePartitions(client, demo.until)
    const judge = await openJudge(client, vault)
    const visitsOf = await openVisits(client, crowd)
    const days = isLarge
      ? await readDays(client, { from: demo.until - 370 * day, to: demo.until + day })
      : null
    const facts = days && (await openFacts(client, days, { people: demo.users, channels: partners.channels }))
    if (facts) await turnTriggers(client, 'disable')
    await copyPeople(client, { crowd, start, partners, vault, judge, visitsOf, facts })
    await client.query(`select setval(pg_get_serial_sequence('"user"', 'id'), $1)`, [start + demo.users])
    await claimDedupe(client)
    await build(rebuilt.shared)
    // A small sample tells the planner enough of the new rows; the tables are analyzed as usual at the end.
    await client.query('set local default_statistics_target = 10')
    await client.query('analyze "user", push_record, blacklist')
    await client.query('set local default_statistics_target to default')
    // An update writes every index, so the levels are corrected before most of them are there.
    await judge.judgeShared(start)
    await build(rebuilt.people)
    await setBalances(client, partners.orgs, { until: demo.until, facts })
    await bookCosts(client, partners.channels, { terms: partners.terms, facts })
    if (facts) await turnTriggers(client, 'enable')
    await countPushes(client, partners.orgs, demo.until)
    await build(rebuilt.books)
    if (start === 0) {
      await addMessageRows(client, crowd)
      await addFeedbackRows(client, crowd)
      await addErrorRows(client, demo.until)
      await addProductRows(client, demo.until)
      await addPoolRows(client, demo.until)
      await addPushPlanRows(client, partners)
      await addOrderRows(client, vault, demo.until)
      await addReconcileRows(client, demo.until)
      await addLedgerCheck(client, demo.until)
      await addLeads(client, demo)
    }
    await client.query('commit')
    if (start === 0) await addFiled(createDb(pool), vault, partners.channels, demo.storage ?? null)
    if (start === 0) await addSuspense(createDb(pool))
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.query('reset statement_timeout')
    client.release()
  }
  await vacuumFilled(pool)
}

/** The months of the made-up pushes: people register within the year before `until`. */
async function makePartitions(client: pg.PoolClient, until: number): Promise<void> {
  for (const table of ['push_record', 'push_attempt', 'channel_result', 'transfer'])
    await client.query(`select make_partitions($1, $2::timestamptz - interval '367 days')`, [
      table,
      iso(until),
    ])
  await client.query(
    `select make_partitions('match_run', $1::timestamptz - interval '${keptRunDays + 2} days')`,
    [iso(until)],
  )
}

/** The windows of the pushes that are still open, as the pushes would have claimed them. */
const claimDedupe = (client: pg.PoolClient) =>
  client.query(`
    insert into push_dedupe (user_id, org_id, until)
    select user_id, org_id, max(request_at + dedupe_days * interval '1 day') from push_record
    group by user_id, org_id having max(request_at + dedupe_days * interval '1 day') > now()
    on conflict (user_id, org_id) do update set until = excluded.until`)

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
