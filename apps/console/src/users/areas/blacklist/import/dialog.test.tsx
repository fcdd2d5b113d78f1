import { codes } from '@kabao/contract/kernel/envelope'
import { file } from '@kabao/contract/operations/file'
import { blacklist } from '@kabao/contract/users/blacklist'
import { blacklistImport as api, type ImportRow } from '@kabao/contract/users/blacklist-import'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import BlacklistPage from '../page.tsx'

const task = (over: Partial<ImportRow> = {}): ImportRow => ({
  id: '7',
  fileName: '名单.csv',
  status: 'checking',
  percent: 0,
  rowsRead: 0,
  report: null,
  result: null,
  problem: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  expiresAt: null,
  endedAt: null,
  ...over,
})
const clean = { new: 1200, present: 0, lapsed: 0, repeated: 0, wrong: 0, rows: [] }
const mixed = {
  ...clean,
  present: 3,
  lapsed: 2,
  repeated: 1,
  wrong: 1,
  rows: [
    {
      line: 4,
      state: 'repeated' as const,
      kind: 'device' as const,
      value: 'abc',
      reason: '与第 2 行重复',
      wrong: [],
    },
    {
      line: 5,
      state: 'wrong' as const,
      kind: null,
      value: '138****567',
      reason: '值：请输入 11 位手机号；类型：请填写此项',
      wrong: [
        { title: '值', value: '138****567', problem: '请输入 11 位手机号' },
        { title: '类型', value: '', problem: '请填写此项' },
      ],
    },
  ],
}
const checked = (report: ImportRow['report'] = clean) =>
  task({ status: 'checked', percent: 100, report, expiresAt: '2026-03-02T00:00:00.000Z' })
const over = (part: Partial<ImportRow>) => task({ percent: 100, endedAt: new Date().toISOString(), ...part })

/** The columns of a file: those of ours with a title of the file, and titles that are of none. */
const head = (
  titles: Partial<Record<string, string>> = { kind: 'kind', value: 'value' },
  others: string[] = [],
) => ({
  titles: [...Object.values(titles), ...others].map((title) => ({
    title: title as string,
    samples: title === 'value' ? ['138****5678', 'abc'] : [],
  })),
  columns: ['kind', 'value', 'reason', 'expiresAt', 'remark'].map((column) => ({
    column,
    isRequired: column === 'kind' || column === 'value',
    title: titles[column] ?? null,
  })),
})

/** The imports of the current administrator, as the service returns them. */
let imports: ImportRow[]
let server: ReturnType<typeof fakeServer>
const becomes = (next: ImportRow) => {
  imports = [next]
  return next
}
beforeEach(() => {
  imports = []
  server = fakeServer()
  server.answer(blacklist.page, ({ body }) => ({
    records: [],
    total: 0,
    current: body.current,
    size: body.size,
  }))
  server.answer(api.imports, () => imports)
  server.answer(api.importColumns, () => head())
  server.answer(file.upload, ({ files }) => [
    { id: '3', name: files[0]?.name ?? '', mediaType: 'text/csv', size: 10, width: null, height: null },
  ])
})
afterEach(() => vi.restoreAllMocks())

async function show() {
  signIn('blacklist:page', 'blacklist:import')
  const view = await renderAt('/?import=open', [{ path: '/', Component: BlacklistPage }])
  const dialog = within(await screen.findByRole('dialog', { name: '导入黑名单' }))
  const press = async (name: string) => view.user.click(await dialog.findByRole('button', { name }))
  const choose = async (content: File) => {
    const group = await dialog.findByRole('group', { name: '文件' })
    await view.user.upload(group.querySelector('input[type=file]') as HTMLInputElement, content)
  }
  return { ...view, dialog, press, choose }
}
const csv = (name = '名单.csv') => new File(['kind,value\nphone,1\n'], name, { type: 'text/csv' })
const heard = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)

describe('a file is refused', () => {
  test('before the upload, if it cannot be valid', async () => {
    const { dialog, choose } = await show()
    await choose(new File([], '空.csv', { type: 'text/csv' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('文件是空的')
    expect(server.calls(file.upload)).toEqual([])
  })

  test('by the service, which has checked it; it is removed and another can be chosen', async () => {
    const sentence = '只支持 CSV / XLSX 文件'
    server.answer(file.upload, () =>
      refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { 'files.0': sentence } }),
    )
    const { dialog, choose, press } = await show()
    await choose(csv())
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence)
    expect(server.calls(file.upload)[0]?.query).toEqual({ use: 'import' })
    expect(server.calls(api.importStart)).toEqual([])
    await press('移除 名单.csv')
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  test('by the service, which cannot read its columns: the reason is shown, and the file is removed', async () => {
    const fields = { fileId: '文件已损坏，无法读取' }
    server.answer(api.importColumns, () => refusal({ code: codes.invalid, desc: '提交的内容有误', fields }))
    const { dialog, choose } = await show()
    await choose(csv())
    await heard('文件已损坏，无法读取')
    await waitFor(() => expect(dialog.queryByText('名单.csv')).toBeNull())
    expect(dialog.getByRole('button', { name: '选择文件' })).toHaveProperty('disabled', false)
    expect(server.calls(api.importStart)).toEqual([])
  })

  test('while another import is running: the reason is shown, and the file can be sent again', async () => {
    server.answer(api.importStart, () => refusal({ code: codes.conflict, desc: '请先完成上一次导入' }))
    const { choose, press } = await show()
    await choose(csv())
    await press('核对文件')
    await heard('请先完成上一次导入')
    await press('核对文件')
    await waitFor(() => expect(server.calls(api.importStart)).toHaveLength(2))
  })

  test('after the dry run: the reason stays until the next file', async () => {
    imports = [over({ status: 'failed', problem: '缺少“值”列' })]
    server.answer(api.importStart, () => becomes(task({ id: '8', fileName: '改好.csv' })))
    const { dialog, choose, press } = await show()
    const alert = await dialog.findByRole('alert')
    expect(alert.textContent).toBe('名单.csv · 未能导入缺少“值”列')
    await choose(csv('改好.csv'))
    await press('核对文件')
    await dialog.findByText('改好.csv · 正在核对')
    expect(dialog.queryByRole('alert')).toBeNull()
  })
})

describe('the columns of a file', () => {
  test('that has our titles need one Enter', async () => {
    server.answer(api.importStart, () => becomes(task()))
    const { dialog, choose, user } = await show()
    await choose(csv())
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: '核对文件' })))
    dialog.getByText('例如：138****5678；abc')
    await user.keyboard('{Enter}')
    await dialog.findByText('正在排队…')
    expect(server.calls(api.importColumns).map(({ body }) => body)).toEqual([{ fileId: '3' }])
    expect(server.calls(api.importStart).map(({ body }) => body)).toEqual([
      { fileId: '3', titles: { kind: 'kind', value: 'value' } },
    ])
  })

  test('that has other titles are chosen; the others are named, and a refusal stands at its column', async () => {
    server.answer(api.importColumns, () => head({ kind: '种类' }, ['联系方式', '<b>备忘</b>']))
    let isRefused = true
    const fields = { 'titles.value': '必填列，请选择文件中对应的列' }
    server.answer(api.importStart, () =>
      isRefused ? refusal({ code: codes.invalid, desc: '提交的内容有误', fields }) : becomes(task()),
    )
    const { dialog, choose, press, user } = await show()
    await choose(csv())
    const value = await dialog.findByRole('combobox', { name: '值' })
    // The required column without a title has the focus.
    await waitFor(() => expect(document.activeElement).toBe(value))
    dialog.getByText('文件中不会导入的列：联系方式；<b>备忘</b>')
    await press('核对文件')
    await dialog.findByText(fields['titles.value'])
    expect(value.getAttribute('aria-invalid')).toBe('true')
    await user.click(value)
    await user.click(await screen.findByRole('option', { name: '联系方式' }))
    expect(dialog.queryByText(fields['titles.value'])).toBeNull()
    dialog.getByText('文件中不会导入的列：<b>备忘</b>')
    isRefused = false
    await press('核对文件')
    await dialog.findByText('正在排队…')
    expect(server.calls(api.importStart)[1]?.body).toEqual({
      fileId: '3',
      titles: { kind: '种类', value: '联系方式' },
    })
  })

  test('that cannot be read at once are found by their names', async () => {
    server.answer(api.importColumns, () => null)
    server.answer(api.importStart, () => becomes(task()))
    const { dialog, choose } = await show()
    await choose(csv())
    await dialog.findByText('正在排队…')
    expect(server.calls(api.importStart).map(({ body }) => body)).toEqual([{ fileId: '3' }])
  })
})

test('the dry run shows its progress without a reload, and its result at the end', async () => {
  server.answer(api.importStart, () => becomes(task()))
  const { dialog, choose, press } = await show()
  await choose(csv())
  await press('核对文件')
  await dialog.findByText('正在排队…')
  becomes(task({ percent: 40, rowsRead: 80_000 }))
  await dialog.findByText('已读取 80,000 行')
  expect(dialog.getByRole('progressbar', { name: '正在核对' })).toHaveProperty('value', 40)
  becomes(checked())
  await dialog.findByRole('button', { name: '导入 1,200 条' })
  expect(dialog.queryByRole('progressbar')).toBeNull()
  const asked = server.calls(api.imports).length
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(server.calls(api.imports)).toHaveLength(asked)
})

describe('the result of the dry run', () => {
  test('is counted, and each row that is not added has its line number and its reason', async () => {
    imports = [checked(mixed)]
    const { dialog } = await show()
    const section = within(await dialog.findByRole('region', { name: '不会导入的行（前 2 行）' }))
    expect(
      section.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent)),
    ).toEqual([
      ['行号', '类型', '值', '错误说明'],
      ['4', '设备号', 'abc', '与第 2 行重复'],
      ['5', '', '138****567', '值“138****567”：请输入 11 位手机号类型：请填写此项'],
    ])
    const counts = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(counts).toEqual(['1,200', '3', '2', '1', '1'])
    dialog.getByText('导入不会延长已过期的条目，请在列表中修改它们的有效期。')
    dialog.getByText('请在 2026-03-02 08:00:00 前确认，之后需要重新上传。')
  })

  test('without new rows nothing can be added, and without wrong rows there is no download', async () => {
    imports = [checked({ ...clean, new: 0, present: 5 })]
    const { dialog } = await show()
    await dialog.findByText('文件中没有可以添加的条目。')
    for (const name of [/^导入 .* 条$/, '下载有误的行'])
      expect(dialog.queryByRole('button', { name })).toBeNull()
    expect(dialog.queryByRole('region')).toBeNull()
    dialog.getByRole('button', { name: '取消导入' })
  })

  test('the wrong rows are downloaded; a failed download shows an error', async () => {
    imports = [checked(mixed)]
    server.answer(api.importWrong, () => null)
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { press } = await show()
    await press('下载有误的行')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(server.calls(api.importWrong)[0]?.params).toEqual({ id: '7' })
    server.answer(api.importWrong, () => {
      throw new TypeError('Failed to fetch')
    })
    await press('下载有误的行')
    await heard('操作失败，请重试')
    expect(saved).toHaveBeenCalledOnce()
  })

  test('is added after one confirmation; the number is shown, and the wrong rows can still be downloaded', async () => {
    imports = [checked(mixed)]
    let answer: () => void = () => undefined
    server.answer(
      api.importCommit,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(becomes({ ...checked(mixed), status: 'committing', percent: 0 }))
        }),
    )
    const { dialog, press, user } = await show()
    await press('导入 1,200 条')
    // Until the response arrives, no other action is possible.
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: '取消导入' })).toHaveProperty('disabled', true),
    )
    await waitFor(() =>
      expect(server.calls(api.importCommit).map(({ params }) => params)).toEqual([{ id: '7' }]),
    )
    answer()
    await dialog.findByText('名单.csv · 正在写入')
    const listed = server.calls(blacklist.page).length
    becomes({ ...checked(mixed), status: 'committing', percent: 60 })
    await dialog.findByText('60%')
    becomes(over({ status: 'done', report: mixed, result: { added: 1198, present: 2 } }))
    await dialog.findByText('已添加 1,198 条。 另有 2 条在确认前已被他人添加。')
    dialog.getByText('未导入：已在黑名单中 3 行；已在黑名单中但已过期 2 行；文件内重复 1 行；有误 1 行')
    dialog.getByRole('button', { name: '下载有误的行' })
    // The list behind the dialog shows the new entries.
    await waitFor(() => expect(server.calls(blacklist.page).length).toBeGreaterThan(listed))
    expect(server.calls(api.importCommit)).toHaveLength(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a confirmation that is too late is refused with a message, and the current state is shown', async () => {
    imports = [checked()]
    server.answer(api.importCommit, () => {
      becomes(task({ status: 'expired', endedAt: '2026-03-02T00:00:00.000Z' }))
      return refusal({ code: codes.conflict, desc: '导入已过期，请重新上传' })
    })
    const { dialog, press } = await show()
    await press('导入 1,200 条')
    await heard('导入已过期，请重新上传')
    await dialog.findByRole('button', { name: '选择文件' })
  })
})

test.each([
  ['a dry run', task({ percent: 10, rowsRead: 5 })],
  ['an import that waits for confirmation', checked()],
  ['an import that is writing', task({ status: 'committing', percent: 10, report: clean })],
])('%s is cancelled, and another file can be chosen', async (_what, before) => {
  imports = [before]
  server.answer(api.importCancel, () => becomes(over({ status: 'cancelled' })))
  const { dialog, press } = await show()
  await press('取消导入')
  await dialog.findByRole('button', { name: '选择文件' })
  expect(server.calls(api.importCancel).map(({ params }) => params)).toEqual([{ id: '7' }])
})

test('after one import another file can be chosen', async () => {
  imports = [over({ status: 'done', report: clean, result: { added: 1200, present: 0 } })]
  const { dialog, press } = await show()
  await dialog.findByText('已添加 1,200 条。')
  expect(dialog.queryByText(/未导入/)).toBeNull()
  expect(dialog.queryByRole('button', { name: '下载有误的行' })).toBeNull()
  await press('导入其他文件')
  await dialog.findByRole('button', { name: '选择文件' })
})

test('an import of yesterday does not block a new one', async () => {
  imports = [over({ status: 'done', result: { added: 1, present: 0 }, endedAt: '2026-03-01T00:00:00.000Z' })]
  const { dialog } = await show()
  await dialog.findByRole('button', { name: '选择文件' })
  expect(dialog.queryByText(/已添加/)).toBeNull()
})

test('if the imports cannot be read, the request can be retried', async () => {
  let isDown = true
  server.answer(api.imports, () =>
    isDown ? refusal({ code: codes.unexpected, desc: '服务器开小差了' }) : [checked()],
  )
  const { dialog, press } = await show()
  await dialog.findByText('服务器开小差了')
  expect(dialog.queryByRole('button', { name: '选择文件' })).toBeNull()
  isDown = false
  await press('重试')
  await dialog.findByRole('button', { name: '导入 1,200 条' })
})

test('the template is downloaded in the requested format', async () => {
  server.answer(api.importTemplate, () => null)
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { press } = await show()
  await press('CSV')
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(server.calls(api.importTemplate)[0]?.query).toEqual({ format: 'csv' })
})

test('without the permission to import there is no dialog, even if the address names it', async () => {
  signIn('blacklist:page')
  await renderAt('/?import=open', [{ path: '/', Component: BlacklistPage }])
  await waitFor(() => expect(server.calls(blacklist.page).length).toBeGreaterThan(0))
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.calls(api.imports)).toEqual([])
})
