import { join } from 'node:path'
import { createPool } from '#platform/db/client'

/**
 * For journeys: removes the users of channels from a running embedded service without a trace, so that its lists are as long as
 * the other journeys expect.
 */
const [dataDir = '', ...channels] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = createPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
// Some at a time, because a statement has some seconds only, also beside other journeys.
const some = `delete from "user" where id = any(array(select id from "user" where channel_id = any($1) limit 2000))`
while ((await pool.query(some, [channels])).rowCount);
await pool.query('analyze "user"')
await pool.end()
