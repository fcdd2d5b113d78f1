import { join } from 'node:path'
import type { MessageKind } from '@kabao/contract/operations/message'
import { createDb, createPool } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'

/** For journeys: sends messages to the account `admin` of a running embedded service, as an area would. */
const [dataDir = '', kind = 'notice', ...titles] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = createPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
const db = createDb(pool)
const { rows } = await pool.query<{ id: string }>(`select id from admin where username = 'admin'`)
await db.transaction().execute(async (write) => {
  for (const title of titles)
    await sendMessage(write, {
      to: rows.map(({ id }) => id),
      kind: kind as MessageKind,
      title: [title, title],
      content: [title, title],
    })
})
await pool.end()
