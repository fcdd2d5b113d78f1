import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import yazl from 'yazl'
import { startOurs } from './lib/apps.mjs'
import { drop, fill, signIn } from './lib/databases.mjs'

const rows = 200_000
const users = 10_000
const database = 'bench_import'
/** Number of page calls that measure the cost of one on an otherwise idle server. */
const idleCalls = 200
/** Rounds for each file: the median of the times counts, and all page calls count. */
const rounds = 3
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const cases = [
  { kind: 'phone', format: 'csv' },
  { kind: 'mixed', format: 'csv' },
  { kind: 'idNumber', format: 'csv' },
  { kind: 'phone', format: 'xlsx' },
]

/**
 * Compares the dry run of an import of 200,000 rows with COPY of the same rows into a temporary table and the same checks; also
 * measures the commit, the memory of the server, and page calls during the import against page calls just before.
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
    const server = { call: caller(origin, token), pid: app.pid }
    const send = (content, format) => upload(origin, token, content, `bench.${format}`)
    await pageTimes(server.call, () => false, idleCalls)
    await dryRun(server, await send(csvOf(tableOf(2_000, 'phone')), 'csv'))
    const memoryIdle = await residentOf(app.pid)

    const results = []
    let last
    for (const { kind, format } of cases) {
      const table = tableOf(rows, kind)
      const content = format === 'csv' ? csvOf(table) : await workbookOf(table)
      const measured = []
      for (let round = 0; round < rounds; round++) {
        const file = await send(content, format)
        const reference = await copyAndCheck(client, kind)
        measured.push({ reference, ...(await beside(server, () => dryRun(server, file))) })
      }
      last = measured.at(-1).result
      results.push({ name: `${kind}, ${format.toUpperCase()}`, ...together(measured) })
    }
    const added = await beside(server, () => commit(server, last.id))
    results.push({ name: `commit of ${last.report.new.toLocaleString('en')}`, ...added })
    print(results, memoryIdle)
  } finally {
    await client.end()
    await app.stop()
    await drop(cluster, database)
  }
}

/** Joins the rounds: the median time, the peak memory, all page calls. */
function together(measured) {
  const middle = (times) => at(times, 0.5)
  return {
    reference: middle(measured.map(({ reference }) => reference)),
    seconds: middle(measured.map(({ seconds }) => seconds)),
    most: Math.max(...measured.map(({ most }) => most)),
    idle: measured.flatMap(({ idle }) => idle),
    times: measured.flatMap(({ times }) => times),
    result: measured[0].result,
  }
}

function print(results, memoryIdle) {
  console.log(`Memory idle: ${memoryIdle} MB\n`)
  console.log(
    '| 200,000 rows | COPY + checks | ours | times | memory above idle | page p50 idle | beside | p95 idle | beside | times |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const { name, reference, seconds, most, idle, times } of results) {
    const cells = [
      name,
      reference === undefined ? '' : `${reference.toFixed(2)} s`,
      `${seconds.toFixed(2)} s`,
      reference === undefined ? '' : (seconds / reference).toFixed(2),
      `${most - memoryIdle} MB`,
      ms(at(idle, 0.5)),
      ms(at(times, 0.5)),
      ms(at(idle, 0.95)),
      ms(at(times, 0.95)),
      (at(times, 0.95) / at(idle, 0.95)).toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const found = results.map(({ result: { report, result } }) => {
    const { rows: _, ...counts } = report
    return { ...counts, ...result }
  })
  console.log(`\nFound: ${JSON.stringify(found)}`)
}

/** The time of an act, the memory of the server during it, and the time of page calls before and during it. */
export async function beside({ call, pid }, act) {
  const idle = await pageTimes(call, () => false, idleCalls)
  let isOver = false
  let most = 0
  const watch = setInterval(async () => {
    most = Math.max(most, await residentOf(pid))
  }, 100)
  const times = pageTimes(call, () => isOver, 100_000)
  const started = performance.now()
  const result = await act()
  const seconds = (performance.now() - started) / 1000
  isOver = true
  clearInterval(watch)
  return { idle, times: await times, seconds, most, result }
}

/** A tenth of the values is on the list already, one row in a hundred is wrong, one in fifty repeats another. */
function valueAt(at, kind) {
  if (at % 100 === 99) return ['phone', '12345']
  const n = at % 50 === 49 ? at - 1 : at
  if (kind === 'idNumber') return ['idNumber', idNumberOf(n)]
  if (kind === 'mixed' && n % 4 === 1) return ['device', `bench-device-${n}`]
  if (kind === 'mixed' && n % 4 === 2) return ['ip', `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`]
  return ['phone', `139${String(n).padStart(8, '0')}`]
}

/** Valid id numbers: a region, a day, a number, and the check digit. Source: GB 11643-1999. */
function idNumberOf(n) {
  const day = new Date(Date.UTC(1970, 0, 1 + (n % 10_000))).toISOString().slice(0, 10).replaceAll('-', '')
  const body = `440305${day}${String(Math.floor(n / 10_000)).padStart(3, '0')}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11), 0)
  return body + '10X98765432'[sum % 11]
}

const tableOf = (count, kind) => [
  ['kind', 'value', 'reason', 'valid until', 'remark'],
  ...Array.from({ length: count }, (_, at) => [...valueAt(at, kind), `bench, ${at % 7}`, '2099-12-31', '']),
]

const csvOf = (table) =>
  Buffer.from(
    table.map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join()).join('\n'),
  )

/** As Excel saves it: each text is stored once, and the cells refer to it by number. */
export async function workbookOf(table) {
  const texts = new Map()
  const place = (text) => texts.get(text) ?? texts.set(text, texts.size).get(text)
  const cell = (text, row, column) =>
    text === '' ? '' : `<c r="${'ABCDE'[column]}${row}" t="s"><v>${place(text)}</v></c>`
  const sheet = table.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((text, column) => cell(text, at + 1, column)).join('')}</row>`,
  )
  const zip = new yazl.ZipFile()
  const add = (name, text) => zip.addBuffer(Buffer.from(`<?xml version="1.0"?>${text}`), name)
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const link = (kind, target) => `<Relationship Id="${kind}" Type="${links}/${kind}" Target="${target}"/>`
  add(
    '[Content_Types].xml',
    '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  )
  add('_rels/.rels', `<Relationships>${link('officeDocument', 'xl/workbook.xml')}</Relationships>`)
  add(
    'xl/workbook.xml',
    '<workbook><sheets><sheet name="list" sheetId="1" r:id="worksheet"/></sheets></workbook>',
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${link('worksheet', 'worksheets/sheet1.xml')}</Relationships>`,
  )
  add('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`)
  const items = [...texts.keys()].map((text) => `<si><t>${text}</t></si>`)
  add('xl/sharedStrings.xml', `<sst>${items.join('')}</sst>`)
  zip.end()
  return Buffer.concat(await zip.outputStream.toArray())
}

/** An id number becomes text of the length of its fingerprint and its seal; other values are unchanged. */
const storedAs = (kind, value) =>
  kind === 'idNumber' ? `${value.padStart(64, '0')}\t\\\\x${'00'.repeat(47)}` : `${value}\t\\N`

/** The time of PostgreSQL alone: the parsed rows are copied and checked. */
async function copyAndCheck(client, kind) {
  const lines = []
  for (let at = 0; at < rows; at++) {
    const [what, value] = valueAt(at, kind)
    const isWrong = value === '12345'
    lines.push(
      isWrong
        ? `1\t${at}\twrong\t\\N\t\\N\t\\N\t\t\\N\t\tvalue.phone\t\\\\x${'00'.repeat(90)}\n`
        : `1\t${at}\tnew\t${what}\t${storedAs(what, value)}\tbench, ${at % 7}\t2099-12-31T16:00:00.000Z\t\t\\N\t\\N\n`,
    )
  }
  const text = lines.join('')
  const started = performance.now()
  await client.query('begin')
  await client.query(table)
  const copy = client.query(
    copyStreams.from(
      'copy bench_row (import_id, line, state, kind, value, value_sealed, reason, expires_at, remark, problems, cells_sealed) from stdin',
    ),
  )
  await pipeline(Readable.from([text]), copy)
  await client.query('set local enable_nestloop = off')
  await client.query(`set local work_mem = '32MB'`)
  for (const statement of checks) await client.query(statement)
  await client.query('select state, count(*) from bench_row where import_id = 1 group by state')
  await client.query('commit')
  return (performance.now() - started) / 1000
}

/** A table made for these rows alone, which is as little as PostgreSQL can do with. */
const table = `create temporary table bench_row (
  import_id bigint not null, line integer not null, state text collate "C" not null, kind text collate "C",
  value text collate "C", value_sealed bytea, reason text not null, expires_at timestamptz(3), remark text not null,
  repeats integer, problems text, cells_sealed bytea, primary key (import_id, line)) on commit drop`

/** What the service asks of its own rows, asked of this table. */
const checks = [
  `update bench_row r set state = 'repeated', repeats = f.line
    from (select kind, value, min(line) as line from bench_row where import_id = 1 and state = 'new'
      group by kind, value having count(*) > 1) f
    where r.import_id = 1 and r.state = 'new' and r.kind = f.kind and r.value = f.value and r.line > f.line`,
  `update bench_row r
    set state = case when coalesce(b.expires_at, 'infinity') > now() then 'present' else 'lapsed' end
    from blacklist b
    where r.import_id = 1 and r.state = 'new' and b.kind = r.kind collate "default" and b.value = r.value`,
]

export async function upload(origin, token, content, name, use = 'import') {
  const form = new FormData()
  form.append('files', new Blob([content]), name)
  const sent = await fetch(`${origin}/api/common/upload?use=${use}`, {
    method: 'POST',
    headers: { token },
    body: form,
  })
  return (await sent.json()).data[0].id
}

async function dryRun({ call }, fileId) {
  const { id } = await call('POST', '/import/blacklist', { fileId })
  return ended(call, id, 'checked')
}

async function commit({ call }, id) {
  await call('POST', `/import/blacklist/${id}/commit`)
  return ended(call, id, 'done')
}

async function ended(call, id, as) {
  for (;;) {
    const task = await call('GET', `/import/blacklist/${id}`)
    if (task.status === as) return task
    if (task.status !== 'checking' && task.status !== 'committing')
      throw new Error(`The import ended as ${task.status}: ${task.problem}`)
    await sleep(50)
  }
}

export const caller = (origin, token) => async (method, path, body) => {
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

function at(times, share) {
  const sorted = [...times].sort((one, two) => one - two)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
const ms = (time) => `${time.toFixed(1)} ms`

/** The memory of a process, in MB. */
export async function residentOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
