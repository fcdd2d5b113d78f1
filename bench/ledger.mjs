import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { drop } from './lib/databases.mjs'
import { durationOf, median, table } from './lib/figures.mjs'

const database = 'bench_ledger'
const clients = 16
const seconds = 8
const rounds = 3
const transfers = 1_000_000
const businessDay = '2026-11-20'
/** More than all charges of a run, in fen. */
const enough = 1_000_000_000_000

/**
 * Measures how many pushes a second are held and charged, each by a transaction for the hold and one for the charge: by
 * `src/ledger/` in one process of Node, and by pgbench with the same statements. Then, how long the check of a million transfers takes.
 */
export async function run(cluster) {
  const load = (path) => tsImport(`../apps/server/src/${path}`, import.meta.url)
  const [{ openDb, openPool }, { migrate }, holds, { verifyLedger }] = await Promise.all([
    load('db/client.ts'),
    load('db/migrate.ts'),
    load('ledger/holds.ts'),
    load('ledger/verify.ts'),
  ])
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  const pool = openPool({
    ...cluster.connectionTo(database),
    max: clients,
    statement_timeout: 600_000,
    idle_in_transaction_session_timeout: 0,
  })
  const db = openDb(pool)
  try {
    await migrate(db)
    const orgs = await addOrgs(pool, 50)
    const rows = []
    for (const count of [50, 1]) rows.push(await compare(cluster, { db, holds, orgs: orgs.slice(0, count) }))
    console.log(table(['organizations', 'Kabao, charges/s', 'pgbench, charges/s', 'ours is ×'], rows))
    await fill(pool, orgs)
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
    theirs.push(pgbench(cluster, orgs))
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

/** @returns charges per second */
function pgbench(cluster, orgs) {
  const { host, port, user } = cluster.connectionTo(database)
  const folder = mkdtempSync(join(tmpdir(), 'kabao-pgbench-'))
  const script = join(folder, 'charge.sql')
  const run = Date.now()
  writeFileSync(
    script,
    `\\set org random(${orgs[0]}, ${orgs.at(-1)})
\\set n :n + 1
begin;
select hold_amount(:org, 7, 'login', concat(${run}, '-', :client_id::text, '-', :n::text));
commit;
begin;
select b.outcome, (b.booking).* from post_hold('login', concat(${run}, '-', :client_id::text, '-', :n::text), null, '${businessDay}') b;
commit;
`,
  )
  try {
    const said = execFileSync(
      'pgbench',
      [
        ...['-n', '-M', 'extended', '-c', clients, '-j', 2, '-T', seconds, '-D', 'n=0'],
        ...['-f', script, '-h', host, '-p', port, '-U', user, database],
      ].map(String),
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    )
    return Number(/tps = ([\d.]+) \(without/.exec(said)?.[1])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Books charges in the database until there are a million transfers. */
async function fill(pool, orgs) {
  const missing = async () =>
    transfers - Number((await pool.query('select count(*) as n from transfer')).rows[0].n)
  for (let left = await missing(); left > 0; left = await missing()) {
    await pool.query(
      `select book_transfer(a.id, revenue.id, 7, 'charge', 'fill', ($2::int - n)::text, '${businessDay}', null, null, 0)
       from generate_series(1, $1) n join account a on a.org_id = ($3::bigint[])[1 + n % ${orgs.length}]
       join account revenue on revenue.kind = 'revenue'`,
      // Few enough that no account has a long chain of versions that this statement made and cannot clean up.
      [Math.min(left, 2_000), left, orgs],
    )
  }
  await pool.query('vacuum analyze transfer, transfer_ref, account')
}
