import { drop } from './lib/databases.mjs'
import { measureCosts } from './lib/fact-costs.mjs'
import { measureDelays } from './lib/fact-delays.mjs'
import { measureRebuild } from './lib/fact-rebuild.mjs'
import { measureReport } from './lib/fact-report.mjs'
import { proveFold } from './lib/fact-storm.mjs'
import { addFacts, addWorld } from './lib/facts-world.mjs'

const database = 'bench_report'
/** A tenth of them is measured too. */
const facts = Number(process.env.BENCH_FACTS ?? 1_000_000)

/**
 * Measures the statistics: what facts cost whoever makes them, how soon they are in the figures, how long a rebuild takes, and what a
 * report costs with ten times the facts. With `--kill`, proves instead that no kill makes the figures wrong.
 */
export async function run(cluster, flags) {
  const parts = await loadParts()
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  const pool = parts.createPool({
    ...cluster.connectionTo(database),
    max: 16,
    statement_timeout: 600_000,
    idle_in_transaction_session_timeout: 0,
  })
  try {
    const db = parts.createDb(pool)
    await parts.migrate(db)
    await parts.makeAhead(db)
    await pool.query(`select make_partitions('visit', now() - interval '1 day')`)
    if (flags.includes('--kill')) await proveFold(pool, db, parts)
    else await measure(pool, db, parts)
  } finally {
    await pool.end()
    await drop(cluster, database)
  }
}

async function measure(pool, db, parts) {
  const world = await addWorld(pool)
  await measureCosts(pool, world)
  await measureDelays(pool, world, { ...parts, db })
  await pool.query('truncate fact, fact_delta, roll_up, roll_up_hour')
  const p95 = []
  for (const upTo of [facts / 10, facts]) {
    await addFacts(pool, world, upTo)
    await measureRebuild(pool, db, { ...parts, facts: upTo })
    p95.push(await measureReport(pool, db, { ...parts, facts: upTo }))
  }
  console.log(`\nthe report with ten times the facts: ${(p95[1] / p95[0]).toFixed(2)} × (p95; target 1.5)`)
}

async function loadParts() {
  const load = (path) => import(`../apps/server/src/${path}`)
  const modules = await Promise.all([
    ...[
      'platform/db/client.ts',
      'platform/db/migrate.ts',
      'platform/partitions/keep.ts',
      'statistics/start.ts',
    ].map(load),
    ...['statistics/rebuild.ts', 'statistics/days.ts', 'statistics/check.ts'].map(load),
    ...['statistics/reports/page.ts', 'statistics/reports/question.ts'].map(load),
    import('../packages/contract/src/statistics/report/channel-list.ts'),
  ])
  return Object.assign({}, ...modules)
}
