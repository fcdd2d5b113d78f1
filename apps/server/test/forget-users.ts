import { join } from 'node:path'
import { openPool } from '#db/client'

/**
 * For journeys: takes the users of channels out of a running embedded service, as if they had never been there, so that its
 * lists are as long as the other journeys expect.
 */
const [dataDir = '', ...channels] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = openPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
await pool.query('delete from "user" where channel_id = any($1)', [channels])
await pool.query('analyze "user"')
await pool.end()
