import { mkdirSync, rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { at } from '../scripts/lib/paths.mjs'
import { drop } from './lib/databases.mjs'
import { durationOf, median, table, timed } from './lib/figures.mjs'

const database = 'bench_archive'
const requests = 500_000
/** With `--quick`. */
const fewRequests = 20_000
const channels = 100
const turns = 9
const folder = at('.cache/bench/archive')

/**
 * What a closed day of the request log takes in the table and in Parquet files, how long it takes to copy and to drop it, and how long pages
 * of one channel take in each place. Every read of a file fetches and checks it anew.
 */
export async function run(cluster, flags) {
  const count = flags.includes('--quick') ? fewRequests : requests
  const world = await openWorld(cluster)
  try {
    await fill(world, count)
    const rows = [['bytes a row', await bytesInTable(world, count), '']]
    const pages = pagesOf(world)
    const before = {}
    for (const [name, read] of Object.entries(pages)) before[name] = median(await timed(turns, read))
    const told = await archive(world)
    rows[0][2] = Math.round((await sizeOfFiles(world)) / count)
    for (const [name, read] of Object.entries(pages))
      rows.push([`${name}, ms`, Math.round(before[name]), Math.round(median(await timed(turns, read)))])
    console.log(`${count.toLocaleString('en-US')} requests of ${channels} channels on one day\n`)
    console.log(table(['', 'table', 'files'], rows))
    console.log(`\n${told}`)
  } finally {
    await world.close()
  }
}

async function openWorld(cluster) {
  const load = (path) => import(`../apps/server/src/${path}`)
  const [
    { createDb, createPool },
    { migrate },
    { diskStorage },
    take,
    days,
    page,
    { findPageOfRequests },
    { requestArchive, packBodies },
    { clearArchiveCaches },
  ] = await Promise.all(
    [
      'platform/db/client.ts',
      'platform/db/migrate.ts',
      'platform/storage/disk.ts',
      'platform/archive/take.ts',
      'platform/archive/days.ts',
      'platform/db/page.ts',
      'partners/partner-requests.ts',
      'partners/index.ts',
      'platform/archive/read.ts',
    ].map(load),
  )
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const pool = createPool({ ...cluster.connectionTo(database), max: 4, statement_timeout: 600_000 })
  const db = createDb(pool)
  await migrate(db)
  const storage = await diskStorage(folder)
  const forget = () => {
    page.clearPageCaches()
    clearArchiveCaches()
  }
  return {
    pool,
    db,
    storage,
    take,
    days,
    findPageOfRequests,
    requestArchive,
    packBodies,
    forget,
    close: () => pool.end(),
  }
}

/** A tenth of the channels send half of the requests. */
async function fill({ pool, packBodies }, count) {
  await pool.query(`insert into channel (name, flow)
    select 'bench ' || n, 'full' from generate_series(1, ${channels}) n`)
  await pool.query(`insert into api_key (channel_id, key) select id, 'ck_bench_archive_' || id from channel`)
  await pool.query(`select make_partitions('open_request', now() - interval '8 days')`)
  const samples = Array.from({ length: 50_000 }, (_, n) =>
    packBodies({
      request: `{"phone":"139****${String((n * 7) % 10_000).padStart(4, '0')}","cityCode":"${440300 + (n % 90)}","ip":"203.0.*.*","device":"[text]","name":"${n % 2 ? '张' : '李'}**","idNumber":"440***********${1000 + ((n * 13) % 9_000)}","birthday":"19${50 + (n % 50)}-**-**"}`,
      answer: `{"code":"0000","desc":"request succeeded","data":{"id":"${90_000_000 + n * 13}","isNew":true}}`,
    }),
  )
  await pool.query(
    `insert into open_request (id, channel_id, api_key_id, call, path, code, is_sandbox, ms, ip, bodies)
     select time_id_at(date_trunc('day', now(), 'UTC') - interval '8 days' + n * interval '86400 s' / $2) + n % 4000000, k.channel_id, k.id,
       'open.user', '/open/user', case when n % 20 = 7 then '4000' else '0000' end, false, n * 7 % 60, '203.0.113.' || n % 9,
       ($1::bytea[])[1 + n % 50000]
     from generate_series(0, $2::int - 1) n
       join (select id, channel_id, row_number() over (order by id) - 1 as nth from api_key) k
         on k.nth = case when n % 2 = 0 then n / 2 % ${channels / 10} else n / 2 % ${channels} end`,
    [samples, count],
  )
  await pool.query('vacuum analyze open_request')
}

const one = async ({ pool }, text) => Number((await pool.query(text)).rows[0].value)

const bytesInTable = async (world, count) =>
  Math.round(
    (await one(
      world,
      `select sum(pg_total_relation_size(c.oid)) as value from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'open_request'::regclass and c.reltuples > 0`,
    )) / count,
  )

const sizeOfFiles = (world) => one(world, `select sum(size) as value from file where use = 'archive'`)

function pagesOf({ pool, db, storage, findPageOfRequests, forget }) {
  const read = (nth, page) => async () => {
    forget()
    const { rows } = await pool.query('select id from channel order by id limit 1 offset $1', [nth])
    await findPageOfRequests(
      db,
      storage,
      { kind: 'channel', id: rows[0].id },
      { current: 1, size: 20, sort: '-at', ...page },
    )
  }
  return {
    'first page of a large channel': read(3, {}),
    'its refused requests': read(3, { result: 'refused' }),
    'its page 400': read(3, { current: 400 }),
    'first page of a small channel': read(90, {}),
  }
}

/** Copies the day and drops it. @returns a sentence with what it took */
async function archive({ pool, db, storage, take, days, requestArchive }) {
  const [day] = await days.findClosedDays(db, 'open_request', 7)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.memoryUsage().rss
  let peak = before
  const looking = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 100)
  let copied = 0
  const signal = new AbortController().signal
  const took = await durationOf(async () => {
    copied = await take.takeDay({ db, storage, signal, progress: () => undefined }, requestArchive, day)
  })
  clearInterval(looking)
  delay.disable()
  const dropping = await durationOf(() => pool.query(`select drop_archived('open_request', $1)`, [day.from]))
  return `${Math.round(copied / (took / 1000)).toLocaleString('en-US')} rows a second copied and read again, ${Math.round((peak - before) / 1e6)} MB of memory more, others waited ${Math.round(delay.percentile(99) / 1e6)} ms (p99), ${Math.round(delay.max / 1e6)} ms at most; dropped in ${(dropping / 1000).toFixed(1)} s.`
}
