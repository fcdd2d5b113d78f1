import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportRow } from '@kabao/contract/users/blacklist-import'
import { afterEach, expect, test, vi } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { readInProcess } from '#platform/imports/read-in-process'
import type { RunningJobs } from '#platform/jobs/start'
import { SheetProblem } from '#platform/sheet/sheet'
import { startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'
import { runJobs } from '#test/run-jobs'
import { upload } from '#test/upload'
import { packed, sheetOf, workbook } from '#test/workbook'
import { blacklistListImport } from './list.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const jobs = [importCheck([blacklistListImport]), importCommit([blacklistListImport])]
const worker = killableWorkers(app, jobs, { lookSeconds: 0.3 })
let running: RunningJobs | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})
const run = async () => {
  running ??= await runJobs(app, jobs)
}
type Requester = Awaited<ReturnType<typeof app.as>>

const head =
  '<row r="1"><c t="str"><v>kind</v></c><c t="str"><v>value</v></c><c t="str"><v>remark</v></c></row>'
const row = (line: number | string, cells: string) => `<row r="${line}">${cells}</row>`
const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`
const sheet = (rows: string) => ({ 'xl/worksheets/sheet1.xml': sheetOf(head + rows) })

async function start(request: Requester, content: Buffer): Promise<string> {
  const sent = await upload(app.app, request.token, 'import', [{ name: 'a.xlsx', content }])
  expect(sent).toMatchObject({ code: '0000' })
  const { body } = await request('POST', '/import/blacklist', { fileId: sent.data[0].id })
  return body.data.id
}
const get = async (request: Requester, id: string): Promise<ImportRow> =>
  (await request('GET', `/import/blacklist/${id}`)).body.data
async function settled(request: Requester, id: string): Promise<ImportRow> {
  await vi.waitFor(
    async () => expect((await get(request, id)).status).not.toMatch(/^(checking|committing)$/),
    {
      timeout: 50_000,
      interval: 50,
    },
  )
  return get(request, id)
}
const jobOf = async (id: string) =>
  (
    await app.pool.query(
      `select j.state::text, j.retry_count from pgboss.job j join import_task i on j.id = i.job_id::uuid where i.id = $1`,
      [id],
    )
  ).rows[0]
const told = async (request: Requester) =>
  (await app.pool.query(`select content from message where admin_id = $1`, [request.adminId])).rows.map(
    ({ content }) => content as string[],
  )

test('a cell of 70 MB in a small workbook is refused with its line at the first try, and the service still responds', async () => {
  await run()
  const request = await app.as('blacklist:import')
  const content = await packed(
    sheet(row(2, text(randomBytes(750_000).toString('base64') + 'x'.repeat(69 * 1024 * 1024)))),
  )
  // The compression ratio is too low to be refused by the directory of the archive alone.
  expect(content.length).toBeLessThan(1024 * 1024)
  const id = await start(request, content)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const task = await settled(request, id)
  delay.disable()
  const problem = '第 2 行有单元格超过 32767 个字符，请缩短后再上传'
  expect([task.status, task.problem]).toEqual(['failed', problem])
  expect(await jobOf(id)).toEqual({ state: 'completed', retry_count: 0 })
  expect(await told(request)).toEqual([[expect.stringContaining(problem), expect.stringContaining('row 2')]])
  expect(delay.max / 1e6).toBeLessThan(1_000)
})

test('a long text that a thousand wrong rows share is truncated when it is stored', async () => {
  await run()
  const request = await app.as('blacklist:import')
  const rows = Array.from({ length: 1_000 }, (_, index) => row(index + 2, '<c t="s"><v>0</v></c>'.repeat(3)))
  const content = await packed({
    ...sheet(rows.join('')),
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(32_767)}</t></si></sst>`,
  })
  expect(content.length).toBeLessThan(20_000)
  const task = await settled(request, await start(request, content))
  expect([task.status, task.report?.wrong]).toEqual(['checked', 1_000])
  const { rows: found } = await app.pool.query(
    `select sum(pg_column_size(r.*))::int as size from import_row r where import_id = $1`,
    [task.id],
  )
  expect(found[0].size).toBeGreaterThan(1_000_000)
  expect(found[0].size).toBeLessThan(4_000_000)
})

test.each([
  ['repeated', row(2, text('x')) + row(2, text('y'))],
  ['fractional', row(2, text('x')) + row('2.5', text('y'))],
  ['enormous', row(2, text('x')) + row('4294967297', text('y'))],
])('a workbook with %s row numbers is refused with a sentence, at the first try', async (_what, rows) => {
  await run()
  const request = await app.as('blacklist:import')
  const id = await start(request, await workbook(sheet(rows)))
  const task = await settled(request, id)
  expect(task.status).toBe('failed')
  expect(task.problem).toContain('第 2 行之后的行号有误')
  expect(await jobOf(id)).toEqual({ state: 'completed', retry_count: 0 })
})

test('if the reader runs out of memory, only the reader ends, and not the process that started it', async () => {
  const path = join(tmpdir(), `kabao-${crypto.randomUUID()}`)
  const shared = Array.from(
    { length: 400_000 },
    (_, index) => `<si><t>a text that is shared ${index}</t></si>`,
  )
  await writeFile(
    path,
    await packed({ ...sheet(''), 'xl/sharedStrings.xml': `<sst>${shared.join('')}</sst>` }),
  )
  const reading = async (megabytes?: number) => {
    const task = { path, format: 'xlsx', importId: '1', titles: null, timeZone: 'UTC' } as const
    const rows = readInProcess(
      blacklistListImport.reader,
      task,
      app.vault,
      new AbortController().signal,
      () => undefined,
      megabytes,
    )
    for await (const _ of rows);
  }
  const problemOf = (megabytes?: number) =>
    reading(megabytes).catch((error: unknown) => (error instanceof SheetProblem ? error.problem : error))
  expect(await problemOf(16)).toBe('fileBomb')
  // With the usual memory the same file is read completely.
  expect(await problemOf()).toBe('noRows')
})

test.runIf(process.platform === 'linux')(
  'a file whose reader is killed from outside is retried once, and then the sender is notified',
  async () => {
    const request = await app.as('blacklist:import')
    const rows = Array.from({ length: 60_000 }, (_, index) =>
      row(index + 2, text('device') + text(`killed-${index}`)),
    )
    const id = await start(request, await packed(sheet(rows.join(''))))
    const ended = new Set<number>()
    let isOver = false
    const ending = (async () => {
      while (!isOver) {
        for (const pid of await readers()) {
          process.kill(pid, 'SIGKILL')
          ended.add(pid)
        }
        await sleep(10)
      }
    })()
    await run()
    const task = await settled(request, id)
    isOver = true
    await ending
    expect([task.status, task.problem, ended.size]).toEqual(['failed', '导入时发生意外，请重新上传', 2])
    expect(await told(request)).toHaveLength(1)
  },
)

test('an import whose process is killed during two runs is not read a third time, and the sender is notified', async () => {
  const request = await app.as('blacklist:import')
  const rows = Array.from({ length: 100_000 }, (_, index) =>
    row(index + 2, text('device') + text(`deadly-${index}`)),
  )
  const id = await start(request, await packed(sheet(rows.join(''))))
  for (const begun of [0, 1]) {
    const child = await worker()
    child.begin()
    await vi.waitFor(async () => expect(await jobOf(id)).toEqual({ state: 'active', retry_count: begun }), {
      timeout: 20_000,
      interval: 10,
    })
    await sleep(100)
    await child.kill()
    await app.pool.query(`update pgboss.job set expire_in = '1 s' where name = 'import-check'`)
  }
  await run()
  const task = await settled(request, id)
  expect([task.status, task.problem]).toEqual([
    'failed',
    '处理这个文件时服务两次中断，已停止处理，请检查文件内容后重新上传',
  ])
  expect(await told(request)).toEqual([
    [expect.stringContaining('两次中断'), expect.stringContaining('stopped twice')],
  ])
  await vi.waitFor(async () => expect(await jobOf(id)).toEqual({ state: 'failed', retry_count: 2 }), 5_000)
})

/** The ids of the reader processes that this process started. */
async function readers(): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    const parent = stat?.slice(stat.lastIndexOf(')')).split(' ')[2]
    if (Number(parent) === process.pid && command?.includes('--max-old-space-size')) found.push(Number(name))
  }
  return found
}
