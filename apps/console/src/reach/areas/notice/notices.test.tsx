import { type NoticeTargetRow, notice } from '@kabao/contract/reach/notice'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import Notices from './notices.tsx'

const at = '2026-03-07T02:00:00.000Z'
const row: NoticeTargetRow = {
  id: '41',
  kind: 'dingtalk',
  name: '运营群',
  isOn: true,
  kinds: ['lowBalance'],
  language: 'zh-CN',
  quietFrom: '22:00',
  quietTo: '08:00',
  digest: 'none',
  roleId: null,
  roleName: null,
  host: 'oapi.dingtalk.com',
  port: null,
  security: null,
  account: null,
  sender: null,
  addresses: [],
  secrets: ['url', 'secret'],
  brokenAt: null,
  pausedUntil: null,
  waiting: 0,
  dead: 0,
  createdBy: '李敏',
  updatedBy: '李敏',
  createdAt: at,
  updatedAt: at,
  version: 2,
}
const points = ['page', 'create', 'update', 'try', 'deliveries'].map((act) => `notice:${act}`)

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(notice.page, ({ body }) => ({
    records: [row],
    total: 1,
    current: body.current,
    size: body.size,
  }))
})
const show = (query = '') => {
  signIn(...points)
  return renderAt(`/?group=notices${query}`, [{ path: '/', Component: Notices }])
}

test('a new robot is tried next, and the answer is shown in words', async () => {
  server.answer(notice.create, () => row)
  server.answer(notice.try, () => ({
    request: { method: 'POST', url: 'https://oapi.dingtalk.com/robot/send?••••', headers: {}, body: '{}' },
    kind: 'answer' as const,
    why: null,
    status: 200,
    ms: 12,
    headers: {},
    body: '{"errcode":310000}',
    outcome: 'refused' as const,
    reason: '签名不正确：请核对密钥',
  }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '添加通知目标' }))
  const form = within(await screen.findByRole('dialog', { name: '添加通知目标' }))
  await user.click(form.getByLabelText(/类型/, { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: '钉钉群机器人' }))
  await user.type(form.getByLabelText(/名称/), '运营群')
  await user.type(form.getByLabelText(/机器人地址/), 'https://oapi.dingtalk.com/robot/send?access_token=a')
  await user.type(form.getByLabelText(/密钥/), 'SEC1')
  await user.type(form.getByLabelText('免打扰开始'), '25:00')
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(form.getByLabelText('免打扰开始').getAttribute('aria-invalid')).toBe('true'))
  expect(server.calls(notice.create)).toEqual([])
  await user.clear(form.getByLabelText('免打扰开始'))
  await user.click(form.getByRole('button', { name: '保存' }))
  await user.click(await screen.findByRole('button', { name: '发送测试' }))
  await screen.findByText('签名不正确：请核对密钥')
  expect(server.calls(notice.create)[0]?.body).toMatchObject({
    kind: 'dingtalk',
    name: '运营群',
    url: 'https://oapi.dingtalk.com/robot/send?access_token=a',
    secret: 'SEC1',
    quietFrom: null,
  })
})

test('all empty fields of a new target are named at once', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '添加通知目标' }))
  const form = within(await screen.findByRole('dialog', { name: '添加通知目标' }))
  await user.click(form.getByLabelText(/类型/, { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: '邮件' }))
  await user.click(form.getByRole('button', { name: '保存' }))
  const labels = [/名称/, /邮件服务器/, /端口/, /发件地址/, /收件地址/]
  await waitFor(() =>
    expect(
      labels.map((label) => form.getByLabelText(label, { selector: 'input' }).getAttribute('aria-invalid')),
    ).toEqual(labels.map(() => 'true')),
  )
  expect(server.calls(notice.create)).toEqual([])
})

test('a changed robot keeps its address and secret unless new ones are typed', async () => {
  server.answer(notice.update, () => row)
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: /编辑/ }))
  const form = within(await screen.findByRole('dialog', { name: '编辑通知目标' }))
  expect(form.queryByDisplayValue(/https/)).toBeNull()
  await user.type(form.getByLabelText(/名称/), '二')
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(server.calls(notice.update)[0]?.body).toMatchObject({
      id: '41',
      version: 2,
      name: '运营群二',
      url: null,
      secret: null,
      quietFrom: '22:00',
    }),
  )
})

test.each([
  [row, /^密钥/, '删除已保存的密钥'],
  [
    {
      ...row,
      kind: 'mail' as const,
      host: 'mail.example',
      port: 465,
      security: 'tls' as const,
      sender: 'a@mail.example',
      addresses: ['b@mail.example'],
      secrets: ['secret' as const],
    },
    /^密码/,
    '删除已保存的密码',
  ],
])('a stored secret is removed when the reader says so, or typed anew', async (stored, label, remove) => {
  server.answer(notice.page, ({ body }) => ({
    records: [stored],
    total: 1,
    current: body.current,
    size: body.size,
  }))
  server.answer(notice.update, () => stored)
  const { user } = await show()
  const save = async (fill: (secret: HTMLInputElement, box: HTMLElement) => Promise<void>) => {
    const before = server.calls(notice.update).length
    await user.click(await screen.findByRole('button', { name: /编辑/ }))
    const form = within(await screen.findByRole('dialog', { name: '编辑通知目标' }))
    await fill(
      form.getByLabelText(label, { selector: 'input' }),
      form.getByRole('checkbox', { name: remove }),
    )
    await user.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(server.calls(notice.update)).toHaveLength(before + 1))
    return server.calls(notice.update)[before]?.body.secret
  }
  const removed = await save(async (secret, box) => {
    await user.click(box)
    expect(secret.disabled).toBe(true)
  })
  expect(removed).toBe('')
  const typed = await save(async (secret, box) => {
    await user.click(box)
    await user.click(box)
    await user.type(secret, 'SEC2')
  })
  expect(typed).toBe('SEC2')
})

test('a tick in the table shows at once, tells a target of one kind more, and changes nothing else', async () => {
  let answer = (_row: NoticeTargetRow) => {}
  server.answer(notice.update, () => new Promise<NoticeTargetRow>((resolve) => (answer = resolve)))
  const { user } = await show('&tab=table')
  const cell = await screen.findByRole<HTMLInputElement>('checkbox', { name: '把“熔断”发往“运营群”' })
  await user.click(cell)
  expect(cell.checked).toBe(true)
  expect(document.activeElement).toBe(cell)
  await user.click(screen.getByRole('checkbox', { name: '把“机构余额不足”发往“运营群”' }))
  answer(row)
  await waitFor(() =>
    expect(server.calls(notice.update)[0]?.body).toMatchObject({
      id: '41',
      version: 2,
      kinds: ['lowBalance', 'breakerOpen'],
      url: null,
      secret: null,
      quietFrom: '22:00',
    }),
  )
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false'))
  expect(server.calls(notice.update)).toHaveLength(1)
})
