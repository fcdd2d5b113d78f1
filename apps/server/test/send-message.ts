import { join } from 'node:path'
import { openDb, openPool } from '#db/client'
import { sendMessage } from '#db/messages'

/** For journeys: sends the account `admin` of a running embedded service a notice, as an area would. */
const [dataDir = '', title = ''] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = openPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
const db = openDb(pool)
const { rows } = await pool.query<{ id: string }>(`select id from admin where username = 'admin'`)
await db.transaction().execute((write) =>
  sendMessage(write, {
    to: rows.map(({ id }) => id),
    kind: 'notice',
    title: [title, title],
    content: [title, title],
  }),
)
await pool.end()
