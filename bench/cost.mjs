import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { at } from '../scripts/lib/paths.mjs'
import { startOurs } from './lib/apps.mjs'
import { drop } from './lib/databases.mjs'
import { table } from './lib/figures.mjs'
import { childrenCpuSeconds, cpuSeconds } from './lib/machine.mjs'
import { openWorld, source } from './lib/open-world.mjs'
import { startPartnerProcess } from './lib/partner-process.mjs'
import { addOrg, cities } from './lib/pipeline-world.mjs'
import { sellBySandbox } from './lib/sandbox.mjs'
import { record } from './lib/targets.mjs'

const database = 'bench_cost'
const channels = 20
const visitsEach = 10
/** How many parts of a kind are measured, after one that is not. */
const parts = 4
/** Events of a part of each kind; with `--quick` a tenth. */
const whole = {
  visit: 10_000,
  registration: 2_000,
  'registration to acceptance': 2_500,
  order: 600,
  lead: 1_000,
  'signed call': 2_500,
}
/** Nobody of this city fits a plan. */
const cityWithoutPlans = '310100'
/** Calls that are under way at once. */
const atOnce = 16
/** The longest wait until what events cause is done, in milliseconds. */
const patienceMs = 300_000
/** No checkpoint comes by itself, and the log is kept until it was read. */
const settings = { checkpoint_timeout: '1h', wal_keep_size: '16GB' }
/** Tables whose rows are gone again after hours or days, and how many days they are kept by default; what is not here is kept for ever. */
const kept = {
  open_nonce: '2 hours',
  open_answer: '3 days',
  open_request: '30 days',
  visit: '90 days',
  day_visitor: '90 days',
  match_run: '90 days',
  push_attempt: '365 days',
  step_taken: '365 days',
  roll_up_hour: '41 days',
  active_user: '400 days',
  delivery: '30 days',
}
/** Tables whose rows are taken away again within seconds: they do not grow. */
const passing =
  /^(due_step|fact_delta|visitor_delta|account_delta|channel_result_new|push_tally_new|payment_due|delivery_due)$/

/**
 * Measures what an event costs, each kind for itself, through the whole service: bytes of tables and indexes, of the log, statements,
 * processor time of service and PostgreSQL, and the part of updates that rewrite no index. Each kind is done when all that follows from it
 * is: the match, the call to the organization, the books, the figures. A first part of its events is not measured, because it makes the
 * first pages of each index. Each part ends with a vacuum, so the room of dead rows is used again as in a database that has grown. A
 * checkpoint comes before the first measured part, whose log has the pages whole that it touches first; none comes before the others.
 * `--quick`: a tenth of the events.
 */
export async function run(cluster, flags) {
  const counts = Object.fromEntries(
    Object.entries(whole).map(([name, count]) => [name, flags.includes('--quick') ? count / 10 : count]),
  )
  const world = await openWorld(cluster, database, { channels })
  await world.pool.query('create extension pg_walinspect')
  for (const [name, value] of Object.entries(settings))
    await world.pool.query(`alter system set ${name} = '${value}'`)
  await world.pool.query('select pg_reload_conf()')
  world.partner = await startPartnerProcess()
  const sandbox = await sellBySandbox(world)
  await addOrg(world, 'cost', { count: 10, cityCodes: cities })
  const app = await startOurs(cluster, database, {
    args: ['--import', pathToFileURL(at('bench/lib/count-sql.mjs')).href],
    stdio: ['ipc'],
    env: {
      INTERNAL_PARTNERS: `127.0.0.1:${world.partner.port},127.0.0.1:${sandbox.port}`,
      SANDBOX_PAYMENTS: '1',
      ALLOW_OWNER_RIGHTS: '1',
    },
  })
  const callers = await createCallers(new URL(app.page).origin, world.keys)
  try {
    const found = []
    for (const [name, act] of [
      ['visit', callers.visits],
      ['registration', (count) => callers.register(count, [cityWithoutPlans])],
      ['registration to acceptance', (count) => callers.register(count, cities)],
      ['order', (count) => callers.order(count, sandbox.productId)],
      ['lead', callers.lead],
      ['signed call', callers.look],
    ])
      found.push(await measureKind({ cluster, app, world, name, count: counts[name], act }))
    const { rows } = await world.pool.query(
      `select count(*)::int as n from push_record where status = 'accepted'`,
    )
    console.log(
      `${rows[0].n} people were accepted, and ${counts['registration to acceptance'] * (parts + 1)} could be.`,
    )
    report(found)
  } finally {
    callers.close()
    await app.stop()
    await sandbox.stop()
    await world.partner.stop()
    for (const name of Object.keys(settings)) await world.pool.query(`alter system reset ${name}`)
    await world.pool.query('select pg_reload_conf()')
    await world.pool.end()
    await drop(cluster, database)
  }
}

/** Sends signed calls of the channels by turns, some at once. */
async function createCallers(url, keys) {
  const [{ createSender, sign }, { registrationOf }, { randomUUID }] = await Promise.all([
    source('demo/traffic/sender.ts'),
    source('demo/traffic/events.ts'),
    import('node:crypto'),
  ])
  const sender = createSender([url])
  const users = []
  let turn = 0
  const send = async (path, body, key = keys[turn % keys.length]) => {
    turn++
    const method = body === undefined ? 'GET' : 'POST'
    const { text } = await sender.send(
      sign(key, { method, path, body, idempotencyKey: body === undefined ? null : randomUUID() }),
    )
    const answer = JSON.parse(text)
    if (answer.code !== '0000') throw new Error(`${path} was answered ${text}`)
    return { answer: answer.data, key }
  }
  const all = async (count, act) => {
    let next = 0
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < count) await act(next++)
      }),
    )
  }
  let phone = 13_700_000_000
  const someone = () => String(phone++)
  const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
  return {
    visits: (count) =>
      all(count / visitsEach, (nth) =>
        send('/visit', {
          visits: Array.from({ length: visitsEach }, (_, at) => ({
            visitorId: `cost-${turn}-${nth}-${at}`,
            page: '/card/gold',
            at: new Date().toISOString(),
            ip: `203.0.113.${1 + (nth % 200)}`,
            userAgent: browser,
          })),
        }),
      ),
    register: (count, cityCodes) =>
      all(count, async (nth) => {
        const { body, profile } = registrationOf(1, turn, `cost-${turn}`)
        const cityCode = cityCodes[nth % cityCodes.length]
        const { answer, key } = await send(
          '/user',
          Object.assign({}, body, profile, { phone: someone(), cityCode }),
        )
        users.push({ id: answer.id, key })
      }),
    order: (count, productId) =>
      all(count, async (nth) => {
        const { id, key } = users[(turn + nth) % users.length]
        await send('/order', { orderNo: `cost-${turn}`, userId: id, productId, ip: '203.0.113.7' }, key)
      }),
    lead: (count) =>
      all(count, () => send('/lead', { phone: someone(), name: '李四', remark: '咨询装修贷款' })),
    /** A call that changes nothing. */
    look: (count) =>
      all(count, async () => {
        const { id, key } = users[turn % users.length]
        await send(`/user/${id}`, undefined, key)
      }),
    close: () => sender.close(),
  }
}

async function measureKind({ cluster, app, world: { pool }, name, count, act }) {
  await act(count)
  await settle(pool)
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
  const spent = { transactions: 0, statements: 0, service: 0, postgres: 0 }
  /** What the service does when nothing happens, and the vacuum, are not in what an event spends. */
  const play = async () => {
    const began = await readWork({ cluster, app, pool })
    await act(count)
    await waitForDue(pool)
    const ended = await readWork({ cluster, app, pool })
    for (const of of Object.keys(spent)) spent[of] += ended[of] - began[of]
  }
  const before = await readTables(pool)
  const from = await placeInLog(pool)
  await play()
  await settle(pool)
  const between = await placeInLog(pool)
  await pool.query('vacuum')
  for (let part = 1; part < parts; part++) {
    await play()
    if (part === parts - 1) await settle(pool)
    await pool.query('vacuum')
  }
  const after = await readTables(pool)
  const to = await placeInLog(pool)
  const log = {
    first: await readLog(pool, from, between),
    later: await readLog(pool, between, to),
    tables: await readLogOfTables(pool, between, to),
  }
  return { name, count: count * parts, first: count, later: count * (parts - 1), spent, before, after, log }
}

/** Waits until nothing that an event causes is left to do. */
async function settle(pool) {
  await waitForDue(pool)
  // The request log and the last figures are written a moment later, and an idle connection tells of its rows after ten seconds.
  await sleep(12_000)
}

async function waitForDue(pool) {
  const until = performance.now() + patienceMs
  for (;;) {
    const { rows } = await pool.query(
      `select (select count(*) from due_step where due_at < now() + interval '10 seconds')
        + (select count(*) from payment_due where due_at < now() + interval '10 seconds')
        + (select count(*) from fact_delta) + (select count(*) from visitor_delta) as n`,
    )
    if (Number(rows[0].n) === 0) break
    if (performance.now() > until) throw new Error('What events cause did not come to an end.')
    await sleep(500)
  }
}

/** The size of each table and what was done to its rows so far. A partitioned table is the sum of its partitions. */
async function readTables(pool) {
  const { rows } = await pool.query(
    `select coalesce(root.relname, c.relname) as name, sum(pg_table_size(c.oid))::float8 as own, sum(pg_indexes_size(c.oid))::float8 as indexes,
       sum(s.n_tup_ins)::float8 as added, sum(s.n_tup_upd)::float8 as updated, sum(s.n_tup_hot_upd)::float8 as hot,
       sum(s.n_tup_del)::float8 as removed
     from pg_class c join pg_stat_user_tables s on s.relid = c.oid
     left join pg_class root on c.relispartition and root.oid = pg_partition_root(c.oid)
     where c.relkind = 'r' and s.schemaname in ('public', 'part') group by 1`,
  )
  return new Map(rows.map((each) => [each.name, each]))
}

async function placeInLog(pool) {
  const { rows } = await pool.query('select pg_current_wal_insert_lsn() as place')
  return rows[0].place
}

/** What was done so far. */
async function readWork({ cluster, app, pool }) {
  // A connection tells its counts at most once a second.
  await sleep(1_500)
  const { rows } = await pool.query(
    'select xact_commit::float8 as transactions from pg_stat_database where datname = current_database()',
  )
  app.child.send('count')
  const [{ statements }] = await once(app.child, 'message')
  return {
    transactions: rows[0].transactions,
    statements,
    service: cpuSeconds(app.pid),
    postgres: childrenCpuSeconds(cluster.pid),
  }
}

/** The bytes of a part of the log, and those of them that are images of whole pages. */
async function readLog(pool, from, to) {
  const { rows } = await pool.query(
    `select pg_wal_lsn_diff($2, $1)::float8 as bytes, sum(fpi_size)::float8 as images from pg_get_wal_stats($1, $2)`,
    [from, to],
  )
  return rows[0]
}

/** The bytes of the log without images by table, with those of its indexes apart. A record is counted for the first page that it names. */
async function readLogOfTables(pool, from, to) {
  const { rows } = await pool.query(
    `select coalesce(root.relname, t.relname, 'others') as name, case when c.relkind = 'i' then coalesce(index_root.relname, c.relname) end as index,
       count(*)::float8 as records, sum(b.record_length - coalesce(b.block_fpi_length, 0))::float8 as bytes
     from pg_get_wal_block_info($1, $2, false) b
       left join pg_class c on pg_relation_filenode(c.oid) = b.relfilenode
         and b.reldatabase = (select oid from pg_database where datname = current_database())
       left join pg_index i on i.indexrelid = c.oid
       left join pg_class t on t.oid = coalesce(i.indrelid, c.oid) and t.oid >= 16384
       left join pg_class root on t.relispartition and root.oid = pg_partition_root(t.oid)
       left join pg_class index_root on c.relispartition and index_root.oid = pg_partition_root(c.oid)
     where b.block_id = 0 group by 1, 2`,
    [from, to],
  )
  return rows
}

function report(found) {
  const each = (value, { count }) => value / count
  const grown = found.map((kind) => ({ kind, tables: growthOf(kind) }))
  const sum = (some) => some.reduce((all, { bytes }) => all + bytes, 0)
  console.log(
    `\n${table(
      [
        'event',
        'bytes for ever',
        'of them indexes',
        'bytes for a time',
        'log',
        'of it images',
        'log after a checkpoint',
        'of it images',
        'transactions',
        'statements',
        'service, ms',
        'PostgreSQL, ms',
        'dead rows',
        'HOT updates',
      ],
      grown.map(({ kind, tables }) => {
        const { spent, log } = kind
        const total = (name, some = tables) => some.reduce((all, one) => all + one[name], 0)
        const forEver = tables.filter(isForEver)
        const [updated, hot] = [total('updated'), total('hot')]
        return [
          kind.name,
          Math.round(each(sum(forEver), kind)),
          Math.round(each(total('indexes', forEver), kind)),
          Math.round(each(sum(tables.filter(({ name }) => name in kept)), kind)),
          Math.round(log.later.bytes / kind.later),
          Math.round(log.later.images / kind.later),
          Math.round(log.first.bytes / kind.first),
          Math.round(log.first.images / kind.first),
          each(spent.transactions, kind).toFixed(2),
          each(spent.statements, kind).toFixed(2),
          each(spent.service * 1_000, kind).toFixed(2),
          each(spent.postgres * 1_000, kind).toFixed(2),
          each(total('dead'), kind).toFixed(2),
          updated === 0 ? '–' : `${Math.round((hot * 100) / updated)} %`,
        ]
      }),
    )}`,
  )
  for (const { kind, tables } of grown)
    console.log(
      `\n${table(
        [
          `${kind.name}: table`,
          'kept',
          'rows',
          'bytes',
          'of them indexes',
          'updates',
          'HOT',
          'dead rows',
          'log',
          'log of indexes',
        ],
        tables.map(({ name, added, bytes, indexes, updated, hot, dead, log, logOfIndexes }) => [
          name,
          passing.test(name) ? 'seconds' : (kept[name] ?? 'for ever'),
          each(added, kind).toFixed(2),
          Math.round(each(bytes, kind)),
          Math.round(each(indexes, kind)),
          each(updated, kind).toFixed(2),
          updated === 0 ? '–' : `${Math.round((hot * 100) / updated)} %`,
          each(dead, kind).toFixed(2),
          Math.round(log / kind.later),
          Math.round(logOfIndexes / kind.later),
        ]),
      )}`,
    )
  const accepted = grown[2]
  console.log(
    `\n${table(
      [`${accepted.kind.name}: index`, 'entries and splits', 'log'],
      accepted.kind.log.tables
        .filter(({ index }) => index !== null)
        .sort((a, b) => b.bytes - a.bytes)
        .slice(0, 40)
        .map(({ index, records, bytes }) => [
          index,
          (records / accepted.kind.later).toFixed(2),
          Math.round(bytes / accepted.kind.later),
        ]),
    )}`,
  )
  record('cost.accepted-bytes', each(sum(accepted.tables.filter(isForEver)), accepted.kind))
  record('cost.accepted-log', accepted.kind.log.later.bytes / accepted.kind.later)
  const calls = grown.at(-1)
  const request = calls.tables.find(({ name }) => name === 'open_request')
  record('cost.request-bytes', each(request?.bytes ?? 0, calls.kind))
}

const isForEver = ({ name }) => !(name in kept) && !passing.test(name)

/** The tables that a kind changed, the largest growth first. */
function growthOf({ before, after, later, log }) {
  const logOf = (table, isOnlyIndexes) =>
    log.tables
      .filter(({ name, index }) => name === table && (index !== null || !isOnlyIndexes))
      .reduce((all, { bytes }) => all + bytes, 0)
  return [...after.values()]
    .map((now) => {
      const was = before.get(now.name) ?? {
        own: 0,
        indexes: 0,
        added: 0,
        updated: 0,
        hot: 0,
        removed: 0,
      }
      const of = (name) => now[name] - was[name]
      return {
        name: now.name,
        added: of('added'),
        bytes: of('own') + of('indexes'),
        indexes: of('indexes'),
        updated: of('updated'),
        hot: of('hot'),
        dead: of('updated') + of('removed'),
        log: logOf(now.name, false),
        logOfIndexes: logOf(now.name, true),
      }
    })
    .filter(
      ({ added, updated, bytes, log: logged }) => added > 0 || updated > 0 || bytes > 0 || logged > later,
    )
    .sort((a, b) => b.bytes - a.bytes)
}
