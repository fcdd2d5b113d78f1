import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RequestFn, startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'
import { commit, type Place, statement } from '#test/places'
import { runJobs } from '#test/run-jobs'
import { createSqlGate, type SqlGate } from '#test/sql-gate'
import { upload } from '#test/upload'
import { reconcileJob } from './run-job.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
let sql: SqlGate
const worker = killableWorkers(app, [reconcileJob], {}, () => sql.port)
let requester: RequestFn & { token: string }
let collectionId = ''

beforeAll(async () => {
  const { host, port } = app.servicePool.options
  sql = await createSqlGate(join(host as string, `.s.PGSQL.${port}`))
  requester = await app.as('reconcile:page', 'reconcile:run', 'difference:page', 'difference:handle')
  const { rows } = await app.pool.query(
    `insert into collection (name, provider) values ('收款', 'sandbox') returning id`,
  )
  collectionId = rows[0].id
})
afterAll(() => sql.close())

/** Sends the bill of a day, with two payments that are missing here. @returns the id of its run */
async function send(day: string): Promise<string> {
  const content = [
    '业务类型,支付宝交易号,商户订单号,退款批次号,订单金额（元）,服务费（元）,交易状态',
    `交易,${day}-1,,,99.00,0.59,SUCCESS`,
    `交易,${day}-2,,,98.00,0.59,SUCCESS`,
  ].join('\n')
  const files = await upload(app.app, requester.token, 'reconcile', [{ name: `${day}.csv`, content }])
  const { body } = await requester('POST', '/reconcile/bill', { collectionId, day, fileId: files.data[0].id })
  expect(body.code).toBe('0000')
  return body.data.id
}

/** Lets a process do what is queued, and kills it at a place. */
async function killAt(place: Place) {
  if (!('sql' in place)) throw new Error('a run is killed at a statement')
  const child = await worker()
  const stopped = sql.arm(place.sql)
  child.begin()
  await stopped
  await child.kill()
  // Nobody takes over before the processes of the other points are dead.
  await app.pool.query(
    `update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where name = 'reconcile' and state = 'active'`,
  )
}

/** Lets runs be taken over, as when the leases of killed processes end. */
const takeOver = (ids: readonly string[]) =>
  app.pool.query(
    `update pgboss.job set start_after = now() where name = 'reconcile' and data ->> 'id' = any($1)`,
    [ids],
  )

const shown = async (id: string) => (await requester('GET', `/reconcile/${id}`)).body.data
const ended = async (id: string) => {
  await vi.waitFor(async () => expect((await shown(id)).status).not.toBe('queued'), {
    timeout: 40_000,
    interval: 50,
  })
  return shown(id)
}
/** What is stored of a day: lines, differences, and what those who handle differences were told. */
const stored = async (id: string, day: string) =>
  (
    await app.pool.query(
      `select (select count(*)::int from bill_line where ref like $2 || '-%') as lines,
         (select count(*)::int from difference where ref like $2 || '-%' and status = 'open') as differences,
         (select count(*)::int from message where link ->> 'query' like '%' || $1 || '%' or content::text like '%' || $2 || '%') as told`,
      [id, day],
    )
  ).rows[0]

test('a comparison whose process is killed is done by the next one, once; one that kills every process is given up', async () => {
  const points: [day: string, place: Place][] = [
    ['2026-03-20', statement('after', /insert into difference[\s\S]*2026-03-20/)],
    ['2026-03-21', commit('before', /insert into difference[\s\S]*2026-03-21/)],
    ['2026-03-22', commit('after', /insert into difference[\s\S]*2026-03-22/)],
  ]
  const runs = new Map<string, string>()
  for (const [day, place] of points) {
    runs.set(day, await send(day))
    await killAt(place)
  }
  const fatal = '2026-03-23'
  const lines = statement('after', new RegExp(`insert into bill_line[\\s\\S]*${fatal}`))
  const fatalRun = await send(fatal)
  await killAt(lines)
  await takeOver([fatalRun])
  await killAt(lines)
  expect(await stored(fatalRun, fatal)).toMatchObject({ lines: 0, differences: 0 })

  await takeOver([...runs.values(), fatalRun])
  const running = await runJobs(app, [reconcileJob])
  try {
    for (const [day, id] of runs) {
      expect([day, await ended(id)]).toMatchObject([
        day,
        { status: 'done', lines: 2, matched: 0, gaps: { missingHere: 2, missingThere: 0 } },
      ])
      expect([day, await stored(id, day)]).toEqual([day, { lines: 2, differences: 2, told: 1 }])
    }
    expect(await ended(fatalRun)).toMatchObject({ status: 'failed', problem: expect.any(String) })
    expect(await stored(fatalRun, fatal)).toMatchObject({ lines: 0, differences: 0 })
    // Sent again, it is compared.
    expect(await send(fatal)).toBe(fatalRun)
    expect(await ended(fatalRun)).toMatchObject({ status: 'done', lines: 2 })
    expect(await stored(fatalRun, fatal)).toMatchObject({ lines: 2, differences: 2 })
  } finally {
    await running.stop()
  }
})
