/**
 * A process of its own for the tests: `starter.ts <data folder> [insert]` starts the database and says what happens, a
 * JSON object a line. With `insert` it adds rows for as long as it lives and says of each that it was acknowledged.
 */
import { ask } from '../ask.ts'
import { PostgresError, startPostgres } from '../index.ts'

export interface Said {
  ready?: { pid: number; adopted: boolean; rows: number }
  acknowledged?: number
  refused?: string
  ended?: string
}

const [, , dataDir = '', task] = process.argv
const say = (said: Said) => process.stdout.write(`${JSON.stringify(said)}\n`)

try {
  const postgres = await startPostgres({ dataDir, onExit: (ended) => say({ ended }) })
  process.once('SIGTERM', () => postgres.stop().then(() => process.exit()))
  const query = async (sql: string) => Number((await ask(postgres.connection, sql))[0]?.[0] ?? 0)

  await query(
    'create table if not exists kept (id bigint generated always as identity primary key, round int)',
  )
  const rows = await query('select count(*) from kept')
  say({ ready: { pid: postgres.pid, adopted: postgres.adopted, rows } })
  if (task === 'insert') {
    // Computing without a pause, this backend does not notice that its postmaster is gone.
    query('select count(*) from generate_series(1, 100000000)').catch(() => {})
    for (let count = 1; ; count++) {
      await query('insert into kept (round) values (1)')
      say({ acknowledged: count })
    }
  }
  setInterval(() => {}, 1000)
} catch (error) {
  if (error instanceof PostgresError) say({ refused: error.message })
  // An insert fails because the test has killed the database; the test kills this process too.
  setInterval(() => {}, 1000)
}
