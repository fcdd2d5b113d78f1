import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportTask } from '@kabao/contract/kernel/import'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { importRoutes } from '#platform/imports/routes'
import { importSweep } from '#platform/imports/sweep-job'
import type { RunningJobs } from '#platform/jobs/start'
import { readXlsx } from '#platform/sheet/xlsx'
import { startApp } from './harness.ts'
import { killableWorkers } from './killable.ts'
import { voucherImport } from './made-up-import/list.ts'
import { runJobs, runOnce } from './run-jobs.ts'
import { upload } from './upload.ts'

/*
 * A made-up list uses all parts of imports: columns in both languages, amounts, a check of the whole row, the dry run, the wrong
 * rows, the confirmation, and killed processes.
 */

vi.setConfig({ testTimeout: 90_000 })
const app = startApp()
const jobs = [importCheck([voucherImport]), importCommit([voucherImport])]
const worker = killableWorkers(app, jobs, { lookSeconds: 0.3, killedRuns: 40 })
let instance: FastifyInstance
let running: RunningJobs | undefined
beforeAll(async () => {
  await app.pool.query(
    `create table voucher (code text primary key, amount bigint not null, created_by bigint)`,
  )
  await app.pool.query('grant select, insert on voucher to kabao_service')
  instance = await app.another()
  importRoutes(instance.services, voucherImport).register(instance)
})
afterAll(async () => {
  await running?.stop()
})

type Method = 'GET' | 'POST'
async function importer() {
  const { adminId, token } = await app.as('voucher:import')
  const file = (path: string) =>
    instance.inject({ url: `/api/import/voucher${path}`, headers: { token, 'accept-language': 'zh-CN' } })
  const request = async (method: Method, path: string, payload?: object) =>
    (
      await instance.inject({
        method,
        url: `/api/import/voucher${path}`,
        headers: { token, 'accept-language': 'zh-CN' },
        ...(payload && { payload }),
      })
    ).json()
  return { adminId, token, request, file }
}
type Importer = Awaited<ReturnType<typeof importer>>
async function start({ token, request }: Importer, content: string): Promise<string> {
  const sent = await upload(app.app, token, 'import', [{ name: 'vouchers.csv', content }])
  const answer = await request('POST', '', { fileId: sent.data[0].id })
  expect(answer).toMatchObject({ code: '0000', data: { status: 'checking' } })
  return answer.data.id
}
async function settled({ request }: Importer, id: string): Promise<ImportTask> {
  const get = async () => (await request('GET', `/${id}`)).data as ImportTask
  await vi.waitFor(async () => expect((await get()).status).not.toMatch(/^(checking|committing)$/), {
    timeout: 60_000,
    interval: 50,
  })
  return get()
}
const vouchers = async () => (await app.pool.query('select code, amount from voucher order by code')).rows

test('the import of a list needs only a declaration of at most 120 lines', async () => {
  const folder = join(import.meta.dirname, 'made-up-import')
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  expect(texts.join('').split('\n').length).toBeLessThanOrEqual(120)
})

test('rows are checked, reported if they are wrong, and added after one confirmation', async () => {
  running = await runJobs(app, jobs)
  const who = await importer()
  await app.pool.query(`insert into voucher values ('OLD-1', 100, null)`)
  const id = await start(
    who,
    '金额,Code\n12.5,NEW-1\n"¥1,200.00",BIG-1\n1200,NEW-2\n0,NEW-3\n1.234,NEW-4\n3,\n5,NEW-1\n1,OLD-1\n',
  )
  const task = await settled(who, id)
  const { rows, ...counts } = task.report as NonNullable<ImportTask['report']>
  expect([task.status, counts]).toEqual(['checked', { new: 2, present: 1, repeated: 1, wrong: 4 }])
  expect(rows[2]?.wrong).toEqual([
    { title: '面额（元）', value: '1.234', problem: '请输入金额，最多两位小数' },
  ])
  expect(rows.map(({ wrong: _, ...row }) => row)).toEqual([
    { line: 4, state: 'wrong', code: 'NEW-2', amount: '1200', reason: '面额（元）：超出允许的范围' },
    { line: 5, state: 'wrong', code: 'NEW-3', amount: '0', reason: '面额（元）：超出允许的范围' },
    {
      line: 6,
      state: 'wrong',
      code: 'NEW-4',
      amount: '1.234',
      reason: '面额（元）：请输入金额，最多两位小数',
    },
    { line: 7, state: 'wrong', amount: '3', code: '', reason: '券码：请填写此项' },
    { line: 8, state: 'repeated', code: 'NEW-1', amount: '500', reason: '与第 2 行重复' },
  ])

  const path = join(tmpdir(), `kabao-${crypto.randomUUID()}`)
  await writeFile(path, (await who.file(`/${id}/wrong`)).rawPayload)
  const wrong: string[][] = []
  for await (const some of readXlsx(path)) wrong.push(...some.map(({ cells }) => cells))
  expect(wrong.slice(0, 2)).toEqual([
    ['行号', '券码', '面额（元）', '错误说明'],
    ['4', 'NEW-2', '1200', '面额（元）：超出允许的范围'],
  ])

  expect(await vouchers()).toEqual([{ code: 'OLD-1', amount: '100' }])
  expect((await who.request('POST', `/${id}/commit`)).code).toBe('0000')
  const done = await settled(who, id)
  expect([done.status, done.result]).toEqual(['done', { added: 2, present: 0 }])
  expect(await vouchers()).toEqual([
    { code: 'BIG-1', amount: '120000' },
    { code: 'NEW-1', amount: '1250' },
    { code: 'OLD-1', amount: '100' },
  ])
  const { rows: told } = await app.pool.query('select title, content from message where admin_id = $1', [
    who.adminId,
  ])
  expect(JSON.stringify(told)).toContain('券导入完成')
  expect(JSON.stringify(told)).toContain('vouchers.csv：添加 2 条')
})

test('an amount is read as in a form: what could be another amount is refused, not changed', async () => {
  const who = await importer()
  const cells = [
    '1,234.50',
    '１，２３４．５０',
    '\u202d12。5\u202c',
    '0,500',
    '1,2345',
    '1.2E+05',
    '-5',
    '1万',
  ]
  const content = `code,amount\n${cells.map((cell, index) => `BIG-R${index},"${cell}"\n`).join('')}`
  const { report } = await settled(who, await start(who, content))
  expect(report).toMatchObject({ new: 3, wrong: 5 })
  expect(report?.rows.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '5 面额（元）：千分位逗号的位置不对，例如 1,234,567',
    '6 面额（元）：千分位逗号的位置不对，例如 1,234,567',
    '7 面额（元）：请写出完整数字，不用科学计数法',
    '8 面额（元）：不能为负数',
    '9 面额（元）：请写出完整数字，不用“万”等单位',
  ])
  const { rows } = await app.pool.query(
    `select staged ->> 'amount' as amount from import_row where staged ->> 'code' like 'BIG-R%' order by line`,
  )
  expect(rows).toEqual([{ amount: '123450' }, { amount: '123450' }, { amount: '1250' }])
})

test('an import into one list is invisible to the endpoints of another list and does not block its imports', async () => {
  const who = await importer()
  const id = await start(who, 'code,amount\nA-1,1\n')
  await settled(who, id)
  const both = await app.as('blacklist:import')
  await app.pool.query('update import_task set created_by = $1 where id = $2', [both.adminId, id])
  expect((await both('GET', '/import/blacklist')).body.data).toEqual([])
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/commit'],
    ['POST', '/cancel'],
  ] as const)
    expect((await both(method, `/import/blacklist/${id}${path}`)).body.code).toBe('4040')
  const sent = await upload(app.app, both.token, 'import', [{ name: 'a.csv', content: '类型,值\n' }])
  const begun = await both('POST', '/import/blacklist', { fileId: sent.data[0].id })
  expect(begun.body).toMatchObject({ code: '0000', data: { status: 'checking' } })
})

test('an administrator who may not import into any list may not upload a file for imports', async () => {
  const other = await app.as('blacklist:page', 'blacklist:create')
  const sent = await upload(app.app, other.token, 'import', [{ name: 'a.csv', content: 'code,amount\n' }])
  expect(sent.code).toBe('4030')
})

test('a cancelled import leaves nothing behind', async () => {
  const who = await importer()
  const id = await start(who, 'code,amount\nGONE-1,1\nGONE-2,x\n')
  await settled(who, id)
  expect((await who.request('POST', `/${id}/cancel`)).data.status).toBe('cancelled')
  await runOnce(app, importSweep([voucherImport]))
  const left = await app.pool.query('select 1 from import_row where import_id = $1', [id])
  expect(left.rows).toEqual([])
  expect((await vouchers()).filter(({ code }) => code.startsWith('GONE'))).toEqual([])
})

test('processes killed during a dry run and during a commit leave nothing half done, and no row is added twice', async () => {
  await running?.stop()
  running = undefined
  const count = 20_000
  const who = await importer()
  const lines = Array.from({ length: count }, (_, index) => `KILL-${index},${index + 1}`.replace(/\d+$/, '7'))
  const id = await start(who, `code,amount\n${lines.join('\n')}\n`)
  const added = async () =>
    (await app.pool.query(`select count(*)::int as n from voucher where code like 'KILL-%'`)).rows[0].n
  const runs = async (name: string) =>
    (await app.pool.query(`select 1 from pgboss.job where name = $1 and state = 'active'`, [name])).rows
      .length
  let hits = 0
  for (const step of ['import-check', 'import-check', 'import-commit', 'import-commit']) {
    if (step === 'import-commit' && hits === 2) {
      const child = await worker()
      child.begin()
      expect((await settled(who, id)).status).toBe('checked')
      await child.kill()
      expect(await added()).toBe(0)
      expect((await who.request('POST', `/${id}/commit`)).code).toBe('0000')
    }
    const child = await worker()
    child.begin()
    await vi.waitFor(async () => expect(await runs(step)).toBe(1), { timeout: 20_000, interval: 5 })
    await child.kill()
    hits += 1
    await app.pool.query(
      `update pgboss.job set expire_in = '1 s', retry_limit = 40, retry_backoff = false where name = $1 and state <= 'active'`,
      [step],
    )
    expect([0, count]).toContain(await added())
  }
  const child = await worker()
  child.begin()
  const done = await settled(who, id)
  expect([done.status, done.result]).toEqual(['done', { added: count, present: 0 }])
  expect(await added()).toBe(count)
  await child.kill()
})
