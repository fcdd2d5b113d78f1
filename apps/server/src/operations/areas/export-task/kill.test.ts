import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { exportsOf } from '#test/exports'
import { startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'
import { runListed } from '#test/run-jobs'

const app = startApp()
const files = exportsOf(app)
const worker = killableWorkers(app, [{ name: 'export' }], { killedRuns: 50 })
const rounds = 20
const many = 25_000
const fewer = 6_000

beforeAll(async () => {
  await app.pool.query(
    `insert into "user" (phone, name, flow, city_code, created_at)
     select '139' || lpad(n::text, 8, '0'), '王小明', 'full', '440305', timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [many],
  )
  await app.pool.query('analyze "user"')
  // More kills than an export may have, and polling without delay, because this test is about what a kill leaves behind.
  await app.pool.query(
    `update pgboss.queue set retry_limit = 50, retry_delay = 0, retry_backoff = false, expire_seconds = 2 where name = 'export'`,
  )
})

/** The progress at which a run is killed: it has begun, it writes its file, or its file is being moved into the storage. */
const moments = ['begun', 'writing', 'writing', 'storing'] as const
async function reached(moment: (typeof moments)[number] | undefined, isRunning: string) {
  if (moment === 'begun') return
  const before = new Set(await readdir(incoming()))
  const isReached = async () =>
    moment === 'writing'
      ? (await readdir(incoming())).some((name) => !before.has(name))
      : (await count(`file where status = 'pending'`)) > 0
  // A run that ends before the test sees its progress is killed too, but not counted.
  for (let left = 300; left > 0 && !(await isReached()) && (await count(isRunning)) > 0; left--)
    await sleep(3)
}
const incoming = () => join(app.filesFolder, 'incoming')

const count = async (condition: string) =>
  (await app.pool.query(`select count(*)::int as n from ${condition}`)).rows[0].n as number

test('when its process is killed twenty times, no export is half done, lost or done twice', {
  timeout: 300_000,
}, async () => {
  const columns = ['id', 'phone', 'name', 'cityName', 'createdAt']
  const ids: { id: string; format: 'csv' | 'xlsx' }[] = []
  let inTheMiddle = 0
  let left = 0
  let next = worker()
  for (let round = 0; round < rounds; round++) {
    const child = await next
    next = worker()
    const format = round % 2 === 0 ? 'csv' : 'xlsx'
    const createdTo = new Date(Date.parse('2026-01-01T00:00:00Z') + (fewer + 0.5) * 60_000).toISOString()
    const asked = { columns, format, sort: 'createdAt', ...(format === 'xlsx' && { createdTo }) } as const
    // A separate account for each, because each account may have five exports under way.
    const { task } = await files.request(await app.as('user:export'), 'user', asked)
    ids.push({ id: task.id, format })
    const { rows: began } = await app.pool.query('select clock_timestamp()::text as at')
    const isRunning = `export_task where status = 'running' and started_at > '${began[0].at}'`
    child.begin()
    await vi.waitFor(async () => expect(await count(isRunning)).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 3,
    })
    await reached(moments[round % moments.length], isRunning)
    await sleep((round * 37) % 120)
    await child.kill()
    if ((await count(isRunning)) > 0) inTheMiddle++
    left += (await readdir(incoming())).length
    // At every moment, an export with the status done has a whole file.
    expect(
      await count(`export_task t where status = 'done' and not exists (
      select from file f where f.id = t.file_id and f.status = 'stored' and f.owner_id = t.id)`),
    ).toBe(0)
  }
  expect(inTheMiddle).toBeGreaterThan(rounds / 2)
  // Some runs were killed while they wrote.
  expect(left).toBeGreaterThan(0)

  const last = await next
  last.begin()
  await vi.waitFor(async () => expect(await count(`export_task where status = 'done'`)).toBe(rounds), {
    timeout: 60_000,
    interval: 100,
  })
  await vi.waitFor(async () =>
    expect(await count(`pgboss.job where name = 'export' and state = 'completed'`)).toBe(rounds),
  )
  await last.kill()
  // A run that is killed between releasing a file and deleting its bytes leaves the bytes to the sweep.
  await runListed(app, 'file-sweep')

  // Each export has one notification, one audit log entry and one file.
  for (const { id, format } of ids) {
    expect(await count(`audit_log where target_id = '${id}' and after ? 'size'`)).toBe(1)
    const { rows } = await app.pool.query(
      `select f.key, encode(f.sha256, 'hex') as hash, f.size, t.rows_done from export_task t join file f on f.id = t.file_id where t.id = $1`,
      [id],
    )
    expect(rows[0].rows_done).toBe(String(format === 'csv' ? many : fewer))
  }
  expect(await count('message')).toBe(rounds)
  expect(await count(`file where status <> 'stored'`)).toBe(0)
  expect(await count('file')).toBe(rounds)
  const stored = await readdir(join(app.filesFolder, 'stored'), { recursive: true, withFileTypes: true })
  expect(stored.filter((each) => each.isFile())).toHaveLength(rounds)
  expect(await readdir(incoming())).toEqual([])

  const texts = new Set<string>()
  for (const { id, format } of ids) {
    const { rows } = await app.pool.query(
      'select f.key from export_task t join file f on f.id = t.file_id where t.id = $1',
      [id],
    )
    const content = Buffer.concat(await (await app.storage.open(rows[0].key)).toArray())
    if (format === 'csv') texts.add(content.toString())
    else {
      const sheet = await files.readSheet(content)
      expect([sheet.length, sheet.at(-1)?.[0]]).toEqual([fewer + 1, String(fewer)])
    }
  }
  expect(texts.size).toBe(1)
  expect(files.readCsv(Buffer.from([...texts][0] as string))).toHaveLength(many + 1)
})
