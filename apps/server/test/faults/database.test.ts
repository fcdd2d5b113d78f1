import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, cp, lchown, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codes } from '@kabao/contract'
import { type Postgres, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Partner, startPartner } from '#demo/partner/partner'
import type { ChannelKey, TrafficKeys } from '#demo/traffic/keys'
import { createSender, sign } from '#demo/traffic/sender'
import { type Simulated, simulate } from '#demo/traffic/simulate'
import { verifyLedger } from '#ledger/verify'
import { createDb, createPool } from '#platform/db/client'
import { createVault } from '#platform/keys/vault'
import { memoryFolder } from '../../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from '../built-service.ts'
import { logFolder, secret } from '../harness.ts'
import { serviceProgram } from '../programs-of-run.ts'
import { signalServer } from '../server-processes.ts'
import { makeTrafficWorld } from '../traffic-world.ts'
import { picture } from '../upload.ts'
import { type ConsoleCaller, signIn } from './console-caller.ts'
import { canMount, noMount, type SmallDisk, smallDisk } from './small-disk.ts'

/** An instance that died holds a step for this long, in milliseconds. */
const leaseMs = 60_000
/** Little log, so that its disk may be small. */
const settings = { min_wal_size: '32MB', max_wal_size: '64MB', wal_keep_size: 0 }

const dataKey = randomBytes(32).toString('base64')
let folder: string
/** The disk of the database, and that of its log; null where nothing can be mounted. */
let disks: { data: SmallDisk; log: SmallDisk } | null = null
let postgres: Postgres
let partner: Partner
let pool: pg.Pool
let instance: Instance
let admin: ConsoleCaller
let keys: TrafficKeys
let probe: ChannelKey
let playing: Promise<Simulated>
let isEnough = false
const dataDir = () => join(folder, 'disk', 'data')
const start = () => startPostgres({ dataDir: dataDir(), durable: false, settings, onExit: () => undefined })

beforeAll(async () => {
  folder = await memoryFolder('kabao-faults-')
  await chmod(folder, 0o755)
  if (canMount)
    disks = { data: smallDisk(join(folder, 'disk'), 400), log: smallDisk(join(folder, 'log'), 220) }
  await mkdir(dataDir(), { recursive: true, mode: 0o755 })
  postgres = await start()
  if (disks) await moveLog(disks.log.path)
  partner = await startPartner()
  pool = createPool({ ...postgres.connection, max: 3, onIdleError: () => undefined })
  // A throwaway server does not wait for its log, and would acknowledge what it loses when it ends at once.
  await pool.query('alter database kabao set synchronous_commit = on')
  instance = await instanceOf(serviceProgram(), {
    DATABASE_URL: postgres.url,
    DATA_KEY: dataKey,
    DATA_DIR: folder,
    FILES_DIR: join(folder, 'files'),
    INTERNAL_PARTNERS: `127.0.0.1:${partner.port}`,
    ADMIN_PASSWORD: secret('Faults-password-1'),
  })
  await instance.start()
  keys = await makeTrafficWorld(pool, createVault(secret(dataKey)), partner, 'faults')
  // Nobody but this test calls as this channel.
  probe = keys.channels.pop() as ChannelKey
  admin = await signIn(instance.url, 'Faults-password-1', secret('Faults-password-2'))
}, 180_000)

afterAll(async () => {
  isEnough = true
  await instance?.kill()
  await pool?.end()
  await partner?.stop()
  signalServer(postgres, 'SIGKILL')
  await postgres?.stop()
  for (const disk of disks ? [disks.data, disks.log] : []) disk.remove()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

/** Puts the log of the cluster onto a disk of its own. */
async function moveLog(path: string) {
  await postgres.stop()
  const cluster = join(dataDir(), 'cluster')
  const { uid, gid } = await stat(cluster)
  const place = join(path, 'pg_wal')
  await cp(join(cluster, 'pg_wal'), place, { recursive: true })
  for (const name of ['.', ...(await readdir(place, { recursive: true }))])
    await lchown(join(place, name), uid, gid)
  await rm(join(cluster, 'pg_wal'), { recursive: true })
  await symlink(place, join(cluster, 'pg_wal'))
  postgres = await start()
}

const readyText = async () => (await fetch(`${instance.url}/readyz`)).text()
const readyStatus = async () => (await fetch(`${instance.url}/readyz`)).status
const logText = () => readFile(join(logFolder, `instance-${new URL(instance.url).port}.log`), 'utf8')

/** Adds an entry to the blacklist, which also writes the audit log. */
let nextEntry = 1
const addEntry = () => {
  const nth = nextEntry++
  const value = `203.0.${Math.floor(nth / 250)}.${(nth % 250) + 1}`
  return admin.call('/blacklist', { kind: 'ip', value, reason: 'x'.repeat(180) })
}

/** Reports many visits with texts of their own, so that the tables grow. @returns HTTP status, code and sentence */
async function sendVisits() {
  const sender = createSender([instance.url])
  try {
    const visits = Array.from({ length: 200 }, () => ({
      visitorId: `faults-${randomUUID()}`,
      page: `/${randomUUID()}`,
      at: new Date().toISOString(),
      ip: '203.0.113.7',
      userAgent: `test ${randomUUID()}`,
    }))
    const asked = { method: 'POST' as const, path: '/visit', body: { visits }, idempotencyKey: randomUUID() }
    const { status, text } = await sender.send(sign(probe, asked))
    const { code, desc } = JSON.parse(text) as { code: string; desc: string }
    return { status, code, desc }
  } finally {
    sender.close()
  }
}

/** All that is acknowledged from here on is compared with the rows at the end. */
function beginTraffic() {
  playing = simulate({
    urls: [instance.url],
    keys,
    rate: 12,
    seconds: 600,
    seed: 7,
    db: createDb(pool),
    patienceMs: 90_000,
    settleMs: 60_000,
    isEnough: () => isEnough,
  })
  playing.catch(() => undefined)
}

test('partitions that somebody dropped are made by themselves, and no call fails', async () => {
  const { rows } = await pool.query<{ table: string; part: string }>(`
    select t.name as table, c.relname as part from partitioned_table t
    join pg_inherits i on i.inhparent = format('public.%I', t.name)::regclass join pg_class c on c.oid = i.inhrelid,
      pg_get_expr(c.relpartbound, c.oid) bound
    where time_of_id((regexp_match(bound, 'TO \\(''?(\\d+)''?\\)'))[1]::bigint) > now() - interval '1 hour'
    order by t.name = 'push_record', t.name`)
  const dropped = new Set<string>()
  for (const { table, part } of rows) {
    const { rowCount } = await pool.query(`select from part.${part} limit 1`)
    if (rowCount && table !== 'audit_log') continue
    await pool.query(`alter table ${table} detach partition part.${part}`)
    await pool.query(`drop table part.${part}`)
    dropped.add(table)
  }
  for (const table of ['audit_log', 'open_nonce', 'open_answer', 'visit', 'push_record', 'step_taken'])
    expect(dropped).toContain(table)
  expect((await addEntry()).code).toBe(codes.success)
  beginTraffic()
  expect((await sendVisits()).code).toBe(codes.success)
  expect(await readyText()).toMatch(/^ready\nthe table \w+ had no partition for a row; it is being made\n$/)
  // The people of the traffic are handed over, with a push in a partition that was not there.
  await expect
    .poll(async () => (await pool.query('select count(*)::int as n from push_record')).rows[0].n)
    .toBeGreaterThan(3)
  await expect
    .poll(async () => (await pool.query('select count(*)::int as n from open_request')).rows[0].n)
    .toBeGreaterThan(3)
  expect(await logText()).toContain('had no partition for a row')
})

test.each([
  ['in order', 'SIGINT'],
  ['at once', 'SIGQUIT'],
] as const)('PostgreSQL is restarted %s under load, and all goes on', async (_how, signal) => {
  process.kill(postgres.pid, signal)
  await postgres.stop()
  expect(await readyStatus()).toBe(503)
  postgres = await start()
  await expect.poll(async () => (await sendVisits().catch(() => null))?.code).toBe(codes.success)
  await expect.poll(readyStatus).toBe(200)
  expect((await addEntry()).code).toBe(codes.success)
})

test('a full disk of the database is said, nothing is half kept, and all goes on once there is room', async ({
  skip,
}) => {
  if (!disks) return skip(noMount)
  await disks.data.fill()
  // Some pages have room for a row yet.
  await vi.waitFor(async () => {
    expect(await sendVisits()).toMatchObject({ status: 500, code: codes.unexpected })
    const refused = await addEntry()
    expect(refused.desc).toMatch(/^The database has no space left, so nothing was saved\. Try again later/)
    expect(refused).toMatchObject({ status: 500, code: codes.unexpected })
  })
  expect((await sendVisits()).desc).toMatch(/^The database has no space left/)
  expect(await readyText()).toContain('the disk of the database is full: it refuses what is written')
  expect(await logText()).toContain('the disk of the database is full')
  // What needs no room is answered.
  expect((await admin.call('/blacklist/page')).code).toBe(codes.success)
  const image = await picture(40, 30).png().toBuffer()
  const uploads: string[] = []
  for (let nth = 0; nth < 40 && !uploads.at(-1)?.startsWith('The database'); nth++)
    uploads.push((await admin.upload('avatar', [{ name: 'a.png', content: image }])).desc)
  expect(uploads.at(-1)).toMatch(/^The database has no space left/)
  const asked = await admin.call('/job/run', { name: 'push-dedupe-sweep' })

  await disks.data.free()
  expect((await sendVisits()).code).toBe(codes.success)
  expect((await addEntry()).code).toBe(codes.success)
  expect((await admin.upload('avatar', [{ name: 'a.png', content: image }])).code).toBe(codes.success)
  const job = asked.data?.id ?? (await admin.call('/job/run', { name: 'push-dedupe-sweep' })).data.id
  await expect
    .poll(
      async () => (await pool.query('select state from pgboss.job where id = $1', [job])).rows[0]?.state,
      {
        timeout: 45_000,
      },
    )
    .toBe('completed')
  // Every stored file has its row, and every row that is stored its bytes.
  expect((await admin.call('/blacklist/page')).data.total).toBe(
    (await pool.query('select count(*)::int as n from blacklist')).rows[0].n,
  )
}, 90_000)

test('a full disk of the log ends PostgreSQL; once it is up again all goes on', async ({ skip }) => {
  if (!disks) return skip(noMount)
  await disks.log.fill()
  await vi.waitFor(
    async () => {
      await sendVisits().catch(() => undefined)
      // So that it needs another file soon.
      await pool.query('select pg_switch_wal()').catch(() => undefined)
      expect(await readyStatus()).toBe(503)
    },
    { timeout: 40_000, interval: 20 },
  )
  await disks.log.free()
  // It may have come up by itself; else it is started, as its supervisor would.
  await sleep(500)
  signalServer(postgres, 'SIGKILL')
  await postgres.stop()
  postgres = await start()
  await expect.poll(async () => (await sendVisits().catch(() => null))?.code).toBe(codes.success)
  await expect.poll(readyStatus).toBe(200)
  expect((await addEntry()).code).toBe(codes.success)
}, 90_000)

test('after all of this nothing acknowledged is lost or done twice', async () => {
  isEnough = true
  const over = new Date(Date.now() + leaseMs).toISOString()
  await pool.query(
    `update due_step set due_at = now() - interval '1 second' where due_at between now() and $1`,
    [over],
  )
  const played = await playing
  expect(played.faults).toEqual([])
  expect((await verifyLedger(createDb(pool))).faults).toEqual([])
  expect([...played.tally.retries.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
  expect(played.tally.users.size).toBeGreaterThan(10)
}, 120_000)
