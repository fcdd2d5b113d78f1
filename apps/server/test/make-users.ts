import { join } from 'node:path'
import { createPool } from '#platform/db/client'

/**
 * For journeys: creates rejected users of a new channel in a running embedded service, and prints the channel's id. They registered
 * long ago, so that they are not on the pages of other journeys.
 */
const [dataDir = '', count = '0'] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
// So many rows take longer than the service gives a statement when the machine is busy.
const pool = createPool({
  host,
  port: 5432,
  user: 'kabao',
  database: 'kabao',
  statement_timeout: 120_000,
  silenceMs: 120_000,
})
const { rows } = await pool.query<{ id: string }>(
  `insert into channel (code, name, flow, owner_id)
   select 'j' || substr(md5(random()::text), 1, 12), '旅程渠道', 'full', min(id) from admin returning id`,
)
const id = rows[0]?.id
await pool.query(
  `insert into "user" (name, flow, status, channel_id, created_at)
   select '赵六', 'full', 'rejected', $1, timestamptz '2020-01-01' + n * interval '1 second'
   from generate_series(1, $2::int) n`,
  [id, count],
)
process.stdout.write(String(id))
await pool.end()
