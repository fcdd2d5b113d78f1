import { generateKeyPairSync } from 'node:crypto'
import { approveChanges } from './accounts.ts'
import { openBy } from './frame.ts'
import { call, enter, expect, rows, secret, test } from './product.ts'

test('a payment template begins with the shipped one, is edited with a preview, and is saved with its keys', async ({
  page,
}) => {
  const name = `旅程银联渠道 ${Date.now()}`
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ours = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const theirs = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await enter(page, '/payConfig/list')
  await page.getByRole('button', { name: '添加收款渠道' }).click()
  const form = page.getByRole('dialog', { name: '添加收款渠道' })
  await form.getByRole('textbox', { name: '名称' }).fill(name)
  await form.getByRole('combobox', { name: '支付机构' }).click()
  await page.getByRole('option', { name: '银联' }).click()
  await form.getByLabel('商户号').first().fill('777290058110048')
  await form.getByRole('combobox', { name: '从内置模板开始' }).click()
  await page.getByRole('option', { name: '银联在线网关 5.1.0' }).click()
  await expect(form.getByText(/POST https:\/\/gateway\.95516\.com/)).toBeVisible()

  // A wrong field is named at its line while it is typed, and once more when it is saved.
  const body = form.getByLabel('报文（Liquid）')
  const right = await body.inputValue()
  await body.fill(`${right}&x={{ phone }}`)
  await expect(form.getByText('第 1 行：没有字段 phone').first()).toBeVisible()
  await form.getByRole('tab', { name: /^支付通知/ }).click()
  await form.getByLabel('密钥：certId').fill('68759663125')
  await form.getByLabel('密钥：signKey').fill(secret(ours))
  await form.getByLabel('密钥：verifyKey').fill(theirs)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  // The tab of the refused field opens.
  await expect(form.getByRole('tab', { name: /^下单/ })).toHaveAttribute('aria-selected', 'true')
  await expect(body).toHaveAttribute('aria-invalid', 'true')
  await body.fill(right)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()
  await approveChanges(page)
  await page.reload()

  const panel = page.getByRole('dialog', { name: '收款渠道详情' })
  await openBy(rows(page).filter({ hasText: name }), panel)
  await expect(panel.getByText('下单 · gateway.95516.com')).toBeVisible()
  const { data } = await call(page, 'POST', '/payConfig/collection/page', { name })
  const [row] = data.records
  expect(row.secretNames.toSorted()).toEqual(['secret.certId', 'secret.signKey', 'secret.verifyKey'])
  expect((await call(page, 'DELETE', `/payConfig/collection/${row.id}`)).code).toBe('0000')
})
