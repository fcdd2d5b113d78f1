import { writeFileSync } from 'node:fs'
import { at } from '../scripts/lib/paths.mjs'
import { startOurs } from './lib/apps.mjs'
import { intakeClient } from './lib/client.mjs'
import { prepareDatabases, signIn, sizes } from './lib/databases.mjs'
import { durationOf, median, quantile, table, timed } from './lib/figures.mjs'
import { planOf } from './lib/plans.mjs'
import { requestsFor } from './lib/requests.mjs'
import { recordSql, sendSteps } from './lib/sql-of.mjs'

const rounds = 9
const turns = 20
/** `pg` alone has no cache, so its first requests can be measured more often. */
const firstTurnsOfPg = 5

/**
 * Compares a page of users over HTTP with the same statements sent by `pg` alone, and 1,000,000 users with
 * 10,000. Every round restarts both servers, so that the first request of a list is measured as well as the later
 * ones. The compared requests alternate, so that noise of the machine affects both.
 */
export async function run(cluster) {
  await prepareDatabases(cluster)
  const sides = []
  for (const { database } of sizes) sides.push(await prepareSide(cluster, database))
  for (let round = 0; round < rounds; round++) await measure(cluster, sides)

  const plans = []
  for (const side of sides) plans.push(...(await plansOf(cluster, side)))
  writeFileSync(at('.cache/bench/plans.txt'), plans.join('\n'))
  const [small, large] = sides
  show('A repeated list request', small, large, 'again')
  show('The first request of a list', small, large, 'first')
  console.log('\nThe plans are in .cache/bench/plans.txt.')
}

async function prepareSide(cluster, database) {
  const token = await signIn(cluster, database)
  const app = await startOurs(cluster, database)
  const requests = await requestsFor(app, token)
  await app.stop()
  const bodies = requests.map(({ body }) => body)
  const recorded = await recordSql(cluster, database, bodies)
  const times = () => ({ first: [], again: [], firstPg: [], againPg: [] })
  return {
    database,
    requests: requests.map((request, index) => ({
      ...request,
      sql: recorded[index],
      rows: 0,
      times: times(),
    })),
  }
}

async function measure(cluster, sides) {
  const open = await Promise.all(sides.map((side) => openSide(cluster, side)))
  try {
    for (const side of open) await warmUp(side)
    const pairs = sides[1].requests.map((large) => [
      { ...open[1], request: large },
      ...sides[0].requests
        .filter((small) => isSameList(small, large))
        .map((request) => ({ ...open[0], request })),
    ])
    for (const pair of pairs) await askFirst(pair)
    for (const pair of pairs) await askAgain(pair)
  } finally {
    for (const { client, pool, app } of open) {
      client.close()
      await pool.end()
      await app.stop()
    }
  }
}

async function openSide(cluster, { database, requests }) {
  const token = await signIn(cluster, database)
  const app = await startOurs(cluster, database)
  return { app, client: intakeClient(app, token), pool: cluster.open(database), requests }
}

/** Requests other lists than the measured ones, so that the code is warm and the cache of the measured lists is not. */
async function warmUp({ client, pool, requests }) {
  await timed(500, (turn) => client.page({ sort: 'lastActiveAt', flow: 'uv', current: (turn % 40) + 1 }))
  await timed(200, () => sendSteps(pool, requests[0].sql.first))
}

async function askFirst(pair) {
  for (const { client, pool, request } of pair) {
    request.times.first.push(await durationOf(() => client.page(request.body)))
    request.times.firstPg.push(...(await timed(firstTurnsOfPg, () => sendSteps(pool, request.sql.first))))
  }
}

async function askAgain(pair) {
  for (let turn = 0; turn < turns; turn++) {
    for (const { client, pool, request } of pair) {
      let page
      const duration = await durationOf(async () => {
        page = await client.page(request.body)
      })
      request.rows = page.records.length
      request.times.again.push(duration)
      request.times.againPg.push(await durationOf(() => sendSteps(pool, request.sql.again)))
    }
  }
}

async function plansOf(cluster, { database, requests }) {
  const pool = cluster.open(database)
  try {
    const parts = []
    for (const { name, body, sql } of requests) {
      const statements = [...sql.first, ...sql.again].flat().filter(({ text }) => isOfList(text))
      const different = new Map(statements.map((statement) => [statement.text, statement]))
      for (const statement of different.values()) {
        parts.push(`--- ${database}, ${name}, page ${body.current}\n${await planOf(pool, statement)}\n`)
      }
    }
    return parts
  } finally {
    await pool.end()
  }
}

/** Leaves out the statements of the session and the planner's estimate. */
const isOfList = (text) => text.includes('"user"') && !text.startsWith('explain')

const isSameList = (one, other) => one.name === other.name && one.depth === other.depth

function show(title, small, large, key) {
  const rows = large.requests.map((request) => {
    const other = small.requests.find((each) => isSameList(each, request))
    return [
      request.name,
      request.body.current,
      ...againstPg(request, key),
      ...againstSmall(request, other, key),
    ]
  })
  const head = ['list', 'page', 'p50, ms', 'p95, ms', 'pg alone', '× pg', '10,000 users', '× 10,000']
  console.log(`\n${title}:\n\n${table(head, rows)}`)
}

function againstPg({ times }, key) {
  const own = median(times[key])
  const pg = median(times[`${key}Pg`])
  return [ms(own), ms(quantile(times[key], 0.95)), ms(pg), (own / pg).toFixed(2)]
}

/** Puts the ratio in brackets for a page with fewer rows, because it is less work. */
function againstSmall({ times, rows }, other, key) {
  if (!other) return ['–', '–']
  const ratio = (median(times[key]) / median(other.times[key])).toFixed(2)
  const own = ms(median(other.times[key]))
  return other.rows === rows ? [own, ratio] : [`${own} (${other.rows} rows)`, `(${ratio})`]
}

const ms = (value) => value.toFixed(2)
