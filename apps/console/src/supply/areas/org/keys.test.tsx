import type { ApiKey, GuideSection } from '@kabao/contract/partners/api-key'
import { orgUv } from '@kabao/contract/supply/org'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import GuidePage from './guide-page.tsx'
import UvPage from './uv-page.tsx'

const at = '2026-03-01T00:30:00.000Z'
const row = {
  id: '11',
  code: 'bank01',
  name: '华南权益',
  shortName: '',
  logoFileId: null,
  flow: 'uv' as const,
  licenceNo: '',
  contactName: '',
  contactPhone: '',
  cityCodes: [],
  called: [],
  loginUrl: 'https://a.example.com/login',
  balanceFen: 0,
  heldFen: 0,
  availableFen: 0,
  alertFen: 0,
  isLow: false,
  isBreakerOpen: false,
  salesmanId: null,
  salesmanName: null,
  plans: 0,
  agreements: [],
  offeredAgreements: [],
  status: 'enabled' as const,
  remark: '',
  references: 0,
  createdBy: null,
  updatedBy: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
}
const key: ApiKey = {
  id: '5',
  key: 'ck_0123456789abcdefghijklmn',
  isSandbox: false,
  createdAt: at,
  revokedAt: null,
  secrets: [{ id: '50', slot: 'current', createdAt: at, expiresAt: null, lastUsedAt: null }],
}
const opened = async (...points: string[]) => {
  const server = fakeServer()
  server.answer(orgUv.page, () => ({ records: [row], total: 1, current: 1, size: 20 }))
  server.answer(orgUv.get, () => row)
  server.answer(orgUv.counts, () => ({ paused: 0, enabled: 1, disabled: 0 }))
  server.answer(orgUv.salesmen, () => [])
  server.answer(orgUv.keys, () => [key])
  signIn('orgUv:page', ...points)
  await renderAt('/?open=11', [{ path: '/', Component: UvPage }])
  return { server, panel: within(await screen.findByRole('dialog', { name: '机构详情' })) }
}

test('the details show the keys with the acts that the reader may do, and lead to the guide', async () => {
  const { panel } = await opened('orgUv:keys', 'orgUv:makeKey')
  await panel.findByText(key.key)
  panel.getByRole('button', { name: '创建沙箱密钥' })
  expect(panel.queryByRole('button', { name: '停用密钥' })).toBeNull()
  expect(panel.getByRole('link', { name: '接入指南' }).getAttribute('href')).toBe(
    '/org/guide?list=orgUv&id=11',
  )
})

test('without the point of the keys none are asked for', async () => {
  const { server, panel } = await opened()
  await panel.findByText('bank01')
  expect(panel.queryByText('接口密钥')).toBeNull()
  expect(server.calls(orgUv.keys)).toEqual([])
})

test('the guide is that of the organization and the list in the address', async () => {
  const server = fakeServer()
  const guide: GuideSection = { title: ['接入指南 · ', '华南权益'], blocks: [] }
  server.answer(orgUv.guide, () => ({ guide, markdown: '# 接入指南\n' }))
  signIn('orgUv:page', 'orgUv:keys')
  await renderAt('/?list=orgUv&id=11', [{ path: '/', Component: GuidePage }])
  await screen.findByRole('heading', { name: '接入指南 · 华南权益' })
  expect(server.calls(orgUv.guide)).toMatchObject([{ params: { id: '11' }, query: { keys: 'live' } }])
})
