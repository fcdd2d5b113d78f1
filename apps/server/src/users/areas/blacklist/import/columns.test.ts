import { writeFile } from 'node:fs/promises'
import type { FileColumns } from '@kabao/contract/kernel/import'
import type { ImportRow } from '@kabao/contract/users/blacklist-import'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import type { RunningJobs } from '#platform/jobs/start'
import { startApp } from '#test/harness'
import { runJobs } from '#test/run-jobs'
import { type Part, upload } from '#test/upload'
import { blacklistListImport } from './list.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
type Requester = Awaited<ReturnType<typeof app.as>>
let running: RunningJobs
beforeAll(async () => {
  running = await runJobs(app, [importCheck([blacklistListImport]), importCommit([blacklistListImport])])
})
afterAll(() => running.stop())

const importer = () => app.as('blacklist:import')
async function sent(request: Requester, content: Part['content'], name = 'list.csv'): Promise<string> {
  const { data } = await upload(app.app, request.token, 'import', [{ name, content }])
  return data[0].id
}
const columns = async (request: Requester, fileId: string): Promise<FileColumns> => {
  const { body } = await request('POST', '/import/blacklist/columns', { fileId })
  expect(body).toMatchObject({ code: '0000' })
  return body.data
}
const proposed = ({ columns }: FileColumns) =>
  Object.fromEntries(columns.flatMap(({ column, title }) => (title === null ? [] : [[column, title]])))
const start = async (request: Requester, fileId: string, titles: Record<string, string>) =>
  (await request('POST', '/import/blacklist', { fileId, titles })).body
async function settled(request: Requester, id: string): Promise<ImportRow> {
  const get = async (): Promise<ImportRow> => (await request('GET', `/import/blacklist/${id}`)).body.data
  await vi.waitFor(async () => expect((await get()).status).not.toMatch(/^(checking|committing)$/), {
    timeout: 30_000,
    interval: 50,
  })
  return get()
}
async function checked(request: Requester, fileId: string, titles: Record<string, string>) {
  const begun = await start(request, fileId, titles)
  expect(begun).toMatchObject({ code: '0000', data: { status: 'checking' } })
  return settled(request, begun.data.id)
}
async function confirmed(request: Requester, fileId: string, titles: Record<string, string>) {
  const { id } = await checked(request, fileId, titles)
  expect((await request('POST', `/import/blacklist/${id}/commit`)).body.code).toBe('0000')
  return settled(request, id)
}
let phones = 0
const freshPhone = () => `1771${String(++phones).padStart(7, '0')}`
const foreign = (...rows: string[]) => ['2026 客户名单', '种类,联系方式,部门', ...rows].join('\n')

test('the titles of a file are told with samples, masked as in the report, and what our columns could be', async () => {
  const request = await importer()
  const rows = ['手机号,13812345678,一部', '身份证,110101199003070134,', '手机号,,二部', 'IP,10.0.0.1,三部']
  const head = await columns(request, await sent(request, foreign(...rows)))
  expect(head.titles).toEqual([
    { title: '种类', samples: ['手机号', '身份证', '手机号'] },
    {
      title: '联系方式',
      samples: ['138****5678', '110****0134', '10.0.0.1'].map((each) =>
        expect.stringContaining(each.slice(0, 3)),
      ),
    },
    { title: '部门', samples: ['一部', '二部', '三部'] },
  ])
  expect(JSON.stringify(head)).not.toMatch(/\d{5}/)
  expect(head.columns.map(({ column, isRequired, title }) => [column, isRequired, title])).toEqual([
    ['kind', true, '种类'],
    ['value', true, null],
    ['reason', false, null],
    ['expiresAt', false, null],
    ['remark', false, null],
  ])
})

test('a choice is remembered once the import is confirmed, for its sender alone, and not for our own files', async () => {
  const [request, other] = [await importer(), await importer()]
  const chosen = { kind: '种类', value: '联系方式', remark: '部门' }
  const file = () => sent(request, foreign(`手机号,${freshPhone()},一部`, '手机号,123,二部'))
  const first = await checked(request, await file(), chosen)
  expect(first.report).toMatchObject({ new: 1, wrong: 1 })
  // Not confirmed: nothing is remembered.
  expect(proposed(await columns(request, await file()))).toEqual({ kind: '种类' })

  const done = await confirmed(request, await file(), chosen)
  expect([done.status, done.result]).toEqual(['done', { added: 1, present: 0 }])
  expect(proposed(await columns(request, await file()))).toEqual(chosen)
  expect(proposed(await columns(other, await sent(other, foreign('手机号,1,一部'))))).toEqual({
    kind: '种类',
  })

  // A table without titles has people in their place: it teaches nothing, and what was learned stays.
  const kept = async () =>
    (await app.pool.query('select titles from import_columns where admin_id = $1', [request.adminId])).rows
  const before = await kept()
  const bare = await sent(request, [`手机号,${freshPhone()},张三`, `手机号,${freshPhone()},李四`].join('\n'))
  const { titles } = await columns(request, bare)
  const [kind, value, remark] = titles.map(({ title }) => title) as [string, string, string]
  expect([kind, remark]).toEqual(['手机号', '张三'])
  expect((await confirmed(request, bare, { kind, value, remark })).status).toBe('done')
  expect(await kept()).toEqual(before)
  expect(JSON.stringify(before)).toContain('联系方式')
  expect(proposed(await columns(request, await file()))).toEqual(chosen)

  // The workbook of wrong rows has our titles, whatever was remembered.
  const wrong = await app.app.inject({
    url: `/api/import/blacklist/${done.id}/wrong`,
    headers: { token: request.token, 'accept-language': 'zh-CN' },
  })
  const back = await sent(request, wrong.rawPayload, 'wrong.xlsx')
  const own = { kind: '类型', value: '值', reason: '拉黑原因', expiresAt: '有效期至', remark: '备注' }
  expect(proposed(await columns(request, back))).toEqual(own)
  const again = await checked(request, back, own)
  expect(again.report).toMatchObject({ new: 0, wrong: 1 })
  expect(again.report?.rows[0]).toMatchObject({ line: 2, wrong: [{ title: '值' }] })
  expect(proposed(await columns(request, await file()))).toEqual(chosen)
})

test('our template is matched by its titles, in either language, although others were remembered', async () => {
  const request = await importer()
  const odd = `备注,种类\n${freshPhone()},手机号\n`
  await confirmed(request, await sent(request, odd), { value: '备注', kind: '种类' })
  expect(proposed(await columns(request, await sent(request, odd)))).toEqual({ value: '备注', kind: '种类' })
  for (const language of ['zh-CN', 'en-US']) {
    const template = await app.app.inject({
      url: '/api/import/blacklist/template?format=csv',
      headers: { token: request.token, 'accept-language': language },
    })
    const head = await columns(request, await sent(request, template.rawPayload))
    expect(head.columns.map(({ title }) => title)).toEqual(head.titles.map(({ title }) => title))
    // The example is no sample.
    expect(head.titles.flatMap(({ samples }) => samples)).toEqual([])
  }
})

test('what was remembered is forgotten when its sender chooses otherwise', async () => {
  const request = await importer()
  const file = (kind = '手机号') => sent(request, `类型,值,工号\n${kind},${freshPhone()},${freshPhone()}\n`)
  await confirmed(request, await file(), { kind: '类型', value: '工号' })
  expect(proposed(await columns(request, await file()))).toEqual({ kind: '类型', value: '工号' })
  await confirmed(request, await file(), { kind: '类型', value: '值' })
  expect(proposed(await columns(request, await file()))).toEqual({ kind: '类型', value: '值' })
})

describe('a choice is refused at its column', () => {
  test.each([
    ['a required column is left out', { kind: '种类' }, { 'titles.value': '必填列，请选择文件中对应的列' }],
    ['the file has no such title', { kind: '种类', value: '手机' }, { 'titles.value': '文件中没有这一列' }],
    [
      'one title for two columns',
      { kind: '种类', value: '种类' },
      { 'titles.value': '这一列已用于其他字段' },
    ],
    [
      'the list has no such column',
      { kind: '种类', value: '联系方式', constructor: '部门' },
      { 'titles.constructor': '未知字段' },
    ],
  ])('%s', async (_, titles, fields) => {
    const request = await importer()
    const refused = await start(request, await sent(request, foreign('手机号,1,一部')), titles)
    expect(refused).toMatchObject({ code: '4000', data: { fields } })
    expect((await request('GET', '/import/blacklist')).body.data).toEqual([])
  })
})

test('titles are shown as one line of text, whatever they hold', async () => {
  const request = await importer()
  const titles = [
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("http://evil.example")',
    '__proto__',
    '13812345678',
    '\u202e反\u200b字',
    `${'长'.repeat(59)}😀😀`,
    '类\n型',
  ]
  const line = titles.map((title) => `"${title.replaceAll('"', '""')}"`).join()
  const fileId = await sent(request, `${line}\n手机号,${freshPhone()},a,b,c,d,手机号\n`)
  const head = await columns(request, fileId)
  expect(head.titles.map(({ title }) => title)).toEqual([
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("http://evil.example")',
    '__proto__',
    '138****5678',
    '反字',
    `${'长'.repeat(59)}😀`,
    '类 型',
  ])
  const long = await checked(request, fileId, {
    value: '=HYPERLINK("http://evil.example")',
    kind: '类 型',
    remark: `${'长'.repeat(59)}😀`,
  })
  expect(long.report).toMatchObject({ new: 1, wrong: 0 })
  const { rows } = await app.pool.query('select titles::text as titles from import_task where id = $1', [
    long.id,
  ])
  expect(rows[0].titles).not.toContain('13812345678')
  const proto = await request(
    'POST',
    '/import/blacklist',
    JSON.parse(`{"fileId":"${fileId}","titles":{"__proto__":"a"}}`),
  )
  expect(proto.body.code).toBe('4000')
})

test('a file of somebody else, a damaged one and an empty one have no columns', async () => {
  const [request, other] = [await importer(), await importer()]
  const ask = async (fileId: string) => (await request('POST', '/import/blacklist/columns', { fileId })).body
  const mine = await sent(request, foreign('手机号,1,一部'))
  expect((await other('POST', '/import/blacklist/columns', { fileId: mine })).body).toMatchObject({
    code: '4000',
    data: { fields: { fileId: '文件不存在或已过期，请重新上传' } },
  })
  const blank = await sent(request, '\n\n')
  expect(await ask(blank)).toMatchObject({ data: { fields: { fileId: '文件中没有数据行' } } })
  const { rows } = await app.pool.query('select key from file where id = $1', [mine])
  const { key } = rows[0]
  const stored = `${app.filesFolder}/stored/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
  await writeFile(stored, Buffer.from('ff'.repeat(400), 'hex'))
  expect(await ask(mine)).toMatchObject({
    data: { fields: { fileId: '无法识别文件的文字编码，请用 UTF-8 或 GB18030 编码保存' } },
  })
})
