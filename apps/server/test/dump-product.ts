import { join } from 'node:path'
import { createPool } from '#platform/db/client'
import { dump } from './dump.ts'

/**
 * After the journeys, writes the content of a running embedded service's database to a file of the given name, for the check of
 * secrets.
 */
const [dataDir = '', name = ''] = process.argv.slice(2)
const pool = createPool({
  host: join(dataDir, 'cluster/socket'),
  port: 5432,
  user: 'kabao',
  database: 'kabao',
})
await dump(pool, name)
await pool.end()
