import { measureBooks } from './lib/books.mjs'
import { drop } from './lib/databases.mjs'
import { durationOf, median, table } from './lib/figures.mjs'
import { pgbench } from './lib/pgbench.mjs'
import { pgledgerCharges } from './lib/pgledger.mjs'

const database = 'bench_ledger'
const clients = 16
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const rounds = 3
const transfers = 1_000_000
const businessDay = '2026-11-20'
/** More than all charges of a run, in fen. */
const enough = 1_000_000_000_000

/**
 * Measures how many pushes a second are held and charged, each by a transaction for the hold and one for the charge: by
 * `src/ledger/` in one process of Node, and by pgbench with the same statements; 100 in a transaction; and the way of pgledger. Then,
 * how long the pages of the books and the check take on a million transfers.
 */
export async function run(cluster) {
  const load = (path) => import(`../apps/server/src/${path}`)
  const [{ createDb, createPool }, { migrate }, holds, many, { verifyLedger }] = await Promise.all([
    load('platform/db/client.ts'),
    load('platform/db/migrate.ts'),
    load('ledger/holds.ts'),
    load('ledger/many.ts'),
    load('ledger/verify.ts'),
  ])
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  const pool = createPool({
    ...cluster.connectionTo(database),
    max: clients,
    statement_timeout: 600_000,
    idle_in_transaction_session_timeout: 0,
  })
  const db = createDb(pool)
  try {
    await migrate(db)
    const orgs = await addOrgs(pool, 50)
    const rows = []
    for (const count of [50, 1]) rows.push(await compare(cluster, { db, holds, orgs: orgs.slice(0, count) }))
    console.log(table(['organizations', 'Kabao, charges/s', 'pgbench, charges/s', 'ours is ×'], rows))
    const batched = await chargeInBatches(db, many, orgs)
    const theirs = await pgledgerCharges(cluster, { accounts: 50, clients, seconds })
    console.log(
      `\nIn transactions of ${batch}: ${Math.round(batched)} charges/s, ${(batched / rows[0][1]).toFixed(1)} × as many as alone.`,
    )
    console.log(
      `The way of pgledger, 50 organizations: ${Math.round(theirs)} transfers/s, without holds and in one statement each.`,
    )
    await fill(pool, orgs)
    console.log(`\n${table(['books', 'target, ms', 'ms'], await measureBooks(db, pool, load, orgs))}`)
    let verified
    const ms = await durationOf(async () => {
      verified = await verifyLedger(db)
    })
    console.log(
      `\nverify-ledger: ${verified.transfers.toLocaleString('en-US')} transfers of ${verified.accounts} accounts in ${(ms / 1000).toFixed(1)} s, ${verified.faults.length} faults.`,
    )
  } finally {
    await pool.end()
    await drop(cluster, database)
  }
}

async function addOrgs(pool, count) {
  const { rows } = await pool.query(
    `insert into org (code, name, flow) select 'bench' || n, 'bench ' || n, 'full' from generate_series(1, $1) n returning id`,
    [count],
  )
  await pool.query(
    `select book_transfer(bank.id, a.id, ${enough}, 'recharge', 'recharge', a.id::text, '${businessDay}', null, null, 0)
     from account a, account bank where bank.kind = 'bank' and a.org_id is not null`,
  )
  return rows.map(({ id }) => id)
}

/** The rounds alternate, so that both meet the same machine. */
async function compare(cluster, { db, holds, orgs }) {
  const ours = []
  const theirs = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await charge(db, holds, orgs))
    theirs.push(sameStatements(cluster, orgs))
  }
  const ratio = median(ours.map((each, round) => each / theirs[round]))
  return [orgs.length, Math.round(median(ours)), Math.round(median(theirs)), ratio.toFixed(2)]
}

let next = 0

/** @returns charges per second */
async function charge(db, { hold, post }, orgs) {
  const end = performance.now() + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < end) {
      const ref = { kind: 'login', id: `ours-${next++}` }
      const orgId = orgs[Math.floor(Math.random() * orgs.length)]
      await db.transaction().execute((write) => hold(write, { orgId, amountFen: 7, ref }))
      await db.transaction().execute((write) => post(write, { ref, businessDay }))
      done++
    }
  }
  const ms = await durationOf(() => Promise.all(Array.from({ length: clients }, client)))
  return done / (ms / 1000)
}

/** How many pushes are held and charged in one transaction. */
const batch = 100

/** Each client charges an organization of its own, so that none waits for another. @returns charges per second */
async function chargeInBatches(db, { holdMany, postMany }, orgs) {
  const end = performance.now() + seconds * 1000
  let done = 0
  const client = async (nth) => {
    while (performance.now() < end) {
      const refs = Array.from({ length: batch }, () => ({ kind: 'login', id: `batch-${next++}` }))
      const orgId = orgs[nth]
      const holdings = refs.map((ref) => ({ orgId, amountFen: 7, ref }))
      await db.transaction().execute((write) => holdMany(write, holdings))
      const posts = refs.map((ref) => ({ ref, amountFen: null }))
      await db.transaction().execute((write) => postMany(write, { posts, businessDay }))
      done += batch
    }
  }
  const ms = await durationOf(() => Promise.all(Array.from({ length: clients }, (_, nth) => client(nth))))
  return done / (ms / 1000)
}

/** The same statements by pgbench. @returns charges per second */
function sameStatements(cluster, orgs) {
  const run = Date.now()
  const script = `\\set org random(${orgs[0]}, ${orgs.at(-1)})
\\set n :n + 1
begin;
select hold_amount(:org, 7, 'login', concat(${run}, '-', :client_id::text, '-', :n::text));
commit;
begin;
select b.outcome, (b.booking).* from post_hold('login', concat(${run}, '-', :client_id::text, '-', :n::text), null, '${businessDay}') b;
commit;
`
  return pgbench(cluster.connectionTo(database), { script, clients, seconds })
}

/** Books charges in the database until there are a million transfers. */
async function fill(pool, orgs) {
  const missing = async () =>
    transfers - Number((await pool.query('select count(*) as n from transfer')).rows[0].n)
  for (let left = await missing(); left > 0; left = await missing()) {
    await pool.query(
      `select book_transfer(a.id, revenue.id, 7, 'charge', 'fill', ($2::int - n)::text, '${businessDay}', null, null, 0)
       from generate_series(1, $1) n join account a on a.org_id = ($3::bigint[])[case when n % 10 = 0 then 1 else 1 + n % ${orgs.length} end]
       join account revenue on revenue.kind = 'revenue'`,
      // Few enough that no account has a long chain of versions that this statement made and cannot clean up.
      [Math.min(left, 2_000), left, orgs],
    )
  }
  await pool.query('vacuum analyze transfer, transfer_ref, account')
}
