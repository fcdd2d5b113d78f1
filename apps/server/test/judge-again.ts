import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '#db/client'

/** For journeys: has a running embedded service judge an alert on a figure again, for the day that ended last, and waits for it. */
const [dataDir = '', name = ''] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = openPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
const { rows } = await pool.query(
  `update report_alert set judged_until = judged_until - interval '2 days' where name = $1 returning id, judged_until`,
  [name],
)
const [{ id, judged_until: from }] = rows
const isJudged = async () =>
  (await pool.query('select from report_alert where id = $1 and judged_until > $2', [id, from])).rows.length >
  0
while (!(await isJudged())) await sleep(200)
await pool.end()
