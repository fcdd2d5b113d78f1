import { writeFileSync } from 'node:fs'
import { at } from '../scripts/lib/paths.mjs'
import { startOurs } from './lib/apps.mjs'
import { openClient } from './lib/client.mjs'
import { prepareDatabases, signIn, sizes } from './lib/databases.mjs'
import { median, quantile, table, timed } from './lib/figures.mjs'
import { planOf } from './lib/plans.mjs'
import { requestsFor } from './lib/requests.mjs'
import { recordSql, sendSteps } from './lib/sql-of.mjs'

const rounds = 5
const turns = 40

/**
 * A page of users over the wire, against the same statements sent by `pg` alone, and on 1,000,000 users against 10,000.
 * Every round starts both servers afresh, so that the first request of a list is measured as often as the later ones.
 */
export async function run(cluster) {
  await prepareDatabases(cluster)
  const sides = []
  for (const { database } of sizes) sides.push(await prepareSide(cluster, database))
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) await measure(cluster, side)
  }
  writeFileSync(at('.cache/bench/plans.txt'), (await Promise.all(sides.map((side) => plansOf(cluster, side)))).join('\n'))
  const [small, large] = sides
  show('The list is asked for again', small, large, 'again')
  show('The list is asked for the first time (its size is counted)', small, large, 'first')
  console.log('\nThe plans are in .cache/bench/plans.txt.')
}

async function prepareSide(cluster, database) {
  const token = await signIn(cluster, database)
  const app = await startOurs(cluster, database)
  const requests = await requestsFor(app, token)
  await app.stop()
  const recorded = await recordSql(
    cluster,
    database,
    requests.map(({ body }) => body),
  )
  return {
    database,
    requests: requests.map((request, index) => ({
      ...request,
      sql: recorded[index],
      rows: 0,
      times: { first: [], again: [], firstPg: [], againPg: [], againP95: [] },
    })),
  }
}

async function measure(cluster, { database, requests }) {
  const token = await signIn(cluster, database)
  const app = await startOurs(cluster, database)
  const client = openClient(app, token)
  const pool = cluster.open(database)
  try {
    // Other lists than those measured: the code is warm, what is remembered of the lists is not.
    await timed(300, (turn) => client.page({ sort: 'lastActiveAt', flow: 'uv', current: (turn % 40) + 1 }))
    await timed(100, () => sendSteps(pool, requests[0].sql.again))
    for (const { body, sql, times } of requests) {
      const [first] = await timed(1, () => client.page(body))
      const [firstPg] = await timed(1, () => sendSteps(pool, sql.first))
      times.first.push(first)
      times.firstPg.push(firstPg)
    }
    for (const request of requests) {
      const { body, sql, times } = request
      const again = await timed(turns, async () => {
        request.rows = (await client.page(body)).records.length
      })
      const againPg = await timed(turns, () => sendSteps(pool, sql.again))
      times.again.push(median(again))
      times.againP95.push(quantile(again, 0.95))
      times.againPg.push(median(againPg))
    }
  } finally {
    client.close()
    await pool.end()
    await app.stop()
  }
}

async function plansOf(cluster, { database, requests }) {
  const pool = cluster.open(database)
  try {
    const parts = []
    for (const { name, body, sql } of requests) {
      const statements = [...sql.first, ...sql.again].flat()
      const texts = [...new Map(statements.map((statement) => [statement.text, statement])).values()]
      for (const statement of texts.filter(({ text }) => isOfList(text))) {
        parts.push(`--- ${database}, ${name}, page ${body.current}\n${await planOf(pool, statement)}\n`)
      }
    }
    return parts.join('\n')
  } finally {
    await pool.end()
  }
}

/** Not the session, nor the planner's own estimate. */
const isOfList = (text) => text.includes('"user"') && !text.startsWith('explain')

function show(title, small, large, key) {
  const ms = (value) => value.toFixed(2)
  const p95 = (request) => (key === 'again' ? ` (${ms(median(request.times.againP95))})` : '')
  const rows = large.requests.map((request) => {
    const other = small.requests.find(({ name, depth }) => name === request.name && depth === request.depth)
    const own = median(request.times[key])
    const pg = median(request.times[`${key}Pg`])
    const cells = [request.name, request.body.current, request.rows, ms(own) + p95(request), ms(pg), (own / pg).toFixed(2)]
    if (!other) return [...cells, '–', '–']
    const page = other.body.current === request.body.current ? '' : `, page ${other.body.current}`
    const ownSmall = median(other.times[key])
    return [...cells, `${ms(ownSmall)} (${other.rows} rows${page})`, (own / ownSmall).toFixed(2)]
  })
  const head = ['list', 'page', 'rows', key === 'again' ? 'ms, p50 (p95)' : 'ms', 'pg alone', '× pg', 'on 10,000 users', '× 10,000']
  console.log(`\n${title}:\n\n${table(head, rows)}`)
}
