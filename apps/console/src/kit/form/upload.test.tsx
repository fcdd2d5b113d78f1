import { codes } from '@kabao/contract/kernel/envelope'
import { type FileRow, file } from '@kabao/contract/operations/file'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { AvatarField, UploadField } from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt } from '#test/render.tsx'

const png = (name = 'a.png', size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' })
const row = (id: string, name = 'a.png'): FileRow => ({
  id,
  name,
  mediaType: 'image/png',
  size: 2048,
  width: 10,
  height: 10,
})

let value: readonly string[] | string | null

function FilesForm({ start }: { start: string[] }) {
  const [ids, setIds] = useState<readonly string[]>(start)
  value = ids
  const known = start.map((id) => row(id))
  return (
    <UploadField
      label="图片"
      use="feedback"
      most={3}
      known={known}
      name="fileIds"
      value={ids}
      onChange={setIds}
    />
  )
}

function AvatarForm({ start: [first = null] }: { start: (string | null)[] }) {
  const [id, setId] = useState(first)
  value = id
  return <AvatarField label="头像" of="李敏" name="avatarFileId" value={id} onChange={setId} />
}

async function show(kind: 'files' | 'avatar', start: string[] = []) {
  const form = kind === 'files' ? <FilesForm start={start} /> : <AvatarForm start={start} />
  const view = await renderAt('/', [{ path: '/', element: form }])
  const group = await screen.findByRole('group', { name: kind === 'files' ? '图片' : '头像' })
  const chooser = group.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  return { ...view, group, choose: (...files: File[]) => view.user.upload(chooser, files) }
}
const server = () => {
  const fake = fakeServer()
  fake.answer(file.thumbnail, () => null)
  fake.answer(file.get, () => null)
  return fake
}

test('several files are sent, each in its own call, and become the value in the order in which they are stored', async () => {
  const fake = server()
  let last = 0
  fake.answer(file.upload, ({ files }) => [row(String(++last), files[0]?.name)])
  const { choose } = await show('files')
  await choose(png('一.png'), png('二.png'))
  await waitFor(() => expect(value).toEqual(['1', '2']))
  expect(fake.calls(file.upload).map(({ query, files }) => [query, files[0]?.name])).toEqual([
    [{ use: 'feedback' }, '一.png'],
    [{ use: 'feedback' }, '二.png'],
  ])
  expect(screen.getByRole('button', { name: '一.png' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('二.png 已上传')
})

test('a refused file shows its reason and can be sent again or removed; the others stay', async () => {
  const fake = server()
  const sentence = '只支持 PNG / JPEG / WebP / GIF 文件'
  let isBad = true
  fake.answer(file.upload, ({ files }) =>
    isBad && files[0]?.name === 'bad.png'
      ? refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { 'files.0': sentence } })
      : [row(isBad ? '7' : '8', files[0]?.name)],
  )
  const { user, choose } = await show('files')
  await choose(png('bad.png'), png('good.png'))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  await waitFor(() => expect(value).toEqual(['7']))
  isBad = false
  await user.click(screen.getByRole('button', { name: '重新上传 bad.png' }))
  await waitFor(() => expect(value).toEqual(['7', '8']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an empty file, one that is too large and one of a wrong type are not sent', async () => {
  const fake = server()
  const { group } = await show('files')
  const files = [
    png('leer.png', 0),
    png('gross.png', 10 * 1024 * 1024 + 1),
    new File(['x'], 'a.svg', { type: 'image/svg+xml' }),
  ]
  fireEvent.drop(group, { dataTransfer: { files, types: ['Files'] } })
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual([
      '文件是空的',
      '文件不能超过 10 MB',
      '只支持 PNG / JPEG / WebP / GIF 文件',
    ]),
  )
  expect(fake.calls(file.upload)).toEqual([])
  expect(value).toEqual([])
})

test('files can be dropped and pasted too, but not more than the field may hold', async () => {
  const fake = server()
  let last = 0
  fake.answer(file.upload, () => [row(String(++last))])
  const { group } = await show('files')
  fireEvent.paste(group, { clipboardData: { files: [png('pasted.png')] } })
  await waitFor(() => expect(value).toEqual(['1']))
  fireEvent.drop(group, { dataTransfer: { files: [png(), png(), png()], types: ['Files'] } })
  await waitFor(() => expect(value).toEqual(['1', '2', '3']))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '选择文件' }).disabled).toBe(true)
  fireEvent.drop(group, { dataTransfer: { files: [png()], types: ['Files'] } })
  expect(fake.calls(file.upload)).toHaveLength(3)
})

test('the progress is shown; a cancelled file is removed, and its answer is ignored', async () => {
  const fake = server()
  let answer: (rows: FileRow[]) => void = () => undefined
  fake.answer(file.upload, () => new Promise((resolve) => (answer = resolve)))
  const { user, group, choose } = await show('files')
  await choose(png('slow.png'))
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'slow.png 的上传进度' })
  expect(bar.value).toBe(0.5)
  expect(group.dataset.uploading).toBe('true')
  await user.click(screen.getByRole('button', { name: '取消上传 slow.png' }))
  await act(async () => answer([row('9')]))
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(value).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '选择文件' }))
})

test('a stored file can be removed by the keyboard alone, and the focus is not lost', async () => {
  server()
  const { user } = await show('files', ['3', '4'])
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(value).toEqual(['4'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '选择文件' }))
})

test('a picture is shown at once, replaces the one before, and can be removed', async () => {
  const fake = server()
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  fake.answer(file.upload, () => [row('12')])
  const { user, group, choose } = await show('avatar')
  expect(group.textContent).toContain('李')
  await choose(png())
  await waitFor(() => expect(value).toBe('12'))
  expect(fake.calls(file.upload)[0]?.query).toEqual({ use: 'avatar' })
  expect(await screen.findByRole('button', { name: '更换图片' })).toBeTruthy()
  await waitFor(() => expect(group.querySelector('img')).not.toBeNull())
  await user.click(screen.getByRole('button', { name: '移除图片' }))
  expect(value).toBeNull()
  expect(group.querySelector('img')).toBeNull()
  expect(revoked).toHaveBeenCalled()
})

test('a refused picture shows its reason and leaves the old one', async () => {
  const fake = server()
  fake.answer(file.upload, () =>
    refusal({ code: codes.invalid, desc: '有误', fields: { 'files.0': '文件已损坏，无法读取' } }),
  )
  const { choose } = await show('avatar', ['5'])
  await choose(png())
  expect(await screen.findByText('文件已损坏，无法读取')).toBeTruthy()
  expect(value).toBe('5')
})
