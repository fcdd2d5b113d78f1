import { newChannel } from './channel-call.ts'
import { orderAs, poolSale, reportPayment } from './collection.ts'
import { openBy, visit } from './frame.ts'
import { importFile } from './import-file.ts'
import { enter, expect, rows, test } from './product.ts'

// The other collection channels of the product are disabled.
test.use({ leaves: 'money' })

test('from a link file to a paid order: the order has the oldest link, a signed callback pays it, the batch counts it', async ({
  page,
}) => {
  await enter(page, '/payConfig/pool-list')
  const sale = await poolSale(page)
  const channel = await newChannel(page, '下单渠道')
  const [stamp, file] = [Date.now(), `收款链接-${Date.now()}.csv`]
  const url = (at: number) => `https://pay.example.com/order/${stamp}/${at}`
  const lines = [
    '链接,产品,收款渠道',
    ...[1, 2, 3].map((at) => `${url(at)},${sale.productName},${sale.collectionName}`),
    `${url(4)},${sale.productName},没有的渠道`,
  ]
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导入收款链接' })
  await importFile(dialog, file, lines.join('\n'))
  const commit = dialog.getByRole('button', { name: '导入 3 条' })
  await expect(commit).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^5 / })).toContainText('没有此链接池收款渠道')
  await commit.click()
  await expect(dialog.getByText('已添加 3 条。')).toBeVisible()
  await page.keyboard.press('Escape')

  const order = await orderAs(page, channel, sale)
  expect(order.payUrl).toBe(url(1))
  await visit(page, `/payConfig/order-list?channelNo=${order.channelNo}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('待支付')
  await expect(rows(page)).toContainText(sale.collectionName)
  const panel = page.getByRole('dialog', { name: '订单详情' })
  await openBy(rows(page), panel)
  await panel.getByRole('link', { name: '查看收款链接' }).click()
  const link = page.getByRole('dialog', { name: '链接详情' })
  await expect(link).toContainText(url(1))
  await expect(link.getByText('已分配', { exact: true }).first()).toBeVisible()
  await expect(link.getByRole('link', { name: order.id })).toBeVisible()

  // A callback that is signed with another key is kept, and pays nothing.
  const tradeNo = `T${stamp}`
  expect(await reportPayment(page, sale, { orderNo: order.id, tradeNo, key: 'of-somebody-else' })).toBe(500)
  await page.goto(`/payConfig/list?open=${sale.collectionId}`)
  await expect(page.getByRole('dialog', { name: '收款渠道详情' })).toContainText('签名不正确')
  await page.goto(`/payConfig/order-list?open=${order.id}`)
  await expect(panel.getByText('待支付', { exact: true }).first()).toBeVisible()
  for (let times = 0; times < 2; times++)
    expect(await reportPayment(page, sale, { orderNo: order.id, tradeNo })).toBe(200)

  await page.goto(`/payConfig/order-list?channelNo=${order.channelNo}`)
  await expect(rows(page)).toContainText('已支付')
  await expect(rows(page)).toContainText('¥99.00')
  await rows(page).click()
  await expect(panel.getByText('已采信', { exact: true })).toHaveCount(1)
  await expect(panel.getByText('重复', { exact: true })).toHaveCount(1)
  await expect(panel.getByText(tradeNo, { exact: true }).first()).toBeVisible()

  await visit(page, '/payConfig/pool-list?tab=batches')
  const batch = rows(page).filter({ hasText: file })
  // In all, idle, assigned, used, expired and void.
  await expect(batch.getByRole('cell')).toContainText([file, '3', '2', '0', '1', '0', '0'])
  await batch.click()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).filter({ hasText: url(1) })).toContainText('已使用')
  await expect(rows(page).filter({ hasText: '空闲' })).toHaveCount(2)
})
