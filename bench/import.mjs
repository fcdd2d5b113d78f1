import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { startOurs } from './lib/apps.mjs'
import { drop, fill, signIn } from './lib/databases.mjs'

const rows = 200_000
const users = 10_000
const database = 'bench_import'
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * The dry run of an import of 200,000 rows against COPY of the same rows into a temporary table and the same checks; the memory of
 * the server, and a page call beside it.
 */
export async function run(cluster) {
  await fill(cluster, database, users)
  const app = await startOurs(cluster, database)
  const client = new pg.Client(cluster.connectionTo(database))
  await client.connect()
  try {
    const origin = app.page.replace('/api/user/page', '')
    const token = await signIn(cluster, database)
    await client.query(`insert into blacklist (kind, value, source)
      select 'phone', '139' || lpad(n::text, 8, '0'), 'manual' from generate_series(0, 999999, 10) n
      on conflict do nothing`)
    await client.query('analyze blacklist')
    const call = caller(origin, token)
    const idle = await pageTimes(call, () => false, 300)
    await importOnce(call, origin, token, listOf(2_000, 'warm'))

    const memoryIdle = await residentOf(app.pid)
    const results = []
    for (const kind of ['phone', 'mixed']) {
      const reference = await copyAndCheck(client, kind)
      let isOver = false
      let most = 0
      const watch = setInterval(async () => {
        most = Math.max(most, await residentOf(app.pid))
      }, 100)
      const beside = pageTimes(call, () => isOver, 100_000)
      const { seconds, report } = await importOnce(call, origin, token, listOf(rows, kind))
      isOver = true
      clearInterval(watch)
      const times = await beside
      results.push({ kind, reference, seconds, report, most, times })
    }
    console.log(`Idle: page call p50 ${ms(idle, 0.5)}, p95 ${ms(idle, 0.95)}; memory ${memoryIdle} MB\n`)
    console.log(
      '| 200,000 rows | COPY + checks | dry run | times | memory above idle | page p50 beside | p95 beside |',
    )
    console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
    for (const { kind, reference, seconds, most, times } of results)
      console.log(
        `| ${kind} | ${reference.toFixed(2)} s | ${seconds.toFixed(2)} s | ${(seconds / reference).toFixed(2)} | ${most - memoryIdle} MB | ${ms(times, 0.5)} | ${ms(times, 0.95)} |`,
      )
    console.log(`\nFound: ${JSON.stringify(results.map(({ report: { rows: _, ...counts } }) => counts))}`)
  } finally {
    await client.end()
    await app.stop()
    await drop(cluster, database)
  }
}

/** A tenth is on the list already, one in a hundred is wrong, one in fifty repeats another. */
function valueAt(at, kind) {
  if (at % 100 === 99) return ['phone', '12345']
  const n = at % 50 === 49 ? at - 1 : at
  if (kind === 'mixed' && n % 4 === 1) return ['device', `bench-device-${n}`]
  if (kind === 'mixed' && n % 4 === 2) return ['ip', `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`]
  return ['phone', `139${String(n).padStart(8, '0')}`]
}

function listOf(count, kind) {
  const lines = ['kind,value,reason,valid until,remark']
  for (let at = 0; at < count; at++) lines.push(`${valueAt(at, kind).join()},"bench, ${at % 7}",2099-12-31,`)
  return Buffer.from(lines.join('\n'))
}

/** What PostgreSQL alone needs: the rows as they come out of the reading, copied and checked. */
async function copyAndCheck(client, kind) {
  const lines = []
  for (let at = 0; at < rows; at++) {
    const [what, value] = valueAt(at, kind)
    const isWrong = value === '12345'
    lines.push(
      isWrong
        ? `1\t${at}\twrong\t\\N\t\\N\t\\N\t\t\\N\t\tvalue.phone\t\\\\x${'00'.repeat(90)}\n`
        : `1\t${at}\tnew\t${what}\t${value}\t\\N\tbench, ${at % 7}\t2099-12-31T16:00:00.000Z\t\t\\N\t\\N\n`,
    )
  }
  const text = lines.join('')
  const started = performance.now()
  await client.query('begin')
  await client.query(
    'create temporary table bench_row (like blacklist_import_row including all) on commit drop',
  )
  const copy = client.query(
    copyStreams.from(
      'copy bench_row (import_id, line, state, kind, value, value_sealed, reason, expires_at, remark, problems, cells_sealed) from stdin',
    ),
  )
  await pipeline(Readable.from([text]), copy)
  await client.query('set local enable_nestloop = off')
  await client.query(`set local work_mem = '32MB'`)
  for (const statement of await checks()) await client.query(statement)
  await client.query('select state, count(*) from bench_row where import_id = 1 group by state')
  await client.query('commit')
  return (performance.now() - started) / 1000
}

/** The statements of the service, read from its source so that both do the same. */
async function checks() {
  const source = await readFile(
    new URL('../apps/server/src/areas/blacklist/import/queries.ts', import.meta.url),
    'utf8',
  )
  const body = source.slice(
    source.indexOf('export async function checkRows'),
    source.indexOf('export async function countRows'),
  )
  const found = [...body.matchAll(/sql`(\s*update[^`]*)`/g)].map(([, text]) =>
    text.replace(/\$\{table\}/g, 'bench_row').replace(/\$\{id\}/g, '1'),
  )
  if (found.length !== 2) throw new Error('The checks of the dry run are not where they were')
  return found
}

async function importOnce(call, origin, token, content) {
  const form = new FormData()
  form.append('files', new Blob([content]), 'bench.csv')
  const sent = await fetch(`${origin}/api/common/upload?use=import`, {
    method: 'POST',
    headers: { token },
    body: form,
  })
  const file = (await sent.json()).data[0]
  const started = performance.now()
  const { id } = await call('POST', '/blacklist/import', { fileId: file.id })
  for (;;) {
    const task = await call('GET', `/blacklist/import/${id}`)
    if (task.status !== 'checking') {
      if (task.status !== 'checked') throw new Error(`The import ended as ${task.status}: ${task.problem}`)
      return { seconds: (performance.now() - started) / 1000, report: task.report }
    }
    await sleep(50)
  }
}

const caller = (origin, token) => async (method, path, body) => {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { code, data, desc } = await response.json()
  if (code !== '0000') throw new Error(`${path}: ${code} ${desc}`)
  return data
}

/** One page call after the other, 20 ms apart. */
async function pageTimes(call, isOver, most) {
  const times = []
  while (!isOver() && times.length < most) {
    const started = performance.now()
    await call('POST', '/user/page', { size: 20 })
    times.push(performance.now() - started)
    await sleep(20)
  }
  return times
}

const ms = (times, share) => {
  const sorted = [...times].sort((one, two) => one - two)
  return `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`
}

/** Megabytes that a process holds. */
async function residentOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
