import { openBy } from './frame.ts'
import { importFile } from './import-file.ts'
import { call, enter, expect, rows, test } from './product.ts'

test('links come from a file, are a batch, and the idle ones can be voided', async ({ page }) => {
  await enter(page, '/payConfig/pool-list')
  const stamp = Date.now()
  const name = `旅程链接产品 ${stamp}`
  const product = await call(page, 'POST', '/product', {
    name,
    kind: 'package',
    flow: 'full',
    faceFen: 10_000,
    priceFen: 9_900,
    validDays: 30,
  })
  const url = (at: number) => `https://pay.example.com/journey/${stamp}/${at}`
  const lines = [
    '链接,产品,金额（元）',
    ...[1, 2, 3].map((at) => `${url(at)},${name},`),
    `${url(1)},${name},`,
    `${url(4)},没有的产品,`,
    `不是链接,${name},`,
  ]
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导入收款链接' })
  await importFile(dialog, `链接-${stamp}.csv`, lines.join('\n'))
  await expect(dialog.getByRole('button', { name: '导入 3 条' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^5 / })).toContainText('与第 2 行重复')
  await expect(dialog.getByRole('row', { name: /^6 / })).toContainText('没有此产品')
  await dialog.getByRole('button', { name: '导入 3 条' }).click()
  await expect(dialog.getByText('已添加 3 条。')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: '导入记录' }).click()
  // The list of links names the file in each of its rows, too.
  await expect(page.getByRole('columnheader', { name: '链接数' })).toBeVisible()
  const batch = rows(page).filter({ hasText: `链接-${stamp}.csv` })
  await expect(batch).toContainText('3')
  await batch.click()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('¥99.00')

  const panel = page.getByRole('dialog', { name: '链接详情' })
  await openBy(rows(page).filter({ hasText: url(1) }), panel)
  await panel.getByRole('button', { name: '作废' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '作废' }).click()
  await expect(panel.getByText('已作废').first()).toBeVisible()
  const { data } = await call(page, 'POST', '/product/page', { id: product.data.id })
  expect(data.records[0]).toMatchObject({ stock: 2, hasPool: true })
})
