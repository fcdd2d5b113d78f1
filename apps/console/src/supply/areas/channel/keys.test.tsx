import { codes } from '@kabao/contract/kernel/envelope'
import type { ApiKey, GuideSection } from '@kabao/contract/partners/api-key'
import { type ChannelRow, channel } from '@kabao/contract/supply/channel'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import GuidePage from './guide-page.tsx'
import ChannelPage from './page.tsx'

const at = '2026-03-01T00:30:00.000Z'
const row: ChannelRow = {
  id: '11',
  code: 'c4mk29xa',
  landingUrl: null,
  name: '抖音信息流',
  flow: 'full',
  remark: '',
  contactName: '',
  contactPhone: '',
  settlement: 'cpa',
  priceFen: 650,
  shareBp: null,
  deductionBp: 0,
  allowedIps: [],
  callsPerSecond: null,
  notifyUrl: null,
  dailyCap: null,
  ownerId: null,
  ownerName: null,
  status: 'enabled',
  references: 0,
  version: 1,
  createdBy: null,
  updatedBy: null,
  createdAt: at,
  updatedAt: at,
}
const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyz0123456'
const key = (over: Partial<ApiKey> = {}): ApiKey => ({
  id: '5',
  key: 'ck_0123456789abcdefghijklmn',
  isSandbox: false,
  createdAt: at,
  revokedAt: null,
  secrets: [{ id: '50', slot: 'current', createdAt: at, expiresAt: null, lastUsedAt: null }],
  ...over,
})
const previous = { id: '49', slot: 'previous', createdAt: at, expiresAt: at, lastUsedAt: at } as const

let server: ReturnType<typeof fakeServer>
let keys: ApiKey[]
beforeEach(() => {
  keys = []
  server = fakeServer()
  server.answer(channel.page, () => ({ records: [row], total: 1, current: 1, size: 20 }))
  server.answer(channel.get, () => row)
  server.answer(channel.counts, () => ({ enabled: 1, disabled: 0 }))
  server.answer(channel.owners, () => [])
  server.answer(channel.keys, () => keys)
})
const all = ['page', 'keys', 'makeKey', 'changeSecret', 'endSecret', 'revokeKey'].map(
  (act) => `channel:${act}`,
)
const show = async (points = all) => {
  signIn(...points)
  const shown = await renderAt('/?open=11', [{ path: '/', Component: ChannelPage }])
  return { ...shown, panel: within(await screen.findByRole('dialog', { name: '渠道详情' })) }
}

test('a new key shows its secret once, and closing without a copy requires confirmation', async () => {
  server.answer(channel.makeKey, () => {
    keys = [key()]
    return { key: key().key, secret }
  })
  const { user, panel } = await show()
  await panel.findByText('还没有接口密钥。')
  await user.click(panel.getByRole('button', { name: '创建正式密钥' }))
  expect(server.calls(channel.makeKey)).toMatchObject([{ params: { id: '11' }, body: { isSandbox: false } }])
  const once = (await screen.findByText(`${key().key} 的 Secret`)).closest('section') as HTMLElement
  expect(within(once).getByLabelText('Secret')).toHaveProperty('value', secret)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: '返回' }))
  await user.click(within(once).getByRole('button', { name: '复制 Secret' }))
  await within(once).findByText('已复制')
  expect(await navigator.clipboard.readText()).toBe(secret)
  await user.click(within(once).getByRole('button', { name: '我已妥善保存' }))
  await waitFor(() => expect(screen.queryByLabelText('Secret')).toBeNull())
  await panel.findByText(key().key)
  panel.getByText('从未使用')
  expect(panel.queryByRole('button', { name: '创建正式密钥' })).toBeNull()
  panel.getByRole('button', { name: '创建沙箱密钥' })
  expect(document.body.textContent).not.toContain(secret)
})

test('a secret is changed with an overlap, and a wrong one is refused at its field', async () => {
  keys = [key()]
  server.answer(channel.changeSecret, () => ({ key: key().key, secret }))
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: '更换 Secret' }))
  const dialog = within(await screen.findByRole('dialog', { name: `更换 ${key().key} 的 Secret` }))
  const days = dialog.getByLabelText(/继续有效的天数/)
  expect(days).toHaveProperty('value', '7')
  await user.clear(days)
  await user.type(days, '31{Enter}')
  await dialog.findByText('须在 0 至 30 之间')
  await user.clear(days)
  await user.type(days, '3{Enter}')
  expect(await screen.findByLabelText('Secret')).toHaveProperty('value', secret)
  expect(server.calls(channel.changeSecret)).toMatchObject([
    { params: { id: '11', keyId: '5' }, body: { seenSecretId: '50', overlapDays: 3 } },
  ])
})

test('a refused change says why at its field', async () => {
  keys = [key({ secrets: [...key().secrets, previous] })]
  server.answer(channel.changeSecret, () =>
    refusal({
      code: codes.conflict,
      desc: '无法保存',
      fields: { overlapDays: '旧的 Secret 仍在有效期内，请先结束它' },
    }),
  )
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: '更换 Secret' }))
  const dialog = within(await screen.findByRole('dialog', { name: /更换/ }))
  await user.click(dialog.getByRole('button', { name: '更换 Secret' }))
  await dialog.findByText('旧的 Secret 仍在有效期内，请先结束它')
})

test('the old secret is ended and a key is revoked, each after a question', async () => {
  keys = [key({ secrets: [...key().secrets, previous] })]
  server.answer(channel.endSecret, () => null)
  server.answer(channel.revokeKey, () => null)
  const { user, panel } = await show()
  await panel.findByText('最近使用：2026-03-01 08:30:00')
  const act = async (name: string) => {
    await user.click(panel.getByRole('button', { name }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
  }
  await act('立即结束')
  await screen.findByText('旧 Secret 已结束')
  expect(server.calls(channel.endSecret)).toMatchObject([
    { params: { id: '11', keyId: '5', secretId: '49' } },
  ])
  await act('停用密钥')
  await screen.findByText('密钥已停用')
  expect(server.calls(channel.revokeKey)).toMatchObject([{ params: { id: '11', keyId: '5' } }])
})

test('revoked keys are listed with their time; a reader without further points sees keys and changes none', async () => {
  keys = [key(), key({ id: '4', key: 'ck_old', revokedAt: at, secrets: [] })]
  const { panel } = await show(['channel:page', 'channel:keys'])
  await panel.findByText('ck_old 已于 2026-03-01 08:30:00 停用')
  for (const name of ['更换 Secret', '停用密钥', '创建沙箱密钥'])
    expect(panel.queryByRole('button', { name })).toBeNull()
})

test('without the point of the keys none are asked for', async () => {
  const { panel } = await show(['channel:page'])
  await panel.findByText('c4mk29xa')
  expect(panel.queryByText('接口密钥')).toBeNull()
  expect(server.calls(channel.keys)).toEqual([])
})

const guideFor = (keys: string): GuideSection => ({
  title: ['接入指南 · ', '抖音信息流'],
  blocks: [{ kind: 'text', text: ['开发前请阅读'] }],
  sections: [
    {
      title: ['您的接入信息'],
      blocks: [{ kind: 'table', head: [['项目'], ['值']], rows: [[['API Key'], [{ code: `ck_${keys}` }]]] }],
      sections: [{ title: ['示例'], blocks: [{ kind: 'code', language: 'js', text: 'sign()' }] }],
    },
  ],
})

test('the guide is shown for live or sandbox keys, and downloaded as Markdown', async () => {
  server.answer(channel.guide, ({ query }) => ({ guide: guideFor(query.keys), markdown: '# 接入指南\n' }))
  let saved: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob
    return 'blob:guide'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  signIn(...all)
  const { user } = await renderAt('/?list=channel&id=11', [{ path: '/', Component: GuidePage }])
  await screen.findByRole('heading', { name: '接入指南 · 抖音信息流' })
  expect(screen.getByText('ck_live').tagName).toBe('CODE')
  screen.getByRole('columnheader', { name: '项目' })
  screen.getByRole('heading', { name: '示例' })
  expect(screen.getByRole('link', { name: '您的接入信息' }).getAttribute('href')).toBe('#guide-1')
  await user.click(screen.getByRole('button', { name: '下载 Markdown' }))
  expect(await saved?.text()).toBe('# 接入指南\n')
  await user.click(screen.getByRole('combobox', { name: '密钥' }))
  await user.click(await screen.findByRole('option', { name: '沙箱' }))
  await screen.findByText('ck_sandbox')
})
