import pg from 'pg'
import { beside, caller, upload } from './import.mjs'
import { startOurs } from './lib/apps.mjs'
import { drop, signIn } from './lib/databases.mjs'
import { quantile, table } from './lib/figures.mjs'

const database = 'bench_reconcile'
const lines = 100_000
const day = '2026-03-10'
const noon = '2026-03-10T04:00:00Z'
/** Every so many lines, one is missing on their side, one is missing on ours, and one has another amount. */
const every = 1_000
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Measures how long a server needs to compare 100,000 lines of an organization's list, by number and by the SHA-256 of the phone, of a
 * provider's bill, and of our own records of a day with the ledger; how long the same list takes in another file, which changes
 * nothing; and what page calls take beside it.
 */
export async function run(cluster) {
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  const app = await startOurs(cluster, database)
  const pool = new pg.Pool({ ...cluster.connectionTo(database), max: 2 })
  try {
    const ids = await fill(pool)
    const origin = app.page.replace('/api/user/page', '')
    const token = await signIn(cluster, database)
    const call = caller(origin, token)
    const rows = []
    const measure = async (name, path, asked, content) => {
      const before = await countDifferences(pool)
      const { idle, times, seconds, most, result } = await beside({ call, pid: app.pid }, async () => {
        const fileId =
          content === null ? undefined : await upload(origin, token, content, 'bench.csv', 'reconcile')
        const { id } = await call('POST', `/reconcile/${path}`, { ...asked, day, fileId })
        return ended(call, id)
      })
      const { missingHere, missingThere, amount } = result.gaps
      rows.push([
        ...[name, result.lines, seconds.toFixed(1), missingHere, missingThere, amount],
        ...[(await countDifferences(pool)) - before, `${most} MB`],
        ...[quantile(idle, 0.95).toFixed(0), quantile(times, 0.95).toFixed(0)],
      ])
    }
    const list = { orgId: ids.org, toDay: day }
    const numbers = listOf(({ number }) => number)
    await measure('list, by number', 'org', list, numbers)
    await measure('the same list again', 'org', list, `${numbers}\n`)
    await measure('list, by SHA-256 of the phone', 'org', list, await hashesOf(pool))
    const bill = { collectionId: ids.collection }
    await measure('bill', 'bill', bill, billOf())
    await measure('the same bill again', 'bill', bill, `${billOf()}\n`)
    await measure('within', 'within', {}, null)
    console.log(
      table(
        [
          ...['what', 'lines', 'seconds', 'missing here', 'missing there', 'amount', 'stored', 'memory'],
          ...['page p95 idle, ms', 'beside, ms'],
        ],
        rows,
      ),
    )
  } finally {
    await pool.end()
    await app.stop()
    await drop(cluster, database)
  }
}

const countDifferences = async (pool) =>
  Number((await pool.query('select count(*) as n from difference')).rows[0].n)

async function ended(call, id) {
  for (;;) {
    const seen = await call('GET', `/reconcile/${id}`)
    if (seen.status === 'done') return seen
    if (seen.status === 'failed') throw new Error(`The comparison failed: ${seen.problem}`)
    await sleep(50)
  }
}

/** Our side: accepted pushes of an organization with their charges, and payments of a collection channel. */
async function fill(pool) {
  const one = async (text, ...values) => (await pool.query(`${text} returning id`, values)).rows[0].id
  for (const name of ['push_record', 'transfer', 'payment_order', 'bill_line'])
    await pool.query('select make_partitions($1, $2)', [name, '2026-02-01T00:00:00Z'])
  const channel = await one(`insert into channel (name, flow) values ('bench', 'full')`)
  const org = await one(`insert into org (code, name, flow) values ('benchorg', 'bench', 'full')`)
  const plan = await one(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, 'bench', 'full', 100, '2026-01-01')`,
    org,
  )
  const product = await one(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days) values ('bench', 'card', 'full', 100, 100, 30)`,
  )
  const collection = await one(`insert into collection (name, provider) values ('bench', 'sandbox')`)
  await pool.query(
    `insert into "user" (phone, name, flow) select (13700000000 + n)::text, 'bench', 'full' from generate_series(1, $1) n`,
    [lines],
  )
  await pool.query(
    `insert into push_record (id, user_id, channel_id, org_id, plan_id, flow, status, price_fen, responded_at, external_id)
     select time_id($1::timestamptz + nth * interval '1 millisecond'), id, $2, $3, $4, 'full', 'accepted', 100,
       $1::timestamptz + nth * interval '1 millisecond' + interval '1 second', 'E' || nth
     from (select id, row_number() over (order by id) as nth from "user") u`,
    [noon, channel, org, plan],
  )
  await pool.query(
    `with booked as (
       insert into transfer (id, at, debit_account_id, credit_account_id, amount_fen, kind, ref_kind, ref_id, business_day)
       select time_id(p.responded_at), p.responded_at, bank.id, revenue.id, 100, 'charge', 'push', p.id::text, $1::date
       from push_record p, account bank, account revenue where bank.kind = 'bank' and revenue.kind = 'revenue'
       returning id, ref_id)
     insert into transfer_ref select 'charge', 'push', ref_id, id from booked`,
    [day],
  )
  await pool.query(
    `with ordered as (
       insert into payment_order (id, channel_id, user_id, product_id, collection_id, closes_at, paid_at, amount_fen, paid_fen, status,
         channel_no, provider, trade_no, subject)
       select time_id($1::timestamptz + nth * interval '1 millisecond'), $2, id, $3, $4, now(), $1::timestamptz, 100, 100, 'paid',
         'N' || nth, 'sandbox', 'T' || nth, 'bench' from (select id, row_number() over (order by id) as nth from "user") u
       returning id, trade_no, paid_at)
     insert into payment_ref (provider, trade_no, order_id, collection_id, amount_fen, role, paid_at)
     select 'sandbox', trade_no, id, $4, 100, 'order', paid_at from ordered`,
    [noon, channel, product, collection],
  )
  await pool.query(
    `with booked as (
       insert into transfer (id, at, debit_account_id, credit_account_id, amount_fen, kind, ref_kind, ref_id, business_day)
       select time_id(o.paid_at), o.paid_at, receivable.id, revenue.id, 100, 'payment', 'order', o.id::text, $1::date
       from payment_order o, account receivable, account revenue
       where receivable.kind = 'receivable' and revenue.kind = 'productRevenue'
       returning id, ref_id)
     insert into transfer_ref select 'payment', 'order', ref_id, id from booked`,
    [day],
  )
  await pool.query('vacuum (analyze)')
  return { org, collection }
}

/** The lines of a list: most agree, and every thousandth differs in each of three ways. */
const rowsOf = () =>
  Array.from({ length: lines }, (_, at) => ({
    number: at % every === 1 ? `X${at}` : `E${at + 1}`,
    trade: at % every === 1 ? `X${at}` : `T${at + 1}`,
    yuan: at % every === 2 ? '0.90' : '1.00',
  }))

const listOf = (nameOf) =>
  ['机构单号,金额', ...rowsOf().map((row) => `${nameOf(row)},${row.yuan}`)].join('\n')

const billOf = () => ['交易号,金额', ...rowsOf().map(({ trade, yuan }) => `${trade},${yuan}`)].join('\n')

async function hashesOf(pool) {
  const { rows } = await pool.query(
    `select encode(sha256(convert_to(phone, 'UTF8')), 'hex') as hash from "user" order by id`,
  )
  return ['手机号哈希', ...rows.map(({ hash }) => hash)].join('\n')
}
