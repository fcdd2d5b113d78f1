import { codes } from '@kabao/contract/kernel/envelope'
import { type CollectionRow, collection } from '@kabao/contract/payment/collection'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import EntryDialog from './entry-dialog.tsx'

const at = '2026-03-01T00:30:00.000Z'
const row = (more: Partial<CollectionRow> = {}): CollectionRow => ({
  id: '5',
  name: '微信一',
  provider: 'wechat',
  merchantNo: '1900000001',
  appId: 'wx1',
  feeBp: 60,
  settings: { merchantNo: '1900000001', publicKeyId: 'PUB_KEY_ID_1', publicKey: 'old' },
  secretNames: ['privateKey', 'apiKey'],
  previousSecrets: [],
  isWaiting: false,
  minFen: 1,
  maxFen: 100,
  weight: 100,
  dailyLimitFen: null,
  productIds: [],
  status: 'enabled',
  openUntil: null,
  triedAt: null,
  triedReason: null,
  remark: '',
  references: 0,
  createdBy: null,
  updatedBy: null,
  today: { orderedFen: 0, orders: 0, paid: 0, paidFen: 0, failed: 0, shareBp: null },
  createdAt: at,
  updatedAt: at,
  version: 3,
  ...more,
})
const previous = { id: '9', name: 'apiKey', replacedAt: at, endsAt: '2026-03-04T00:30:00.000Z' }

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  signIn('collection:page', 'collection:update')
})

async function edited(entry = row()) {
  server.answer(collection.get, () => entry)
  const element = <EntryDialog entry={{ id: entry.id }} onClose={() => undefined} />
  const { user } = await renderAt('/', [{ path: '/', element }])
  return { user, form: within(await screen.findByRole('dialog', { name: '编辑收款渠道' })) }
}
const overlap = /^旧密钥继续有效的天数/
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('how long the old key stays valid is asked when a key that receives is replaced, and not for one that only sends', async () => {
  server.answer(collection.update, () => row({ version: 4 }))
  const { user, form } = await edited()
  type(form.getByLabelText(/^应用私钥/), 'only for what we send')
  expect(form.queryByLabelText(overlap)).toBeNull()
  type(form.getByLabelText(/^微信支付公钥(?!编号)/), 'new')
  form.getByLabelText(overlap)
  type(form.getByLabelText(/^微信支付公钥(?!编号)/), 'old')
  expect(form.queryByLabelText(overlap)).toBeNull()
  type(form.getByLabelText(/^APIv3 密钥/), 'n'.repeat(32))
  expect(form.getByLabelText(overlap)).toHaveProperty('value', '3')
  type(form.getByLabelText(overlap), '0')
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(server.calls(collection.update)[0]?.body).toMatchObject({ version: 3, overlapDays: 0 }),
  )
})

test('what is wrong with the days stands at their field', async () => {
  server.answer(collection.update, () =>
    refusal({ code: codes.conflict, desc: '冲突', fields: { overlapDays: '请先结束它' } }),
  )
  const { user, form } = await edited()
  type(form.getByLabelText(/^APIv3 密钥/), 'n'.repeat(32))
  const field = form.getByLabelText(overlap)
  type(field, '31')
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(server.calls(collection.update)).toEqual([])
  type(field, '30')
  await user.click(form.getByRole('button', { name: '保存' }))
  await form.findByText('请先结束它')
})

test('a previous key is shown with its end and last use, and is ended after a question', async () => {
  server.answer(collection.endSecret, () => null)
  const { user, form } = await edited(row({ previousSecrets: [{ ...previous, lastUsedAt: at }] }))
  const line = within(await form.findByRole('listitem'))
  line.getByText('旧密钥：APIv3 密钥')
  line.getByText(/^2026-03-04 .+ 失效$/)
  line.getByText(/^最近使用：2026-03-01/)
  await user.click(line.getByRole('button', { name: '立即结束' }))
  const question = within(await screen.findByRole('alertdialog', { name: /立即结束旧密钥 APIv3 密钥/ }))
  await user.click(question.getByRole('button', { name: '立即结束' }))
  await waitFor(() => expect(form.queryByRole('listitem')).toBeNull())
  expect(server.calls(collection.endSecret)).toMatchObject([{ params: { id: '5', secretId: '9' } }])
})
