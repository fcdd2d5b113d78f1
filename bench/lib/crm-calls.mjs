import { writeFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.mjs'
import { startOurs } from './apps.mjs'
import { intakeClient } from './client.mjs'
import { makeLeads, signInSalesman } from './crm-world.mjs'
import { signIn, withPool } from './databases.mjs'
import { durationOf, median, quantile, table, timed } from './figures.mjs'
import { planOf } from './plans.mjs'
import { recordSql, sendSteps } from './sql-of.mjs'

const rounds = Number(process.env.CRM_CALL_ROUNDS ?? 3)
const turns = 20
const size = 20

const lists = [
  { name: 'first page', body: {} },
  { name: 'page 500', body: { current: 500 } },
  { name: 'oldest first', body: { sort: 'arrivedAt' } },
  { name: 'stage', body: { stage: 'interested' } },
  { name: 'waiting', body: { place: 'waiting' } },
  { name: 'source + city', body: { source: 'open', cityCode: '440300' } },
  { name: 'name', body: { name: '王乙' } },
  { name: 'surname', body: { name: '王' } },
  { name: 'phone, last 4', body: { phone: '4321' } },
]
const calls = [
  ...lists.map(({ name, body }) => ({ name, path: '/lead/page', body: { size, ...body } })),
  { name: 'board, a column', path: '/lead/board', body: { stage: 'new', size } },
  { name: 'counts', path: '/lead/counts', method: 'GET' },
]
const persons = [
  { who: 'all leads', token: (cluster, database) => signIn(cluster, database) },
  { who: 'head of 20', token: (_, __, pool) => signInSalesman(pool, 1) },
  { who: 'salesman', token: (_, __, pool) => signInSalesman(pool, 15) },
]

/** Times of the calls of the page of leads, beside the same statements sent by `pg` alone, and beside a small database. */
export async function measureCalls(cluster, [small, large]) {
  const sides = []
  for (const { database, leads } of [small, large]) {
    console.log(`Making ${database}…`)
    await makeLeads(cluster, database, leads)
    sides.push({ database, requests: await prepare(cluster, database) })
  }
  for (let round = 0; round < rounds; round++) await measureRound(cluster, sides)
  show('A repeated call', sides, 'again')
  show('The first call', sides, 'first')
  await writePlans(cluster, sides)
}

async function prepare(cluster, database) {
  const requests = []
  await withPool(cluster, database, async (pool) => {
    for (const { who, token } of persons) {
      const own = await token(cluster, database, pool)
      for (const call of calls)
        requests.push({ ...call, who, token: own, times: { first: [], again: [], firstPg: [], againPg: [] } })
    }
  })
  const recorded = await recordSql(cluster, database, requests, async (app, request) => {
    const client = clientOf(app, request)
    await client.page(request.body)
    client.close()
  })
  return requests.map((request, index) => ({ ...request, sql: recorded[index] }))
}

const clientOf = ({ page }, { path, method, token }) =>
  intakeClient({ page: page.replace('/user/page', path), method }, token)

/** Starts both servers anew; the requests to both alternate, so that noise affects both. */
async function measureRound(cluster, sides) {
  const open = []
  for (const { database, requests } of sides) {
    const app = await startOurs(cluster, database)
    open.push({ app, requests, pool: cluster.open(database) })
  }
  try {
    for (const { app, requests } of open) await warmUp(app, requests[0])
    for (let index = 0; index < sides[0].requests.length; index++) {
      const pair = open.map(({ app, requests, pool }) => ({
        pool,
        request: requests[index],
        client: clientOf(app, requests[index]),
      }))
      for (const side of pair) await ask(side, 'first')
      for (let turn = 0; turn < turns; turn++) for (const side of pair) await ask(side, 'again')
      for (const { client } of pair) client.close()
    }
  } finally {
    for (const { app, pool } of open) {
      await pool.end()
      await app.stop()
    }
  }
}

async function ask({ client, pool, request }, key) {
  request.times[key].push(await timeOf(client, request))
  request.times[`${key}Pg`].push(await durationOf(() => sendSteps(pool, request.sql[key])))
}

/** A call that was refused for its time counts as ten seconds at least. */
async function timeOf(client, { who, name, body }) {
  let isRefused = false
  const ms = await durationOf(() =>
    client.page(body).catch((error) => {
      isRefused = true
      console.log(`${who}, ${name}: ${error.message}`)
    }),
  )
  return isRefused ? Math.max(ms, 10_000) : ms
}

/** Requests another list, so that the code is warm and the cache of the measured ones is not. */
async function warmUp(app, request) {
  const client = clientOf(app, request)
  await timed(300, (turn) => client.page({ size, place: 'closed', current: (turn % 9) + 1 }))
  client.close()
}

async function writePlans(cluster, sides) {
  const parts = []
  for (const { database, requests } of sides)
    await withPool(cluster, database, async (pool) => {
      for (const { who, name, sql } of requests)
        for (const statement of sql.first
          .flat()
          .filter(({ text }) => / lead /.test(text) && !text.startsWith('explain')))
          parts.push(`--- ${database}, ${who}, ${name}\n${await planOf(pool, statement)}\n`)
    })
  writeFileSync(at('.cache/bench/crm-plans.txt'), parts.join('\n'))
}

function show(title, [small, large], key) {
  const rows = large.requests.map(({ who, name, times }, index) => {
    const own = median(times[key])
    const pg = median(times[`${key}Pg`])
    const other = median(small.requests[index].times[key])
    const isComparable = name !== 'page 500'
    return [
      who,
      name,
      ms(own),
      ms(quantile(times[key], 0.95)),
      ms(pg),
      ratio(own, pg),
      isComparable ? ms(other) : '–',
      isComparable ? ratio(own, other) : '–',
    ]
  })
  const head = ['who', 'call', 'p50, ms', 'p95, ms', 'pg alone', '× pg', '10,000 leads', '× 10,000']
  console.log(`\n${title}:\n\n${table(head, rows)}`)
}

const ms = (value) => value.toFixed(2)
const ratio = (one, other) => (one / other).toFixed(2)
