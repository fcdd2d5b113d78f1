import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { noteResults } from '#ledger/channel-cost/note'
import { createDb, createPool } from '#platform/db/client'

/** For journeys: registrations that a channel of a running embedded service is paid for, one on each of these days. */
const [dataDir = '', channelId = '', ...days] = process.argv.slice(2)
const pool = createPool({
  host: join(dataDir, 'cluster/socket'),
  port: 5432,
  user: 'kabao',
  database: 'kabao',
})
await createDb(pool)
  .transaction()
  .execute((write) =>
    noteResults(
      write,
      'registration',
      days.map((businessDay) => ({ channelId, businessDay, id: randomUUID() })),
    ),
  )
await pool.end()
