import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { ImportRow } from '@kabao/contract/users/blacklist-import'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { readEnd } from '#platform/imports/ends'
import { columnsOf, titlesOf } from '#platform/imports/head'
import { checkRows } from '#platform/imports/rows'
import { importSweep } from '#platform/imports/sweep-job'
import type { RunningJobs } from '#platform/jobs/start'
import { readXlsx } from '#platform/sheet/xlsx'
import { recordChanges } from '#test/changes'
import { secret, startApp } from '#test/harness'
import { plansOf } from '#test/plans'
import { runJobs, runOnce } from '#test/run-jobs'
import { type Part, upload } from '#test/upload'
import { bomb, sheetOf, usual, workbook } from '#test/workbook'
import { blacklistListImport } from './list.ts'
import { blacklistRows } from './rows.ts'

vi.setConfig({ testTimeout: 30_000 })
const app = startApp()
type Requester = Awaited<ReturnType<typeof app.as>>
let running: RunningJobs
beforeAll(async () => {
  running = await runJobs(app, [importCheck([blacklistListImport]), importCommit([blacklistListImport])])
})
afterAll(() => running.stop())

const importer = () => app.as('blacklist:import', 'blacklist:page', 'blacklist:create', 'blacklist:delete')
const send = (request: Requester, content: Part['content'], name = 'list.csv', language = 'zh-CN') =>
  upload(app.app, request.token, 'import', [{ name, content }], language)

async function start(request: Requester, content: Part['content'], name = 'list.csv'): Promise<ImportRow> {
  const sent = await send(request, content, name)
  expect(sent).toMatchObject({ code: '0000' })
  const { body } = await request('POST', '/import/blacklist', { fileId: sent.data[0].id })
  expect(body).toMatchObject({ code: '0000', data: { status: 'checking' } })
  return body.data
}
const get = async (
  request: Requester,
  id: string,
  language: 'zh-CN' | 'en-US' = 'zh-CN',
): Promise<ImportRow> => (await request('GET', `/import/blacklist/${id}`, undefined, language)).body.data
async function settled(
  request: Requester,
  id: string,
  language: 'zh-CN' | 'en-US' = 'zh-CN',
): Promise<ImportRow> {
  await vi.waitFor(
    async () => expect((await get(request, id)).status).not.toMatch(/^(checking|committing)$/),
    {
      timeout: 20_000,
      interval: 50,
    },
  )
  return get(request, id, language)
}
const check = async (request: Requester, content: Part['content'], name?: string) =>
  settled(request, (await start(request, content, name)).id)
async function commit(request: Requester, id: string) {
  const { body } = await request('POST', `/import/blacklist/${id}/commit`)
  expect(body.code).toBe('0000')
  return settled(request, id)
}
const file = (request: Requester, path: string, language = 'zh-CN') =>
  app.app.inject({ url: `/api${path}`, headers: { token: request.token, 'accept-language': language } })
async function rowsOf(content: Buffer): Promise<string[][]> {
  const path = join(tmpdir(), `kabao-${crypto.randomUUID()}`)
  await writeFile(path, content)
  const rows: string[][] = []
  for await (const some of readXlsx(path)) rows.push(...some.map(({ cells }) => cells))
  return rows
}
/** One part of a workbook. */
async function partOf(content: Buffer, name: string): Promise<string> {
  const zip = await yauzl.fromBufferPromise(content)
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry))
  throw new Error(`The workbook has no ${name}`)
}
let last = 0
const freshPhone = () => `1370001${String(last++).padStart(4, '0')}`

const counts = (row: ImportRow) => {
  const { rows: _, ...found } = row.report as NonNullable<ImportRow['report']>
  return found
}

test('valid rows get sender and source; wrong rows are shown with line and reason, masked, in both languages', async () => {
  const request = await importer()
  const idNumber = secret('11010519491231002X')
  const [phone, other, present, lapsed] = [freshPhone(), freshPhone(), freshPhone(), freshPhone()].map(secret)
  await request('POST', '/blacklist', { kind: 'phone', value: present })
  await app.pool.query(
    `insert into blacklist (kind, value, expires_at) values ('phone', $1, '2020-01-01T00:00:00Z')`,
    [lapsed],
  )
  const wrongPhone = secret('1370001999')
  const task = await check(
    request,
    `\uFEFF备注,值,类型,有效期至,拉黑原因,别的
,${phone},手机号,2099-12-31,"投诉, 多次",x
,${idNumber.toLowerCase()},身份证号,,,
,2001:0DB8::1,ip,2099/1/2 18:30,,
记一笔,device-1,Device,,,
,+86 ${phone},Phone,,,
,${present},手机,,,
,${lapsed},手机,,,
,${wrongPhone},手机号,2001-01-01,,
,${other},微信,,,
,,手机号,,,
,1.10105E+17,身份证号,明天,,
`,
  )
  expect(task.status).toBe('checked')
  expect(counts(task)).toEqual({ new: 4, present: 1, lapsed: 1, repeated: 1, wrong: 4 })
  expect(task.report?.rows).toEqual([
    {
      line: 6,
      state: 'repeated',
      kind: 'phone',
      value: `137****${phone?.slice(-4)}`,
      reason: '与第 2 行重复',
      wrong: [],
    },
    {
      line: 9,
      state: 'wrong',
      kind: 'phone',
      value: '137****999',
      reason: '值：请输入 11 位手机号；有效期至：时间必须晚于现在',
      wrong: [
        { title: '值', value: '137****999', problem: '请输入 11 位手机号' },
        { title: '有效期至', value: '2001-01-01', problem: '时间必须晚于现在' },
      ],
    },
    {
      line: 10,
      state: 'wrong',
      kind: null,
      value: `137****${other?.slice(-4)}`,
      reason: '类型：请从选项中选择',
      wrong: [{ title: '类型', value: '微信', problem: '请从选项中选择' }],
    },
    {
      line: 11,
      state: 'wrong',
      kind: 'phone',
      value: '',
      reason: '值：请填写此项',
      wrong: [{ title: '值', value: '', problem: '请填写此项' }],
    },
    {
      line: 12,
      state: 'wrong',
      kind: 'idNumber',
      value: '1.1****E+17',
      reason:
        '值：表格程序已丢失该数字的部分位数，请把单元格设为文本格式后重新填写；有效期至：请写日期如 2027-12-31，或时间如 2027-12-31 18:00；无期限请写“永久”或留空',
      wrong: [
        {
          title: '值',
          value: '1.1****E+17',
          problem: '表格程序已丢失该数字的部分位数，请把单元格设为文本格式后重新填写',
        },
        {
          title: '有效期至',
          value: '明天',
          problem: '请写日期如 2027-12-31，或时间如 2027-12-31 18:00；无期限请写“永久”或留空',
        },
      ],
    },
  ])
  expect((await get(request, task.id, 'en-US')).report?.rows[1]?.reason).toBe(
    'Value: Enter an 11-digit phone number; Valid until: Must be in the future',
  )
  // Before the confirmation nothing is on the list, and the tables of the import hold numbers only in the form of the list.
  expect((await request('POST', '/blacklist/page', { value: phone })).body.data.total).toBe(0)
  const stored = await app.pool.query(
    'select t::text as row from import_row t union all select t::text from import_task t',
  )
  for (const each of [idNumber, '19491231', wrongPhone])
    expect(JSON.stringify(stored.rows)).not.toContain(each)

  const done = await commit(request, task.id)
  expect(done).toMatchObject({ status: 'done', result: { added: 4, present: 0 } })
  const page = async (value: string) =>
    (await request('POST', '/blacklist/page', { value })).body.data.records
  expect(await page(phone as string)).toMatchObject([
    { source: 'import', reason: '投诉, 多次', expiresAt: '2099-12-31T15:59:59.000Z', version: 1 },
  ])
  expect(await page('2001:db8::1')).toMatchObject([{ expiresAt: '2099-01-02T10:30:00.000Z' }])
  expect(await page(idNumber)).toMatchObject([
    { kind: 'idNumber', value: '110***********002X', expiresAt: null },
  ])
  expect(await page('device-1')).toMatchObject([{ remark: '记一笔' }])

  const { rows: audit } = await app.pool.query(
    `select point, target_kind, after from audit_log where admin_id = $1 and target_kind = 'blacklistImport' order by id`,
    [request.adminId],
  )
  expect(audit).toMatchObject([
    { point: 'blacklist:import', after: { status: 'checking' } },
    { point: 'blacklist:import', after: { compared: 5 } },
    { point: 'blacklist:import', after: { status: 'committing', new: 4 } },
    { point: 'blacklist:import', after: { status: 'done', added: 4, present: 0 } },
  ])
  const { rows: messages } = await app.pool.query('select title, content from message where admin_id = $1', [
    request.adminId,
  ])
  expect(messages).toHaveLength(1)
  expect(JSON.stringify(messages)).toContain('添加 4 条')
})

test('a number in the wrong column is shown masked, in any spelling', async () => {
  const request = await importer()
  const phone = secret(freshPhone())
  const short = phone.slice(0, 10)
  const parted = `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`
  const task = await check(
    request,
    `类型,值,有效期至\n${phone},a,${parted}\n${parted},b,110105 19491231 0021\n${short},c,\n`,
  )
  const { rows } = await app.pool.query('select report::text from import_task where id = $1', [task.id])
  const shown = JSON.stringify([task.report, rows])
  for (const whole of [phone, parted, short, phone.slice(3), '19491231']) expect(shown).not.toContain(whole)
  expect(task.report?.rows[0]?.wrong.map(({ value }) => value.slice(0, 3))).toEqual(['137', '137'])
})

test('wrong rows can be downloaded as they were sent, with their problems, and imported again after correction', async () => {
  const request = await importer()
  const phone = freshPhone()
  const task = await check(
    request,
    `类型,值,备注\n手机号,123,=HYPERLINK("x")\n手机号,${phone}0,'+1\n设备号,ok-device-9,\n`,
  )
  const got = await file(request, `/import/blacklist/${task.id}/wrong`)
  expect(got.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringContaining('attachment'),
    'x-content-type-options': 'nosniff',
  })
  const head = ['行号', '类型', '值', '拉黑原因', '有效期至', '备注', '错误说明']
  const reason = '值：请输入 11 位手机号'
  expect(await rowsOf(got.rawPayload)).toEqual([
    head,
    ['2', '手机号', '123', '', '', `'=HYPERLINK("x")`, reason],
    ['3', '手机号', `${phone}0`, '', '', `'+1`, reason],
  ])
  const english = await rowsOf(
    (await file(request, `/import/blacklist/${task.id}/wrong`, 'en-US')).rawPayload,
  )
  expect(english[1]?.at(-1)).toBe('Value: Enter an 11-digit phone number')

  const mended = await workbook({
    'xl/worksheets/sheet1.xml': sheetOf(
      [head, ['2', '手机号', phone, '', '', `'=HYPERLINK("x")`, reason]]
        .map(
          (row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
        )
        .join(''),
    ),
  })
  const again = await check(request, mended, 'mended.xlsx')
  expect(counts(again)).toMatchObject({ new: 1, wrong: 0 })
  await commit(request, again.id)
  expect((await request('POST', '/blacklist/page', { value: phone })).body.data.records).toMatchObject([
    { remark: '=HYPERLINK("x")' },
  ])
  expect((await file(request, `/import/blacklist/${again.id}/wrong`)).json()).toMatchObject({ code: '4090' })
})

describe('a table is read in any encoding and spelling', () => {
  const gb = (text: string) => {
    // Node cannot encode GB18030, so the few needed characters are listed here.
    const codes: Record<string, string> = {
      类: 'c0e0',
      型: 'd0cd',
      值: 'd6b5',
      手: 'cad6',
      机: 'bbfa',
      号: 'bac5',
    }
    return Buffer.concat(
      [...text].map((sign) => (codes[sign] ? Buffer.from(codes[sign], 'hex') : Buffer.from(sign))),
    )
  }
  test.each([
    ['GB18030', (phone: string) => gb(`值,类型\r\n${phone},手机号\r\n`)],
    ['semicolons, in English', (phone: string) => `Kind;Value\nPhone;${phone}\n`],
    [
      'tabs, columns in reverse order, required marks',
      (phone: string) => `Value*\t类型（必填）\n${phone}\tPHONE\n`,
    ],
  ])('%s', async (_what, make) => {
    const request = await importer()
    expect(counts(await check(request, make(freshPhone())))).toMatchObject({ new: 1, wrong: 0 })
  })

  test('a workbook in which Excel turned phones and days into numbers', async () => {
    const request = await importer()
    const phone = freshPhone()
    const task = await check(
      request,
      await workbook({
        'xl/styles.xml': '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
        'xl/worksheets/sheet1.xml': sheetOf(
          `<row r="1"><c t="str"><v>Kind</v></c><c t="str"><v>Value</v></c><c t="str"><v>Valid until</v></c></row>
           <row r="2"><c t="str"><v>phone</v></c><c><v>${phone}</v></c><c s="1"><v>73050</v></c></row>`,
        ),
      }),
      'list.xlsx',
    )
    expect(counts(task)).toMatchObject({ new: 1, wrong: 0 })
    await commit(request, task.id)
    expect((await request('POST', '/blacklist/page', { value: phone })).body.data.records).toMatchObject([
      { expiresAt: '2099-12-31T15:59:59.000Z' },
    ])
  })

  test.each([
    ['titles and notes above', '黑名单\n\n2026 年 3 月,,\n类型,值\n手机号,{phone}\n'],
    ['titles with other separators', '黑名单\n类型;值\n手机号;{phone}\n'],
    ['a title line of the tenth row', `${'说明\n'.repeat(9)}类型,值\n手机号,{phone}\n`],
  ])('headings below %s', async (_what, content) => {
    const task = await check(await importer(), content.replace('{phone}', freshPhone()))
    expect([task.problem, task.report && counts(task)]).toMatchObject([null, { new: 1, wrong: 0 }])
  })

  test('headings below the tenth line are not looked for, and the row most like them says what it lacks', async () => {
    const task = await check(
      await importer(),
      `备注,类型\n${'说明\n'.repeat(10)}类型,值\n手机号,13700000001\n`,
    )
    expect([task.status, task.problem]).toEqual(['failed', '文件缺少列：值'])
  })

  test('UTF-16 with a mark, Excel’s “Unicode text”', async () => {
    const content = Buffer.from(`\ufeff类型\t值\r\n手机号\t${freshPhone()}\r\n`, 'utf16le')
    expect(counts(await check(await importer(), content, 'a.txt'))).toMatchObject({ new: 1, wrong: 0 })
  })

  test('wrong days and endless validities', async () => {
    const task = await check(
      await importer(),
      `类型,值,有效期至\n手机号,${freshPhone()},永久\n手机号,${freshPhone()},20011231\n手机号,${freshPhone()},13700012345\n`,
    )
    expect(counts(task)).toMatchObject({ new: 1, wrong: 2 })
    // A day is shown as it was sent; what may be a phone is not.
    expect(task.report?.rows.map(({ wrong }) => wrong[0]?.value)).toEqual(['20011231', '137****2345'])
  })

  test('no title stands for two columns', () => {
    const titles = columnsOf(blacklistRows).flatMap((column) => titlesOf(blacklistRows, column))
    expect(new Set(titles).size).toBe(titles.length)
  })

  test.each([
    ['2027-12-31', 'Asia/Shanghai', '2027-12-31T15:59:59.000Z'],
    ['2027/2/28 8:05', 'Asia/Shanghai', '2027-02-28T00:05:00.000Z'],
    ['2027年3月14日', 'America/New_York', '2027-03-15T03:59:59.000Z'],
    ['2027-01-01T00:00:00+08:00', 'UTC', '2026-12-31T16:00:00.000Z'],
    ['2027-02-29', 'UTC', null],
    // A time that the clock skips is the instant at which it is skipped.
    ['2027-03-14 02:30', 'America/New_York', '2027-03-14T07:00:00.000Z'],
    // The last day that can be written; it is refused in time zones where it ends in the year 10000.
    ['9999-12-31', 'Asia/Shanghai', '9999-12-31T15:59:59.000Z'],
    ['9999-12-31', 'America/New_York', null],
    ['9999-12-31 23:59', 'UTC', '9999-12-31T23:59:00.000Z'],
    ['9999-12-31 23:59', 'America/New_York', null],
    ['2027-01-01 24:00', 'UTC', '2027-01-01T23:59:59.000Z'],
    ['2027-12-31 24:00:00', 'Asia/Shanghai', '2027-12-31T15:59:59.000Z'],
    ['2027-01-01 24:01', 'UTC', null],
    ['20271231', 'UTC', '2027-12-31T23:59:59.000Z'],
    ['２０２７－１２－３１', 'UTC', '2027-12-31T23:59:59.000Z'],
    ['2027-12-31T18:00', 'UTC', '2027-12-31T18:00:00.000Z'],
    ['soon', 'UTC', null],
  ])('%s in %s ends at %s', (cell, zone, end) => {
    expect(readEnd(cell, zone)).toBe(end)
  })
})

describe('an unreadable file is refused with a sentence', () => {
  const macroTypes = String(usual['[Content_Types].xml']).replace(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  )
  const macro = [
    '文件包含宏，请另存为不含宏的 XLSX 后再上传',
    'The file contains macros. Save it as XLSX without macros and upload that.',
  ]
  const unfolded = ['文件解压后过大，已拒绝处理', 'The file is far too large when unpacked and was not read']
  const kinds = ['只支持 CSV / XLSX 文件', 'Only CSV / XLSX files are supported']
  const sheet = { 'xl/worksheets/sheet1.xml': sheetOf('') }
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const refused: [string, string, () => Promise<Buffer> | Buffer, string[]][] = [
    [
      'a macro file',
      'a.xlsm',
      () => workbook({ ...sheet, '[Content_Types].xml': macroTypes, 'xl/vbaProject.bin': 'x' }),
      macro,
    ],
    [
      'a macro file under another name',
      'a.xlsx',
      () => workbook({ ...sheet, 'xl/vbaProject.bin': 'x' }),
      macro,
    ],
    [
      'a workbook that unfolds to a thousand times its size',
      'a.xlsx',
      async () => {
        const path = join(tmpdir(), `kabao-${crypto.randomUUID()}`)
        await bomb(path, 80)
        return readFile(path)
      },
      unfolded,
    ],
    [
      'a program under another name',
      'a.xlsx',
      () => Buffer.concat([Buffer.from('MZ\u0090\u0000'), Buffer.alloc(500)]),
      kinds,
    ],
    [
      'a program named as a list',
      'a.csv',
      () => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(200)]),
      kinds,
    ],
    ['an archive of another kind', 'a.xlsx', () => gzipSync('x'), kinds],
    [
      'a file of an old Excel',
      'a.xls',
      () => Buffer.concat([compound, Buffer.alloc(2_000)]),
      [
        '这是旧版 Excel（.xls）文件，请另存为 XLSX 后再上传',
        'This is a file of an old Excel (.xls). Save it as XLSX and upload that.',
      ],
    ],
    [
      'a workbook with a password',
      'a.xlsx',
      () =>
        Buffer.concat([
          compound,
          Buffer.alloc(1_000),
          Buffer.from('EncryptedPackage', 'utf16le'),
          Buffer.alloc(500),
        ]),
      [
        '文件有打开密码，请去掉密码后再上传',
        'The file needs a password to open. Remove the password and upload it again.',
      ],
    ],
    [
      'text with a NUL',
      'a.csv',
      () => Buffer.from('类型,值\n手机号,1370000\u00000001\n'),
      [
        '第 2 行有文本文件不应有的控制字符（如 NUL），请用表格程序打开并另存后再上传',
        'Line 2 has a control character, such as NUL, which text does not have. Open the file in a spreadsheet program, save it again and upload that.',
      ],
    ],
    [
      'a broken workbook',
      'a.xlsx',
      async () => (await workbook(sheet)).subarray(0, 900),
      ['文件已损坏，无法读取', 'The file is damaged and can’t be read'],
    ],
    [
      'a hundred megabytes of text',
      'a.csv',
      () => Buffer.alloc(100 * 1024 * 1024, 'a,b\n'),
      ['文件不能超过 50 MB', 'The file can’t be larger than 50 MB'],
    ],
  ]
  test.each(refused)('%s, at the upload', async (_what, name, make, sentences) => {
    const request = await importer()
    const content = await make()
    for (const [at, language] of ['zh-CN', 'en-US'].entries()) {
      const { code, data } = await send(request, content, name, language)
      expect([code, Object.values(data.fields)]).toEqual(['4000', [sentences[at]]])
    }
  })

  test.each([
    [
      'a table without its columns',
      '姓名,类型\n1,2\n',
      '文件缺少列：值',
      'The file is missing columns: Value',
    ],
    ['a table without rows', '类型,值\n,\n', '文件中没有数据行', 'The file has no data rows'],
    [
      'a quote that is never closed',
      '类型,值\n手机号,"1\n',
      '第 2 行的引号没有闭合',
      'A quotation mark in row 2 is never closed',
    ],
  ])('%s, in the dry run', async (_what, content, zh, en) => {
    const request = await importer()
    const task = await check(request, content)
    expect([task.status, task.problem, (await get(request, task.id, 'en-US')).problem]).toEqual([
      'failed',
      zh,
      en,
    ])
    expect((await request('POST', `/import/blacklist/${task.id}/commit`)).body.code).toBe('4090')
  })

  test('the file of another administrator, and a file that does not exist', async () => {
    const [request, other] = [await importer(), await importer()]
    const theirs = (await send(other, 'a,b\n')).data[0].id
    for (const fileId of [theirs, '999999'])
      expect((await request('POST', '/import/blacklist', { fileId })).body.data.fields.fileId).toContain(
        '重新上传',
      )
  })
})

test('only its sender may see an import, whatever permissions others have', async () => {
  const request = await importer()
  const task = await check(request, '类型,值\n手机号,1\n')
  for (const other of [await importer(), await app.as('*')]) {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/commit'],
      ['POST', '/cancel'],
      ['GET', '/wrong'],
    ] as const)
      expect((await other(method, `/import/blacklist/${task.id}${path}`)).body.code).toBe('4040')
    expect((await other('GET', '/import/blacklist')).body.data).toEqual([])
  }
})

test('the template has the columns in the language of the reader, and a file made from it is accepted', async () => {
  const request = await importer()
  const csv = await file(request, '/import/blacklist/template?format=csv')
  expect(csv.body).toBe('\uFEFF类型,值,拉黑原因,有效期至,备注\r\n示例：手机号,13800000000,多次投诉,永久,\r\n')
  const xlsx = await file(request, '/import/blacklist/template?format=xlsx', 'en-US')
  expect(xlsx.headers['content-disposition']).toContain('blacklist-template.xlsx')
  expect(await rowsOf(xlsx.rawPayload)).toEqual([
    ['Type', 'Value', 'Reason', 'Valid until', 'Notes'],
    ['Example: Phone', '13800000000', 'Several complaints', 'never'],
  ])
  // The kinds are listed with the allowed values, and the column of kinds offers them as choices.
  const [sheet, allowed] = [1, 3].map((number) => partOf(xlsx.rawPayload, `xl/worksheets/sheet${number}.xml`))
  expect(await sheet).toContain(
    `<dataValidation type="list" allowBlank="1" sqref="A2:A1048576"><formula1>'Allowed values'!$B$2:$B$5</formula1>`,
  )
  expect(await allowed).toMatch(/<c r="B2"[^>]*><is><t>Phone<.*<c r="B5"[^>]*><is><t>IP address</)
  const empty = await check(request, xlsx.rawPayload, 'template.xlsx')
  // The example is no row.
  expect(empty.problem).toBe('文件中没有数据行')
  const one = await check(request, `${csv.body}手机号,${freshPhone()},,,\r\n`)
  expect(one.report).toMatchObject({ new: 1, wrong: 0 })
})

describe('concurrent requests', () => {
  test('ten confirmations add the rows once', async () => {
    const request = await importer()
    const task = await check(request, `类型,值\n手机号,${freshPhone()}\n`)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => request('POST', `/import/blacklist/${task.id}/commit`)),
    )
    expect(answers.map(({ body }) => body.code)).toEqual(Array(10).fill('0000'))
    await settled(request, task.id)
    const { rows } = await app.pool.query(
      `select after->>'status' as status from audit_log where target_id = $1 and target_kind = 'blacklistImport' order by id`,
      [task.id],
    )
    expect(rows.map(({ status }) => status).filter((status) => status === 'done')).toHaveLength(1)
    expect(rows.filter(({ status }) => status === 'committing')).toHaveLength(1)
    expect((await request('POST', `/import/blacklist/${task.id}/commit`)).body.data.status).toBe('done')
    expect((await request('POST', `/import/blacklist/${task.id}/cancel`)).body.code).toBe('4090')
  })

  test('concurrent imports of the same values, and manual entries, add each value once, with correct counts', async () => {
    const [one, two] = [await importer(), await importer()]
    const phones = Array.from({ length: 3_000 }, () => freshPhone())
    const list = (all: string[]) => `类型,值\n${all.map((phone) => `手机号,${phone}`).join('\n')}\n`
    const first = await check(one, list(phones))
    const second = await check(two, list([...phones].reverse()))
    expect([counts(first).new, counts(second).new]).toEqual([3_000, 3_000])
    const byHand = Promise.all(
      phones.slice(0, 30).map((value) => one('POST', '/blacklist', { kind: 'phone', value })),
    )
    const results = await Promise.all([commit(one, first.id), commit(two, second.id)])
    const made = (await byHand).filter(({ body }) => body.code === '0000').length
    expect((await byHand).every(({ body }) => body.code === '0000' || body.code === '4090')).toBe(true)
    const added = results.map(({ result }) => result?.added ?? -1)
    expect((added[0] as number) + (added[1] as number) + made).toBe(3_000)
    for (const { result } of results) expect((result?.added ?? 0) + (result?.present ?? 0)).toBe(3_000)
    const { rows } = await app.pool.query('select count(*)::int as n from blacklist where value = any($1)', [
      phones,
    ])
    expect(rows[0].n).toBe(3_000)
  })

  test('of two files that one administrator sends at once, one is checked', async () => {
    const request = await importer()
    const ids = await Promise.all([
      send(request, '类型,值\n手机号,1\n'),
      send(request, '类型,值\n手机号,2\n'),
    ])
    const answers = await Promise.all(
      ids.map(({ data }) => request('POST', '/import/blacklist', { fileId: data[0].id })),
    )
    expect(answers.some(({ body }) => body.code === '0000')).toBe(true)
    const { body } = await request('GET', '/import/blacklist')
    expect(
      body.data.filter(({ status }: ImportRow) => status === 'checking' || status === 'checked'),
    ).toHaveLength(1)
  })
})

test('a few rows are looked up over the index of a large list', async () => {
  await app.pool.query(`insert into blacklist (kind, value, source)
    select 'phone', '166' || lpad(n::text, 8, '0'), 'manual' from generate_series(1, 20000) n`)
  await app.pool.query('analyze blacklist')
  const [, againstTheList] = await plansOf(app.pool, (db) => checkRows(db, blacklistListImport, '0', 10))
  expect(againstTheList).toMatch(/blacklist_kind_value_key.*\n\s*Index Cond: \(\(kind = .*\) AND \(value = /)
  await app.pool.query(`delete from blacklist where value like '166%'`)
})

describe('ended imports', () => {
  const sweep = () => runOnce(app, importSweep([blacklistListImport]))
  const rowsLeft = async (id: string) =>
    (await app.pool.query('select state from import_row where import_id = $1', [id])).rows

  test('a cancelled import is never added, and its rows and file are deleted', async () => {
    const request = await importer()
    const task = await check(request, `类型,值\n手机号,${freshPhone()}\n手机号,1\n`)
    expect((await request('POST', `/import/blacklist/${task.id}/cancel`)).body.data.status).toBe('cancelled')
    expect((await request('POST', `/import/blacklist/${task.id}/cancel`)).body.code).toBe('0000')
    expect((await request('POST', `/import/blacklist/${task.id}/commit`)).body.code).toBe('4090')
    expect((await file(request, `/import/blacklist/${task.id}/wrong`)).json().code).toBe('4090')
    expect(await rowsLeft(task.id)).toHaveLength(2)
    await sweep()
    expect(await rowsLeft(task.id)).toEqual([])
    const { rows } = await app.pool.query(
      'select owner_kind, unclaimed_since from file where created_by = $1',
      [request.adminId],
    )
    expect(rows).toEqual([{ owner_kind: null, unclaimed_since: expect.any(String) }])
  })

  test('an import that is cancelled during its dry run stops', async () => {
    const request = await importer()
    const many = `类型,值\n${Array.from({ length: 150_000 }, (_, index) => `设备号,cancel-${index}`).join('\n')}\n`
    const { id } = await start(request, many)
    await vi.waitFor(async () => expect((await get(request, id)).rowsRead).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 20,
    })
    expect((await request('POST', `/import/blacklist/${id}/cancel`)).body.data.status).toBe('cancelled')
    await vi.waitFor(
      async () => {
        const { rows } = await app.pool.query(
          `select 1 from pgboss.job where name = 'import-check' and state = 'active'`,
        )
        expect(rows).toEqual([])
      },
      { timeout: 20_000 },
    )
    expect((await get(request, id)).status).toBe('cancelled')
    expect(await rowsLeft(id)).toEqual([])
  })

  test('an unconfirmed import expires, wrong rows are kept a day, an import with a lost job can be confirmed again', async () => {
    const [late, done, lost] = [await importer(), await importer(), await importer()]
    const old = await check(late, `类型,值\n手机号,${freshPhone()}\n`)
    await app.pool.query(`update import_task set checked_at = now() - interval '25 hours' where id = $1`, [
      old.id,
    ])
    const added = await check(done, `类型,值\n手机号,${freshPhone()}\n手机号,1\n`)
    await commit(done, added.id)
    const orphan = await check(lost, `类型,值\n手机号,${freshPhone()}\n`)
    await app.pool.query(
      `update import_task set status = 'committing', job_id = gen_random_uuid(), updated_at = now() - interval '2 minutes' where id = $1`,
      [orphan.id],
    )
    await sweep()
    expect((await get(late, old.id)).status).toBe('expired')
    expect((await late('POST', `/import/blacklist/${old.id}/commit`)).body.code).toBe('4090')
    expect(await rowsLeft(old.id)).toEqual([])
    expect(await rowsLeft(added.id)).toEqual([{ state: 'wrong' }])
    expect((await file(done, `/import/blacklist/${added.id}/wrong`)).statusCode).toBe(200)
    expect((await get(lost, orphan.id)).status).toBe('checked')
    expect((await commit(lost, orphan.id)).result).toEqual({ added: 1, present: 0 })

    await app.pool.query(`update import_task set ended_at = now() - interval '25 hours' where id = $1`, [
      added.id,
    ])
    await sweep()
    expect(await rowsLeft(added.id)).toEqual([])
    await app.pool.query(`update import_task set ended_at = now() - interval '31 days' where id = $1`, [
      added.id,
    ])
    await sweep()
    expect((await done('GET', `/import/blacklist/${added.id}`)).body.code).toBe('4040')
  })
})

test('an import that has ended is announced to the pages that show the list', async () => {
  const request = await importer()
  const { id } = await check(request, '类型,值\n手机号,13900002222')
  // The service collects announcements for up to a second; those of the dry run have been sent by then.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const announced = await recordChanges(app.pool)
  await commit(request, id)
  await vi.waitFor(() =>
    expect(announced.filter((areas) => areas.split(',').includes('blacklist'))).toHaveLength(2),
  )
})
