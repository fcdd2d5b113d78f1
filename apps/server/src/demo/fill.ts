import type pg from 'pg'
import { createDb, type Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import type { Storage } from '#platform/storage/storage'
import { setBalances } from './balances.ts'
import { addBlacklistRows } from './blacklist.ts'
import { addBookkeeper } from './bookkeeper.ts'
import { type Cell, copyRows } from './copy.ts'
import { bookCosts } from './costs.ts'
import { countPushes } from './counters.ts'
import { addErrorRows } from './errors.ts'
import { addFeedbackRows } from './feedback.ts'
import { addLeads } from './leads.ts'
import { addLedgerCheck } from './ledger-check.ts'
import { addMessageRows } from './messages.ts'
import { addOrderRows } from './orders.ts'
import { ensurePartners } from './partners.ts'
import { type Crowd, type Person, person } from './people.ts'
import { addPoolRows } from './pool.ts'
import { addProductRows } from './products.ts'
import { addPushPlanRows } from './push-plans.ts'
import {
  attemptColumns,
  attemptRows,
  keptRunDays,
  pushColumns,
  pushRows,
  runColumns,
  runRows,
} from './pushes.ts'
import { addRecharges } from './recharges.ts'
import { addReconcileRows } from './reconcile.ts'
import { checkRisk } from './risk.ts'
import { addSettlements } from './settlements.ts'
import { addSuspense } from './suspense.ts'
import { addVisitRows, visitorOf } from './visits.ts'
import { paySettlement } from './voucher.ts'

/** The purpose under which the user area encrypts and fingerprints an id number. */
const idNumberPurpose = 'user.idNumber'

export const defaultSeed = 7
/** From this number of users on, an empty table is filled before its indexes are built. */
const indexLaterFrom = 50_000

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

/** Midnight (UTC) of today, so that the same seed gives the same data all day. */
export const startOfDay = (): number => Math.floor(Date.now() / 86_400_000) * 86_400_000

/**
 * Adds what a second person reviews; nothing if there is no administrator.
 * @param channels the ids of all of them
 * @param storage null: nothing that needs a file
 */
async function addFiled(db: Db, channels: readonly string[], storage: Storage | null): Promise<void> {
  const bookkeeping = await addBookkeeper(db)
  if (!bookkeeping) return
  await addSettlements(db, channels, bookkeeping)
  if (storage) await paySettlement(db, storage, bookkeeping)
  await addRecharges(db, bookkeeping)
}

/** Adds users, partners, pushes, blacklist entries and feedback, streamed. Seed, size and day determine all rows except API keys. */
export async function addUsers(
  pool: pg.Pool,
  vault: Vault,
  demo: { users: number; seed: number; until: number; storage?: Storage },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '256MB'`)
    await client.query('lock table "user" in share row exclusive mode')
    const start = Number((await client.query('select coalesce(max(id), 0) as id from "user"')).rows[0].id)
    const isLarge = start === 0 && demo.users >= indexLaterFrom
    const dropped = isLarge ? await dropIndexes(client) : { soon: [], last: [] }
    const partners = await ensurePartners(client, vault, demo.until)
    const crowd: Crowd = { seed: demo.seed, size: demo.users, until: demo.until }
    await copyRows(client, '"user"', userColumns, userRows(crowd, start, partners.channels, vault))
    await makePartitions(client, demo.until)
    await copyRows(client, 'push_record', pushColumns, pushRows(crowd, start, partners))
    await copyRows(client, 'push_attempt', attemptColumns, attemptRows(crowd, start, partners))
    await copyRows(client, 'match_run', runColumns, runRows(crowd, start, partners))
    await claimDedupe(client)
    await client.query(`select setval(pg_get_serial_sequence('"user"', 'id'), $1)`, [start + demo.users])
    for (const definition of dropped.soon) await client.query(definition)
    if (start === 0) await addBlacklistRows(client, crowd, vault)
    // An update writes every index, so the level is stored before most of them are there.
    await checkRisk(client, vault, start)
    for (const definition of dropped.last) await client.query(definition)
    await setBalances(client, partners.orgs, demo.until)
    await bookCosts(client, partners.channels, partners.terms)
    await countPushes(client, partners.orgs, demo.until)
    await addVisitRows(client, crowd, { start, channels: partners.channels })
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
    if (start === 0) await addFiled(createDb(pool), partners.channels, demo.storage ?? null)
    if (start === 0) await addSuspense(createDb(pool))
    await client.query(
      'vacuum (analyze) ' +
        '"user", push_record, push_attempt, push_dedupe, match_run, visit, plan_answer, cap_use, channel, ' +
        'org, account, transfer, transfer_ref, hold, plan, blacklist, feedback, product, ' +
        'push_plan, pool_batch, pool_link, pool_link_count, channel_result, payment_order, payment_ref, fact, ' +
        'salesman, lead, lead_event, lead_follow_up, lead_pool_use',
    )
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.query('reset statement_timeout')
    client.release()
  }
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

/** What the judgment of the risk looks people up by. */
const riskIndexes = ['user_device_idx', 'user_ip_idx']

/** Drops every index that no constraint needs. @returns the statements that build them again: those of the risk, and all others */
async function dropIndexes(client: pg.PoolClient): Promise<Record<'soon' | 'last', string[]>> {
  const { rows } = await client.query<{ name: string; definition: string; isSoon: boolean }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition,
       indexrelid::regclass::text = any($1) as "isSoon"
     from pg_index where indrelid = '"user"'::regclass and not indisprimary`,
    [riskIndexes],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  const definitions = (isSoon: boolean) =>
    rows.filter((row) => row.isSoon === isSoon).map((row) => row.definition)
  return { soon: definitions(true), last: definitions(false) }
}

const userColumns = [
  'id',
  'phone',
  'name',
  'id_number_sealed',
  'id_number_hash',
  'gender',
  'birthday',
  'city_code',
  'channel_id',
  'flow',
  'income_band',
  'credit_band',
  'house',
  'car',
  'social_insurance',
  'housing_fund',
  'occupation',
  'ip',
  'device',
  'status',
  'push_count',
  'visitor_id',
  'profiled_at',
  'last_active_at',
  'created_at',
  'updated_at',
]

function* userRows(crowd: Crowd, start: number, channels: string[], vault: Vault): Generator<Cell[]> {
  for (let at = 0; at < crowd.size; at++) {
    const made = person(start + at, crowd)
    const { profile, idNumber } = made
    const createdAt = iso(made.createdAt)
    yield [
      start + at + 1,
      made.phone,
      made.name,
      idNumber && vault.seal(idNumber, idNumberPurpose),
      idNumber && vault.fingerprint(idNumber, idNumberPurpose),
      made.gender,
      made.birthday,
      made.cityCode,
      channelOf(made, channels),
      made.flow,
      profile?.incomeBand ?? null,
      profile?.creditBand ?? null,
      profile?.house ?? null,
      profile?.car ?? null,
      profile?.socialInsurance ?? null,
      profile?.housingFund ?? null,
      profile?.occupation ?? null,
      made.ip,
      made.device,
      made.status,
      made.pushes.length,
      visitorOf(made, start + at, crowd),
      made.profiledAt && iso(made.profiledAt),
      iso(made.lastActiveAt),
      createdAt,
      createdAt,
    ]
  }
}

const channelOf = (made: Person, channels: string[]) => channels[made.channel % channels.length] as string
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
