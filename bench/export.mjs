import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../scripts/lib/run.mjs'
import { startOurs } from './lib/apps.mjs'
import { intakeClient } from './lib/client.mjs'
import { prepareDatabases, signIn, sizes, withPool } from './lib/databases.mjs'
import { durationOf, median, quantile, table, timed } from './lib/figures.mjs'

const rounds = 3
const idleTurns = 300
const workbookRows = 200_000
const columns = [
  'id',
  'phone',
  'name',
  'gender',
  'age',
  'cityName',
  'channelName',
  'flow',
  'status',
  'riskLevel',
  'lastActiveAt',
  'createdAt',
]
/** The same columns in the same order, as PostgreSQL stores them: not masked, translated or formatted. */
const reference = `copy (select t.id, t.phone, t.name, t.gender, t.birthday, t.city_code, channel.name, t.flow, t.status,
    t.risk_level, t.last_active_at, t.created_at
  from "user" t left join channel on channel.id = t.channel_id order by t.created_at desc, t.id desc)
  to '/dev/null' with (format csv)`

/**
 * Compares an export of every user to CSV with PostgreSQL's own COPY of the same columns, and measures a large workbook, the
 * memory of the server and page calls during both. The compared work runs alternately, so that noise of the machine affects
 * both.
 */
export async function run(cluster) {
  await prepareDatabases(cluster)
  const { database, users } = sizes.at(-1)
  const token = await signIn(cluster, database)
  const app = await startOurs(cluster, database)
  const client = intakeClient(app, token)
  const turn = { app, client, cluster, database, token }
  try {
    const since = await placeOf(cluster, database, workbookRows)
    await exported(turn, { format: 'csv', createdFrom: await placeOf(cluster, database, 5_000) })
    const idle = { memory: memoryOf(app), p95: await idleP95(client) }
    const csv = []
    const xlsx = []
    for (let round = 0; round < rounds; round++) {
      const copy = await durationOf(() => withPool(cluster, database, (pool) => pool.query(reference)))
      csv.push({ copy, ...(await watched(turn, { format: 'csv' })), idleP95: await idleP95(client) })
    }
    for (let round = 0; round < rounds; round++) {
      const watchedOne = await watched(turn, { format: 'xlsx', createdFrom: since })
      xlsx.push({ copy: null, ...watchedOne, idleP95: await idleP95(client) })
    }
    show(`CSV of ${users.toLocaleString('en-US')} users`, csv, idle)
    show(`XLSX of ${workbookRows.toLocaleString('en-US')} users`, xlsx, idle)
  } finally {
    client.close()
    await app.stop()
  }
}

/** The instant after which about this many users were created. */
const placeOf = (cluster, database, rows) =>
  withPool(cluster, database, async (pool) => {
    const found = await pool.query(
      `select created_at from "user" order by created_at desc, id desc offset $1 limit 1`,
      [rows],
    )
    return found.rows[0].created_at.toISOString()
  })

const idleP95 = async (client) => quantile(await timed(idleTurns, () => client.page({})), 0.95)

/** One export, with the peak memory of the server and the page calls during the export. */
async function watched(turn, body) {
  const calls = []
  let most = 0
  let isOver = false
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(turn.app))
  }, 50)
  const beside = (async () => {
    while (!isOver) calls.push(await durationOf(() => turn.client.page({})))
  })()
  let result
  const took = await durationOf(async () => {
    result = await exported(turn, body)
  })
  isOver = true
  await beside
  clearInterval(watch)
  return { took, most, p95: quantile(calls, 0.95), calls: calls.length, ...result }
}

/** Requests an export and waits until it is done. */
async function exported({ app, token }, body) {
  const { task } = await post(app, token, '/user/page/export', { ...body, columns, sort: '-createdAt' })
  const seen = new Set()
  for (;;) {
    const now = await get(app, token, `/exportTask/${task.id}`)
    if (now.status === 'done') return { rows: now.rowsTotal, bytes: now.fileSize, steps: seen.size }
    if (now.rowsDone > 0) seen.add(now.rowsDone)
    if (!['queued', 'running'].includes(now.status))
      throw new Failure(`The export is ${now.status}: ${now.failure}.`)
    await sleep(50)
  }
}

const post = (app, token, path, body) =>
  request(app, path, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const get = (app, token, path) => request(app, path, { headers: { token } })
async function request(app, path, options) {
  const answer = await (await fetch(app.page.replace('/user/page', path), options)).json()
  if (answer.code !== '0000') throw new Failure(`${path} failed: ${answer.desc}`)
  return answer.data
}

/** The current memory of the server, in MB. Linux only. */
const memoryOf = ({ pid }) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

function show(title, turns, idle) {
  const middle = (of) => median(turns.map(of))
  const [{ rows, bytes }] = turns
  const lines = [
    ['seconds', (middle(({ took }) => took) / 1000).toFixed(1)],
    ['rows per second', Math.round(middle(({ took }) => (rows / took) * 1000)).toLocaleString('en-US')],
    ...(turns[0].copy === null
      ? []
      : [
          ['seconds of COPY to /dev/null', (middle(({ copy }) => copy) / 1000).toFixed(1)],
          ['ours is ×', middle(({ took, copy }) => took / copy).toFixed(2)],
        ]),
    ['memory idle, MB', Math.round(idle.memory)],
    ['most memory above idle, MB', Math.round(Math.max(...turns.map(({ most }) => most)) - idle.memory)],
    ['page call idle p95, ms', middle((each) => each.idleP95).toFixed(1)],
    ['page call beside it p95, ms', middle(({ p95 }) => p95).toFixed(1)],
    ['beside is ×', middle((each) => each.p95 / each.idleP95).toFixed(2)],
    ['steps of progress that were seen', middle(({ steps }) => steps)],
    ['MB of the file', (bytes / 1024 / 1024).toFixed(1)],
  ]
  console.log(`\n${title} (${rows.toLocaleString('en-US')} rows, ${rounds} rounds):\n`)
  console.log(table(['figure', 'median'], lines))
}
