import { type WebhookRow, webhook } from '@kabao/contract/reach/webhook'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import WebhookPage from './page.tsx'
import Webhooks from './webhooks.tsx'

const at = '2026-03-07T02:00:00.000Z'
const row: WebhookRow = {
  id: '41',
  orgId: '7',
  orgName: '示例银行',
  name: '数据中台',
  events: ['accepted', 'returned'],
  url: 'https://data.example.com/kabao',
  isOn: true,
  previousEndsAt: null,
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
const points = ['page', 'create', 'update', 'newSecret', 'try', 'deliveries'].map((act) => `webhook:${act}`)

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(webhook.page, ({ body }) => ({
    records: [row, { ...row, id: '42', name: '公司数仓', orgId: null, orgName: null }],
    total: 2,
    current: body.current,
    size: body.size,
  }))
})
const show = () => {
  signIn(...points)
  return renderAt('/org/webhook?list=org&id=7', [{ path: '/org/webhook', Component: WebhookPage }])
}

test('a new webhook of an organization shows its secret once', async () => {
  server.answer(webhook.create, () => ({ ...row, secret: 'whsec_shown_once' }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '添加 Webhook' }))
  const form = within(await screen.findByRole('dialog', { name: '添加 Webhook' }))
  expect(form.queryByLabelText(/机构/)).toBeNull()
  await user.type(form.getByLabelText(/名称/), '数据中台')
  await user.type(form.getByLabelText(/地址/), 'data.example.com{Enter}')
  await waitFor(() => expect(form.getByLabelText(/地址/).getAttribute('aria-invalid')).toBe('true'))
  expect(server.calls(webhook.create)).toEqual([])
  await user.clear(form.getByLabelText(/地址/))
  await user.type(form.getByLabelText(/地址/), 'https://data.example.com/kabao')
  await user.click(form.getByLabelText(/事件/, { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: '接受' }))
  await user.click(form.getByRole('button', { name: '保存' }))
  await screen.findByDisplayValue('whsec_shown_once')
  expect(server.calls(webhook.create)[0]?.body).toMatchObject({
    orgId: '7',
    events: ['accepted'],
    url: 'https://data.example.com/kabao',
  })
})

test('a changed secret is shown once, and the old one signs for as long as is typed', async () => {
  server.answer(webhook.newSecret, () => ({ ...row, secret: 'whsec_next' }))
  const { user } = await show()
  const line = within(await screen.findByRole('row', { name: /数据中台/ }))
  await user.click(line.getByRole('button', { name: /更多操作/ }))
  await user.click(await screen.findByRole('menuitem', { name: '更换密钥' }))
  const dialog = within(await screen.findByRole('dialog', { name: /数据中台/ }))
  const days = dialog.getByRole('textbox')
  await user.clear(days)
  await user.type(days, '31{Enter}')
  await waitFor(() => expect(days.getAttribute('aria-invalid')).toBe('true'))
  await user.clear(days)
  await user.type(days, '2{Enter}')
  await screen.findByDisplayValue('whsec_next')
  expect(server.calls(webhook.newSecret)).toMatchObject([{ params: { id: '41' }, body: { overlapDays: 2 } }])
})

const OfAll = () => <Webhooks />

test('without an organization, all webhooks are shown with whose they are', async () => {
  signIn(...points)
  await renderAt('/?group=webhooks', [{ path: '/', Component: OfAll }])
  within(await screen.findByRole('row', { name: /数据中台/ })).getByText('示例银行')
  within(screen.getByRole('row', { name: /公司数仓/ })).getByText('公司系统')
  expect(screen.getByRole('link', { name: '投递记录' }).getAttribute('href')).toBe(
    '/?group=webhooks&tab=deliveries',
  )
})
