import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportRow } from '@kabao/contract/blacklist-import'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceRole } from '#db/rights'
import { startApp } from '../../../../test/harness.ts'
import { upload } from '../../../../test/upload.ts'
import { serverRoot } from '../../../paths.ts'

const app = startApp()
const imports = 12
const rowsOfEach = 6_000
const kills = 20
/** Inside this package, so that what it imports is found. */
const bundle = join(serverRoot, 'node_modules/.cache', `imports-${crypto.randomUUID()}`)

beforeAll(async () => {
  await mkdir(bundle, { recursive: true })
  const made = await rolldown({
    input: {
      process: join(serverRoot, 'test/import-process.ts'),
      'threads/blacklist-import': join(import.meta.dirname, 'thread.ts'),
    },
    platform: 'node',
    external: (id) => /^[^.#/]/.test(id) && !id.startsWith('@kabao/'),
  })
  await made.write({ dir: bundle, format: 'esm', entryFileNames: '[name].js' })
  await made.close()
})
const started: ChildProcess[] = []
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await Promise.all(started.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
  await rm(bundle, { recursive: true, force: true })
})

/** One that is ready to begin and waits for a word, so that twenty starts need not be waited for. */
function start(): ChildProcess {
  const { host, port, database } = app.pool.options
  const child = spawn(process.execPath, [join(bundle, 'process.js')], {
    env: {
      PATH: process.env.PATH,
      IMPORTS: JSON.stringify({
        database: { host, port, database, user: serviceRole },
        files: app.filesFolder,
        key: app.vault.keyForThread(),
      }),
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  started.push(child)
  return child
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const rowsOf = async (text: string) => (await app.pool.query(text)).rows
const now = async () => (await rowsOf('select clock_timestamp()::text as now'))[0].now as string
/**
 * What runs that was begun after this: what a dead process had begun says so until its lease is over. Here that is soon, and twenty
 * kills in a row, which may all meet one run, are no reason to give it up.
 */
async function runsSince(time: string): Promise<string[]> {
  await rowsOf(`update pgboss.job set expire_in = least(expire_in, '2 s'), retry_limit = 40, retry_backoff = false
    where name like 'blacklist-import-%' and state <= 'active' and retry_limit < 40`)
  const { rows } = await app.pool.query(
    `select name from pgboss.job where name like 'blacklist-import-%' and state = 'active' and started_on > $1`,
    [time],
  )
  return rows.map(({ name }) => name as string)
}
/** What is half done, in one look: rows of a dry run that has not ended, entries of a yes that has not. */
const halfDone = () =>
  rowsOf(`select i.id, i.status from blacklist_import i
    where (i.status = 'checking' and exists (select from blacklist_import_row r where r.import_id = i.id))
      or (i.status = 'committing' and exists (select from blacklist b where b.created_by = i.created_by))
      or (i.status = 'done'
        and (select count(*) from blacklist b where b.created_by = i.created_by) <> ${rowsOfEach})`)

test('killed twenty times in the middle of imports: nothing is half done, nothing is lost, nothing is done twice', {
  timeout: 180_000,
}, async () => {
  const askers = await Promise.all(
    Array.from({ length: imports }, async (_, at) => {
      const ask = await app.as('blacklist:import')
      const lines = Array.from({ length: rowsOfEach }, (_, row) => `device,kill-${at}-${row}`)
      const content = `kind,value\n${lines.join('\n')}\nphone,1\n`
      const { data } = await upload(app.app, ask.token, 'import', [{ name: 'a.csv', content }])
      const begun = await ask('POST', '/blacklist/import', { fileId: data[0].id })
      return { ask, id: begun.body.data.id as string }
    }),
  )
  const latest = async () =>
    Promise.all(
      askers.map(
        async ({ ask, id }): Promise<ImportRow> => (await ask('GET', `/blacklist/import/${id}`)).body.data,
      ),
    )
  /** Says yes to what was looked through, again and again, as somebody does who does not see that it helped. */
  const sayYes = async () => {
    for (const [at, { status }] of (await latest()).entries()) {
      const { ask, id } = askers[at] as (typeof askers)[number]
      if (status === 'checked' || status === 'committing') await ask('POST', `/blacklist/import/${id}/commit`)
    }
  }

  const hit: Record<string, number> = {}
  const waiting = [start(), start(), start()]
  const begin = () => {
    waiting.push(start())
    const child = waiting.shift() as ChildProcess
    child.stdin?.write('begin\n')
    return child
  }
  let killedAt = await now()
  for (let kill = 0; kill < kills; kill++) {
    const child = begin()
    const step = `blacklist-import-${kill < kills / 2 ? 'check' : 'commit'}`
    let runs: string[] = []
    for (let left = 1_000; !runs.includes(step) && left > 0; left--) {
      if (left % 20 === 0) await sayYes()
      await sleep(10)
      runs = await runsSince(killedAt)
    }
    await sleep(Math.random() * (kill < kills / 2 ? 250 : 100))
    runs = await runsSince(killedAt)
    child.kill('SIGKILL')
    await once(child, 'exit')
    killedAt = await now()
    for (const name of new Set(runs)) hit[name] = (hit[name] ?? 0) + 1
    expect(await halfDone()).toEqual([])
    await sayYes()
  }
  begin()
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
  // Both steps were hit, or this proved nothing.
  expect(hit['blacklist-import-check']).toBeGreaterThan(4)
  expect(hit['blacklist-import-commit']).toBeGreaterThan(4)
})
