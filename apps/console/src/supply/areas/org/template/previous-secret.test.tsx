import { codes } from '@kabao/contract/kernel/envelope'
import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import { org } from '@kabao/contract/supply/org'
import type { OrgTemplate } from '@kabao/contract/supply/org-template'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { plainList } from '../lists.ts'
import { Connection } from './connection.tsx'

const at = '2026-03-01T00:30:00.000Z'
const previous = {
  id: '9',
  name: 'aesKey',
  replacedAt: at,
  endsAt: '2026-03-04T00:30:00.000Z',
  lastUsedAt: null,
}
const template: ConnectionTemplate = {
  secrets: [
    { name: 'appKey', kind: 'text', encoding: 'utf8' },
    { name: 'aesKey', kind: 'key', encoding: 'utf8' },
  ],
  maps: [],
  stages: {
    submit: {
      method: 'POST',
      url: 'https://a.example.com/apply',
      headers: [],
      timeoutMs: 3_000,
      content: 'json',
      body: '{}',
      sign: null,
      seal: null,
      envelope: null,
      reply: {
        format: 'json',
        statuses: [200],
        failedStatuses: [],
        reason: null,
        externalId: null,
        price: null,
        url: null,
        agreements: null,
        unseal: {
          path: '$.data',
          cipher: 'aesEcb',
          iv: 'prefixed',
          encoding: 'base64',
          format: 'json',
          key: { from: 'secret', secret: 'aesKey' },
        },
        outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: 'accepted' }],
      },
    },
  },
}
const stored = (more: Partial<OrgTemplate> = {}): OrgTemplate => ({
  template,
  version: 1,
  secrets: ['aesKey', 'appKey'],
  previousSecrets: [],
  isWaiting: false,
  override: null,
  updatedBy: null,
  updatedAt: null,
  trialAnsweredAt: null,
  ...more,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(org.shippedTemplates, () => [])
  server.answer(org.previewTemplate, () => ({ problems: [], request: null }))
  signIn('org:page', 'org:template', 'org:saveTemplate')
})

async function edited(found = stored()) {
  server.answer(org.template, () => found)
  const element = <Connection of={plainList} id="11" />
  const { user } = await renderAt('/?tab=secrets', [{ path: '/', element }])
  await screen.findByRole('tab', { name: /^密钥/ })
  return { user }
}
const overlap = /^旧密钥继续有效的天数/
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('a secret that decrypts replies is replaced with an overlap, and what is wrong stands at its field', async () => {
  const refusals = [{ overlapDays: '请先结束它' }, { 'secrets.0.value': '密钥格式不正确' }] as Record<
    string,
    string
  >[]
  server.answer(org.saveTemplate, () => {
    const fields = refusals.shift()
    return fields
      ? refusal({ code: codes.invalid, desc: '有误', fields })
      : stored({ version: 2, previousSecrets: [previous] })
  })
  const { user } = await edited()
  type(screen.getByLabelText('密钥 appKey'), 'only for what we send')
  expect(screen.queryByLabelText(overlap)).toBeNull()
  type(screen.getByLabelText('密钥 appKey'), '')
  type(screen.getByLabelText('密钥 aesKey'), 'n'.repeat(16))
  expect(screen.getByLabelText(overlap)).toHaveProperty('value', '3')
  type(screen.getByLabelText(overlap), '1')
  const save = () => user.click(screen.getByRole('button', { name: '保存模板' }))
  await save()
  await screen.findByText('请先结束它')
  expect(screen.getByLabelText(overlap).getAttribute('aria-invalid')).toBe('true')
  await save()
  await screen.findByText('密钥格式不正确')
  expect(screen.getByLabelText('密钥 aesKey').getAttribute('aria-invalid')).toBe('true')
  // Where the field is not in sight, its tab opens.
  refusals.push({ overlapDays: '请先结束它' })
  await user.click(screen.getByRole('tab', { name: /^推送/ }))
  await save()
  await screen.findByText('请先结束它')
  await save()
  await screen.findByText('模板已保存')
  expect(server.calls(org.saveTemplate).at(-1)?.body).toMatchObject({ version: 1, overlapDays: 1 })
  expect(screen.queryByLabelText(overlap)).toBeNull()
  await screen.findByText('旧密钥：aesKey')
})

test('a previous secret is shown with its end and last use, and is ended after a question', async () => {
  server.answer(org.endTemplateSecret, () => null)
  const { user } = await edited(stored({ previousSecrets: [previous] }))
  const line = within(screen.getByText('旧密钥：aesKey').closest('li') as HTMLElement)
  line.getByText(/^2026-03-04 .+ 失效$/)
  line.getByText('更换后从未使用')
  await user.click(line.getByRole('button', { name: '立即结束' }))
  const question = within(await screen.findByRole('alertdialog', { name: /立即结束旧密钥 aesKey/ }))
  await user.click(question.getByRole('button', { name: '立即结束' }))
  await waitFor(() => expect(screen.queryByText('旧密钥：aesKey')).toBeNull())
  expect(server.calls(org.endTemplateSecret)).toMatchObject([{ params: { id: '11', secretId: '9' } }])
})
