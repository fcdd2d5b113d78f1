import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '#platform/db/client'

/**
 * For journeys: has a running embedded service judge an alert on a figure again, for the day that ended last. `again` marks it and
 * prints until when it counts as judged; with this instant, `wait` ends when a run of the job has judged it.
 */
const [dataDir = '', name = '', act = '', from = ''] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = createPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
const request = async (statement: string, ...values: string[]) => (await pool.query(statement, values)).rows
if (act === 'again') {
  const [row] = await request(
    `update report_alert set judged_until = judged_until - interval '2 days' where name = $1
     returning judged_until::text as until`,
    name,
  )
  process.stdout.write(row.until)
} else {
  const judged = 'select from report_alert where name = $1 and judged_until > $2::timestamptz'
  while ((await request(judged, name, from)).length === 0) await sleep(200)
}
await pool.end()
