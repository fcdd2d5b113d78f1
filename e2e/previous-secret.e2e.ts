import { randomBytes } from 'node:crypto'
import { approveChanges, fresh } from './accounts.ts'
import { reportPayment } from './collection.ts'
import { call, enter, expect, rows, secret, test } from './product.ts'

test('the key of a collection channel is replaced: the old one is accepted until it is ended, and the page says who still uses it', async ({
  page,
}) => {
  const [oldKey, newKey] = [1, 2].map(() => secret(randomBytes(24).toString('base64url'))) as [string, string]
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, '/payConfig/list')
  const name = fresh('换密钥渠道')
  const { data: made } = await call(page, 'POST', '/payConfig/collection', {
    name,
    provider: 'pool',
    settings: { merchantNo: 'M-journey' },
    secrets: { callbackKey: oldKey },
  })
  await approveChanges(page)
  await page.reload()
  const edit = async () => {
    await rows(page).filter({ hasText: name }).getByRole('button', { name: '编辑' }).click()
    return page.getByRole('dialog', { name: '编辑收款渠道' })
  }
  const form = await edit()
  const overlap = form.getByLabel('旧密钥继续有效的天数')
  await expect(overlap).toBeHidden()
  await form.getByLabel('通知密钥').fill(newKey)
  await overlap.fill('31')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(overlap).toHaveAttribute('aria-invalid', 'true')
  await overlap.fill('1')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()
  await approveChanges(page)

  // The notice names no order of ours, so it is refused for that: its signature is believed.
  const notify = (key: string) =>
    reportPayment(
      page,
      {
        collectionId: made.id,
        callbackKey: key,
        priceFen: 100,
        collectionName: name,
        productId: '',
        productName: '',
      },
      { orderNo: '1', tradeNo: fresh('T'), status: 'unpaid' },
    )
  const panel = page.getByRole('dialog', { name: '收款渠道详情' })
  const open = () => page.goto(`/payConfig/list?open=${made.id}`)
  await open()
  const previous = panel.getByRole('list', { name: '旧密钥' })
  await expect(previous).toContainText('通知密钥')
  await expect(previous).toContainText('更换后从未使用')
  expect(await notify(newKey)).toBe(500)
  await open()
  await expect(previous).toContainText('更换后从未使用')
  expect(await notify(oldKey)).toBe(500)
  await open()
  await expect(previous).toContainText('最近使用')
  await expect(panel.getByText('签名不正确')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/payConfig/list')
  await page.goto(`/payConfig/list?open=${made.id}`)
  await expect(previous).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const end = previous.getByRole('button', { name: '立即结束' })
  await end.scrollIntoViewIfNeeded()
  const isInside = async () => {
    const box = await end.boundingBox()
    return !!box && box.x >= 0 && box.x + box.width <= 390
  }
  await expect.poll(isInside).toBe(true)
  await end.click()
  await page.getByRole('alertdialog').getByRole('button', { name: '立即结束' }).click()
  await expect(page.getByText('旧密钥已结束')).toBeVisible()
  await expect(previous).toBeHidden()
  expect(await notify(oldKey)).toBe(500)
  await open()
  await expect(panel.getByText('签名不正确')).toHaveCount(1)
})
