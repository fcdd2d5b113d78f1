import { setTimeout as sleep } from 'node:timers/promises'
import { startOurs } from './lib/apps.mjs'
import { drop } from './lib/databases.mjs'
import { table } from './lib/figures.mjs'
import { childrenCpuSeconds, cpuSeconds } from './lib/machine.mjs'
import { openWorld, source } from './lib/open-world.mjs'
import { startPartnerProcess } from './lib/partner-process.mjs'
import { addOrg, cities } from './lib/pipeline-world.mjs'
import { record } from './lib/targets.mjs'

const database = 'bench_cost'
const channels = 20
const visitsEach = 10
/** Events of each kind; with `--quick`. */
const whole = {
  visit: 20_000,
  registration: 4_000,
  'registration to acceptance': 4_000,
  order: 1_500,
  lead: 2_000,
}
const quick = { visit: 2_000, registration: 400, 'registration to acceptance': 400, order: 150, lead: 200 }
/** The first of each kind take longer, and make rows that all later ones share. */
const firstOf = { visits: 200, users: 200, leads: 50 }
/** Nobody of this city fits a plan. */
const cityWithoutPlans = '310100'
/** Calls that are under way at once. */
const atOnce = 16
/** The longest wait until what events cause is done, in milliseconds. */
const patienceMs = 300_000
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
  roll_up_hour: '62 days',
  delivery: '30 days',
}
/** Tables whose rows are taken away again within seconds: they do not grow. */
const passing =
  /^(due_step|fact_delta|visitor_delta|account_delta|channel_result_new|push_tally_new|payment_due|delivery_due)$/

/**
 * Measures what an event costs, each kind for itself, through the whole service: bytes of tables and indexes, of the log, transactions,
 * processor time of service and PostgreSQL, and the part of updates that rewrite no index. Each kind is done when all that follows from it
 * is: the match, the call to the organization, the books, the figures. A checkpoint comes before each kind, so the log has the pages
 * whole that a kind touches first, as after each checkpoint of a busy database. `--quick`: a tenth of the events.
 */
export async function run(cluster, flags) {
  const counts = flags.includes('--quick') ? quick : whole
  const world = await openWorld(cluster, database, { channels })
  world.partner = await startPartnerProcess()
  const sandbox = await sellBySandbox(world)
  await addOrg(world, 'cost', { count: 10, cityCodes: cities })
  const app = await startOurs(cluster, database, {
    env: {
      INTERNAL_PARTNERS: `127.0.0.1:${world.partner.port},127.0.0.1:${sandbox.port}`,
      SANDBOX_PAYMENTS: '1',
      ALLOW_OWNER_RIGHTS: '1',
    },
  })
  const callers = await createCallers(new URL(app.page).origin, world.keys)
  const measure = (name, count, act) => measureKind({ cluster, app, world, name, count, act })
  try {
    await warmUp(callers)
    await settle(world.pool)
    const found = []
    for (const [name, act] of [
      ['visit', callers.visits],
      ['registration', (count) => callers.register(count, [cityWithoutPlans])],
      ['registration to acceptance', (count) => callers.register(count, cities)],
      ['order', (count) => callers.order(count, sandbox.productId)],
      ['lead', callers.lead],
    ])
      found.push(await measure(name, counts[name], act))
    const { rows } = await world.pool.query(
      `select count(*)::int as n from push_record where status = 'accepted'`,
    )
    console.log(
      `${rows[0].n} people were accepted, and ${counts['registration to acceptance'] + firstOf.users} could be.`,
    )
    report(found)
  } finally {
    callers.close()
    await app.stop()
    await sandbox.stop()
    await world.partner.stop()
    await world.pool.end()
    await drop(cluster, database)
  }
}

/** A product that is paid for in the built-in provider, at once. */
async function sellBySandbox({ pool, vault }) {
  const [{ startSandbox }, { sealSecrets }] = await Promise.all(
    ['payment/sandbox/stand-in.ts', 'payment/collections.ts'].map(source),
  )
  const key = 'a key of the sandbox in a benchmark'
  const sandbox = await startSandbox({ key, paysAfterMs: 200 })
  const { rows } = await pool.query(
    `insert into collection (name, provider, merchant_no, app_id, settings, fee_bp, weight, status)
     values ('bench', 'sandbox', 'M1', '', $1, 60, 100, 'disabled') returning id`,
    [JSON.stringify({ merchantNo: 'M1', gateway: `http://127.0.0.1:${sandbox.port}` })],
  )
  const [{ id }] = rows
  await pool.query(
    `update collection set secrets_sealed = $2, secret_names = '{callbackKey}', status = 'enabled' where id = $1`,
    [id, sealSecrets(vault, id, { callbackKey: key })],
  )
  const made = await pool.query(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days, status) values ('bench', 'card', 'full', 990, 990, 30, 'onSale')
     returning id`,
  )
  return { port: sandbox.port, productId: made.rows[0].id, stop: () => sandbox.stop() }
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
  const send = async (path, body) => {
    const nth = turn++
    const key = keys[nth % keys.length]
    const { text } = await sender.send(
      sign(key, { method: 'POST', path, body, idempotencyKey: randomUUID() }),
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
        const { id, key } = users[nth % users.length]
        const body = { orderNo: `cost-${nth}`, userId: id, productId, ip: '203.0.113.7' }
        const { text } = await sender.send(
          sign(key, { method: 'POST', path: '/order', body, idempotencyKey: randomUUID() }),
        )
        if (JSON.parse(text).code !== '0000') throw new Error(`/order was answered ${text}`)
      }),
    lead: (count) =>
      all(count, () => send('/lead', { phone: someone(), name: '李四', remark: '咨询装修贷款' })),
    close: () => sender.close(),
  }
}

async function warmUp(callers) {
  await callers.visits(firstOf.visits)
  await callers.register(firstOf.users, cities)
  await callers.lead(firstOf.leads)
}

async function measureKind({ cluster, app, world: { pool }, name, count, act }) {
  await pool.query('checkpoint')
  const before = await readCosts({ cluster, app, pool })
  await act(count)
  await settle(pool)
  const after = await readCosts({ cluster, app, pool })
  return { name, count, before, after }
}

/** Waits until nothing that an event causes is left to do. */
async function settle(pool) {
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
  // The request log and the last figures are written a moment later, and an idle connection tells its counts after ten seconds.
  await sleep(12_000)
}

/** What was used so far. A partitioned table is the sum of its partitions. */
async function readCosts({ cluster, app, pool }) {
  const { rows: tables } = await pool.query(
    `select coalesce(root.relname, c.relname) as name, sum(pg_table_size(c.oid))::float8 as own, sum(pg_indexes_size(c.oid))::float8 as indexes,
       sum(s.n_tup_ins)::float8 as added, sum(s.n_tup_upd)::float8 as updated, sum(s.n_tup_hot_upd)::float8 as hot,
       sum(s.n_tup_del)::float8 as removed
     from pg_class c join pg_stat_user_tables s on s.relid = c.oid
     left join pg_class root on c.relispartition and root.oid = pg_partition_root(c.oid)
     where c.relkind = 'r' and s.schemaname in ('public', 'part') group by 1`,
  )
  const { rows } = await pool.query(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as log, xact_commit::float8 as transactions
     from pg_stat_database where datname = current_database()`,
  )
  return {
    tables: new Map(tables.map((each) => [each.name, each])),
    ...rows[0],
    service: cpuSeconds(app.pid),
    postgres: childrenCpuSeconds(cluster.pid),
  }
}

function report(found) {
  const each = (value, { count }) => value / count
  const grown = found.map((kind) => ({ kind, tables: growthOf(kind) }))
  console.log(
    `\n${table(
      [
        'event',
        'bytes for ever',
        'bytes for a time',
        'bytes of log',
        'transactions',
        'service, ms',
        'PostgreSQL, ms',
        'HOT updates',
      ],
      grown.map(({ kind, tables }) => {
        const [of, over] = [kind.before, kind.after]
        const sum = (some) => some.reduce((all, { bytes }) => all + bytes, 0)
        const updated = tables.reduce((all, one) => all + one.updated, 0)
        const hot = tables.reduce((all, one) => all + one.hot, 0)
        return [
          kind.name,
          Math.round(each(sum(tables.filter(({ name }) => !(name in kept) && !passing.test(name))), kind)),
          Math.round(each(sum(tables.filter(({ name }) => name in kept)), kind)),
          Math.round(each(over.log - of.log, kind)),
          each(over.transactions - of.transactions, kind).toFixed(2),
          each((over.service - of.service) * 1_000, kind).toFixed(2),
          each((over.postgres - of.postgres) * 1_000, kind).toFixed(2),
          updated === 0 ? '–' : `${Math.round((hot * 100) / updated)} %`,
        ]
      }),
    )}`,
  )
  for (const { kind, tables } of grown)
    console.log(
      `\n${table(
        [`${kind.name}: table`, 'kept', 'rows', 'bytes', 'of them indexes', 'updates', 'HOT', 'dead rows'],
        tables.map(({ name, added, bytes, indexes, updated, hot, dead }) => [
          name,
          passing.test(name) ? 'seconds' : (kept[name] ?? 'for ever'),
          each(added, kind).toFixed(2),
          Math.round(each(bytes, kind)),
          Math.round(each(indexes, kind)),
          each(updated, kind).toFixed(2),
          updated === 0 ? '–' : `${Math.round((hot * 100) / updated)} %`,
          each(dead, kind).toFixed(2),
        ]),
      )}`,
    )
  const accepted = grown[2]
  record('cost.accepted-bytes', each(sumFor(accepted.tables), accepted.kind))
  record('cost.accepted-log', each(accepted.kind.after.log - accepted.kind.before.log, accepted.kind))
  const calls = grown[1]
  const request = calls.tables.find(({ name }) => name === 'open_request')
  record('cost.request-bytes', each(request?.bytes ?? 0, calls.kind))
}

const sumFor = (tables) =>
  tables
    .filter(({ name }) => !(name in kept) && !passing.test(name))
    .reduce((all, { bytes }) => all + bytes, 0)

/** The tables that a kind changed, the largest growth first. */
function growthOf({ before, after }) {
  return [...after.tables.values()]
    .map((now) => {
      const was = before.tables.get(now.name) ?? {
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
      }
    })
    .filter(({ added, updated, bytes }) => added > 0 || updated > 0 || bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
}
