import { join } from 'node:path'
import { openPool } from '#db/client'

/**
 * For journeys: removes the users of channels from a running embedded service without a trace, so that its lists are as long as
 * the other journeys expect.
 */
const [dataDir = '', ...channels] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = openPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
await pool.query('delete from "user" where channel_id = any($1)', [channels])
await pool.query('analyze "user"')
await pool.end()
