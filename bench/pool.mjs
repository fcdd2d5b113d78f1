import { caller, residentOf, workbookOf } from './import.mjs'
import { startOurs } from './lib/apps.mjs'
import { drop, fill, signIn } from './lib/databases.mjs'
import { median, table } from './lib/figures.mjs'

const database = 'bench_pool'
const rows = 100_000
const users = 10_000
const rounds = 3
/** Orders at once, and for how long they ask for links, in milliseconds. */
const clients = 16
const assigning = 5_000
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Measures the dry run of a file with 100,000 links, sent in one call, and the memory of the server; its commit; and how many orders
 * a second get a link, out of a pool of 100,000 and of 1,000.
 */
export async function run(cluster) {
  await fill(cluster, database, users)
  const app = await startOurs(cluster, database)
  const load = (path) => import(`../apps/server/src/${path}`)
  const [{ createDb, createPool }, { assignLink }] = await Promise.all([
    load('platform/db/client.ts'),
    load('payment/pool.ts'),
  ])
  const pool = createPool({ ...cluster.connectionTo(database), max: clients })
  try {
    const origin = app.page.replace('/api/user/page', '')
    const token = await signIn(cluster, database)
    const call = caller(origin, token)
    const found = await pool.query('select id, name from product order by id limit 2')
    const [large, small] = found.rows
    const lines = tableOf(large.id, rows)
    const text = lines.map((cells) => cells.join()).join('\n')
    const files = [
      ['CSV, UTF-8', Buffer.from(text)],
      ['CSV, GBK', gbk(text)],
      ['XLSX', await workbookOf(lines)],
    ]
    await ended(call, await send(origin, token, Buffer.from(text.slice(0, 100_000)), 'csv'), 'checked')
    const idle = await residentOf(app.pid)
    const measured = []
    let last
    for (const [name, content] of files) {
      const seconds = []
      let most = 0
      for (let round = 0; round < rounds; round++) {
        const watch = setInterval(async () => {
          most = Math.max(most, await residentOf(app.pid))
        }, 100)
        const started = performance.now()
        last = await ended(
          call,
          await send(origin, token, content, name === 'XLSX' ? 'xlsx' : 'csv'),
          'checked',
        )
        seconds.push((performance.now() - started) / 1000)
        clearInterval(watch)
      }
      measured.push([name, `${median(seconds).toFixed(2)} s`, `${most - idle} MB`])
    }
    const started = performance.now()
    await call('POST', `/import/poolLink/${last.id}/commit`)
    await ended(call, last.id, 'done')
    measured.push([
      `commit of ${last.report.new.toLocaleString('en')}`,
      `${((performance.now() - started) / 1000).toFixed(2)} s`,
      '',
    ])
    console.log(table(['100,000 links', 'time', 'memory above idle'], measured))

    await pool.query(
      `insert into pool_link (url, product_id, amount_fen, batch_id)
       select 'https://pay.example.com/small/' || n, $1, 990, (select min(id) from pool_batch) from generate_series(1, 1000) n`,
      [small.id],
    )
    const db = createDb(pool)
    const speeds = []
    for (const [name, productId, count] of [
      ['100,000', large.id, Infinity],
      ['1,000', small.id, 1_000],
    ])
      speeds.push([name, await assignedPerSecond(db, assignLink, productId, count)])
    console.log(`\n${table(['idle links', 'orders a second'], speeds)}`)
  } finally {
    await pool.end()
    await app.stop()
    await drop(cluster, database)
  }
}

let nextOrder = 1
/** Each order is a transaction of its own. */
async function assignedPerSecond(db, assignLink, productId, most) {
  const started = performance.now()
  let given = 0
  const client = async () => {
    while (given < most && performance.now() - started < assigning) {
      const orderId = String(nextOrder++)
      const link = await db
        .transaction()
        .execute((write) => assignLink(write, { orderId, productId, amountFen: 990 }))
      if (!link) return
      given++
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return Math.round((given / (performance.now() - started)) * 1000).toLocaleString('en')
}

/** One row in a hundred is wrong, one in fifty repeats another. */
const tableOf = (product, count) => [
  ['链接', '产品', '金额（元）', '有效期至', '收款渠道'],
  ...Array.from({ length: count }, (_, at) => [
    at % 100 === 99 ? 'no link' : `https://pay.example.com/bench/${at % 50 === 49 ? at - 1 : at}`,
    String(product),
    '9.90',
    '2099-12-31',
    '',
  ]),
]

/** The bytes of a text as a Chinese Excel saves it. */
function gbk(text) {
  const decoder = new TextDecoder('gb18030')
  const bytes = new Map()
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++)
      bytes.set(decoder.decode(Buffer.from([first, second])), Buffer.from([first, second]))
  return Buffer.concat(
    text.split(/(?<=[^\0-\x7f])|(?=[^\0-\x7f])/).map((part) => bytes.get(part) ?? Buffer.from(part)),
  )
}

/** @returns the id of the import */
async function send(origin, token, content, format) {
  const form = new FormData()
  form.append('files', new Blob([content]), `bench.${format}`)
  const sent = await fetch(`${origin}/api/payPool/import`, { method: 'POST', headers: { token }, body: form })
  const { code, data, desc } = await sent.json()
  if (code !== '0000') throw new Error(`The file was refused: ${desc}`)
  return data.id
}

async function ended(call, id, as) {
  for (;;) {
    const task = await call('GET', `/import/poolLink/${id}`)
    if (task.status === as) return task
    if (task.status !== 'checking' && task.status !== 'committing')
      throw new Error(`The import ended as ${task.status}: ${task.problem}`)
    await sleep(50)
  }
}
