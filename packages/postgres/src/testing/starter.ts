/**
 * A child process for the tests: `starter.ts <data folder> [task]` starts the database and reports events, one JSON object a line.
 * With the task `insert` it adds rows as long as it lives and reports each acknowledged row.
 */

import { PostgresError, startPostgres } from '../index.ts'
import { query } from '../query.ts'

export interface Said {
  ready?: { pid: number; adopted: boolean }
  acknowledged?: string
  refused?: string
  ended?: string
}

const [, , dataDir = '', task] = process.argv
const say = (said: Said) => process.stdout.write(`${JSON.stringify(said)}\n`)

const postgres = await startPostgres({ dataDir, onExit: (ended) => say({ ended }) }).catch((error) => {
  say({ refused: error instanceof PostgresError ? error.message : String(error.stack) })
  process.exit()
})
process.once('SIGTERM', () => process.exit())
setInterval(() => {}, 1000)

const runSql = async (sql: string) => (await query(postgres.connection, sql))[0]?.[0] ?? ''
await runSql('create table if not exists kept (id bigint generated always as identity primary key)')
say({ ready: { pid: postgres.pid, adopted: postgres.adopted } })

// From here on the test may kill the database, and statements fail; this process stays, to be killed as well.
// A backend that computes without a pause does not notice that its postmaster is gone.
const hundredMillion = 'select count(*) from generate_series(1, 10000) a, generate_series(1, 10000) b'
if (task === 'insert and compute') runSql(hundredMillion).catch(() => {})
if (task) await insert().catch(() => {})

async function insert() {
  for (;;) say({ acknowledged: await runSql('insert into kept default values returning id') })
}
