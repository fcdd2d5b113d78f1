import type { ImportRow } from '@kabao/contract/users/blacklist-import'
import { expect, test } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { isExhaustive } from '#test/exhaustive'
import { startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'
import { upload } from '#test/upload'

const app = startApp()
const [imports, kills] = isExhaustive ? [12, 20] : [4, 6]
const rowsOfEach = 6_000
const worker = killableWorkers(app, [importCheck([]), importCommit([])], {
  lookSeconds: 0.3,
  killedRuns: 40,
})

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const rowsOf = async (text: string) => (await app.pool.query(text)).rows
const now = async () => (await rowsOf('select clock_timestamp()::text as now'))[0].now as string
/**
 * The jobs that run and were started after this time. A job of a killed process counts as running until its lease expires; here the
 * lease is short, and the retry limit is high because all kills may hit the same job.
 */
async function runsSince(time: string): Promise<string[]> {
  await rowsOf(`update pgboss.job set expire_in = least(expire_in, '2 s'), retry_limit = 40, retry_backoff = false
    where name like 'import-%' and state <= 'active' and retry_limit < 40`)
  const { rows } = await app.pool.query(
    `select name from pgboss.job where name like 'import-%' and state = 'active' and started_on > $1`,
    [time],
  )
  return rows.map(({ name }) => name as string)
}
/** Traces of unfinished work, read in one query: rows of an unfinished dry run, entries of an unfinished commit. */
const halfDone = () =>
  rowsOf(`select i.id, i.status from import_task i
    where (i.status = 'checking' and exists (select from import_row r where r.import_id = i.id))
      or (i.status = 'committing' and exists (select from blacklist b where b.created_by = i.created_by))
      or (i.status = 'done'
        and (select count(*) from blacklist b where b.created_by = i.created_by) <> ${rowsOfEach})`)

test('after kills in the middle of imports, no import is half done, lost or done twice', {
  timeout: 300_000,
}, async () => {
  const requesters = await Promise.all(
    Array.from({ length: imports }, async (_, index) => {
      const request = await app.as('blacklist:import')
      const lines = Array.from({ length: rowsOfEach }, (_, row) => `device,kill-${index}-${row}`)
      const content = `kind,value\n${lines.join('\n')}\nphone,1\n`
      const { data } = await upload(app.app, request.token, 'import', [{ name: 'a.csv', content }])
      const begun = await request('POST', '/import/blacklist', { fileId: data[0].id })
      return { request, id: begun.body.data.id as string }
    }),
  )
  const latest = async () =>
    Promise.all(
      requesters.map(
        async ({ request, id }): Promise<ImportRow> =>
          (await request('GET', `/import/blacklist/${id}`)).body.data,
      ),
    )
  /** Confirms every checked import, also repeatedly, like a user who sees no reaction. */
  const sayYes = async () => {
    for (const [at, { status }] of (await latest()).entries()) {
      const { request, id } = requesters[at] as (typeof requesters)[number]
      if (status === 'checked' || status === 'committing')
        await request('POST', `/import/blacklist/${id}/commit`)
    }
  }

  const hit: Record<string, number> = {}
  const waiting = [worker(), worker(), worker()]
  const begin = async () => {
    waiting.push(worker())
    const child = await (waiting.shift() as ReturnType<typeof worker>)
    child.begin()
    return child
  }
  let killedAt = await now()
  for (let kill = 0; kill < kills; kill++) {
    const child = await begin()
    const step = `import-${kill < kills / 2 ? 'check' : 'commit'}`
    let runs: string[] = []
    for (let left = 1_000; !runs.includes(step) && left > 0; left--) {
      if (left % 20 === 0) await sayYes()
      await sleep(10)
      runs = await runsSince(killedAt)
    }
    await sleep(Math.random() * (kill < kills / 2 ? 250 : 100))
    runs = await runsSince(killedAt)
    await child.kill()
    killedAt = await now()
    for (const name of new Set(runs)) hit[name] = (hit[name] ?? 0) + 1
    expect(await halfDone()).toEqual([])
    await sayYes()
  }
  await begin()
  for (let left = 600; left > 0; left--) {
    await sayYes()
    if ((await latest()).every(({ status }) => status === 'done')) break
    await sleep(100)
  }
  expect((await latest()).map(({ status, result }) => [status, result])).toEqual(
    Array(imports).fill(['done', { added: rowsOfEach, present: 0 }]),
  )
  expect(await halfDone()).toEqual([])
  expect(await rowsOf(`select count(*)::int as n from blacklist where value like 'kill-%'`)).toEqual([
    { n: imports * rowsOfEach },
  ])
  const once_ = `having count(*) <> 1`
  expect(
    await rowsOf(`select target_id from audit_log where target_kind = 'blacklistImport' and after->>'status' = 'done'
      group by target_id ${once_}`),
  ).toEqual([])
  expect(await rowsOf(`select count(*)::int as n from message`)).toEqual([{ n: imports }])
  // The test proves something only if kills hit both steps.
  expect(hit['import-check']).toBeGreaterThan(kills / 5)
  expect(hit['import-commit']).toBeGreaterThan(kills / 5)
})
