import { join } from 'node:path'
import { createDb, createPool } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'

/**
 * For journeys: writes a text into every text column of the newest row of every table of a running embedded service, as far as
 * constraints allow, after adding rows to the tables that lists show. Prints which columns it could reach.
 */
const [dataDir = '', text = '', name = ''] = process.argv.slice(2)
const pool = createPool({
  host: join(dataDir, 'cluster/socket'),
  port: 5432,
  user: 'kabao',
  database: 'kabao',
})
const one = async (sql: string, values: unknown[] = []) =>
  (await pool.query(`${sql} returning id`, values)).rows[0].id

const channel = await one(`insert into channel (code, name, flow) values ($1, $2, 'full')`, [name, text])
await one(
  `insert into "user" (flow, channel_id, created_at) values ('full', $1, now() + interval '1 hour')`,
  [channel],
)
await one(
  `insert into blacklist (kind, value, created_at) values ('device', $1, now() + interval '1 hour')`,
  [`${text} ${name}`],
)
const role = await one(
  `insert into role (code, name, created_at) values ($1, $1, now() + interval '1 hour')`,
  [name],
)
const admin = await one(
  `insert into admin (username, name, password_hash, created_at) values ($1, $1, '-', now() + interval '1 hour')`,
  [name],
)
await pool.query('insert into admin_role values ($1, $2)', [admin, role])
const reader = await pool.query<{ id: string }>(`select id from admin where username = 'admin'`)
await createDb(pool)
  .transaction()
  .execute((db) =>
    sendMessage(db, {
      to: reader.rows.map(({ id }) => id),
      kind: 'notice',
      title: [text, text],
      subTitle: [text, text],
      content: [text, text],
      avatar: text.slice(0, 1),
    }),
  )

const { rows: columns } = await pool.query<{ table: string; column: string }>(
  `select c.table_name as table, c.column_name as column from information_schema.columns c
   join information_schema.columns i on i.table_schema = c.table_schema and i.table_name = c.table_name and i.column_name = 'id'
   where c.table_schema = 'public' and c.data_type = 'text'
     and c.column_name not in ('password_hash', 'code', 'username', 'status', 'kind', 'flow', 'income_band', 'credit_band') order by 1, 2`,
)
const reached: string[] = []
for (const { table, column } of columns) {
  await pool
    .query(`update "${table}" set "${column}" = $1 where id = (select max(id) from "${table}")`, [text])
    .then(({ rowCount }) => rowCount && reached.push(`${table}.${column}`))
    .catch(() => undefined)
}
process.stdout.write(JSON.stringify({ reached, role, admin }))
await pool.end()
