import { openBy, visit } from './frame.ts'
import { call, enter, expect, rowAction, rows, test } from './product.ts'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const filled = { kind: 'coupon', faceFen: 10_000, priceFen: 9_900, validDays: 30 }

test('a product is added, put on sale, changed by a copy and removed', async ({ page }) => {
  const name = `旅程产品 ${Date.now()}`
  await enter(page, '/product/list')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '添加产品' }).click()
  await dialog.getByLabel('产品名称').fill(name)
  await dialog.getByLabel('面值').fill('100')
  await dialog.getByLabel('售价').fill('99.9')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请填写此项')).toBeVisible()
  await dialog.getByLabel('有效天数').fill('30')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel })
  await page.getByRole('dialog', { name: '裁剪图片' }).getByRole('button', { name: '裁剪并上传' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'a.png 已上传' })).toHaveCount(1)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('添加成功')).toBeVisible()

  await visit(page, `/product/list?name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('¥99.90')
  await expect(rows(page)).toContainText('草稿')
  await rowAction(page, rows(page), '上架')
  await page.getByRole('alertdialog').getByRole('button', { name: '上架' }).click()
  await expect(rows(page)).toContainText('在售')

  const panel = page.getByRole('dialog', { name: '产品详情' })
  await openBy(rows(page), panel)
  await expect(panel.getByText('上架产品')).toBeVisible()
  await expect(panel.getByRole('img', { name: '封面' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await rowAction(page, rows(page), '复制为新产品')
  await expect(dialog.getByLabel('产品名称')).toHaveValue(`${name} 副本`)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(rows(page)).toHaveCount(2)
  for (const left of [1, 0]) {
    await rowAction(page, rows(page).first(), '删除')
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect(rows(page)).toHaveCount(left)
  }
})

test('details are written in the editor, reach the service clean and are shown on the phone', async ({
  page,
}) => {
  const name = `旅程富文本 ${Date.now()}`
  await enter(page, '/product/list')
  const { data } = await call(page, 'POST', '/product', { ...filled, name, flow: 'full' })
  await visit(page, `/product/list?name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(1)
  await rowAction(page, rows(page), '编辑')
  const dialog = page.getByRole('dialog')
  const editor = dialog.getByRole('textbox', { name: '详情' })
  await editor.click()
  await page.keyboard.type('普通')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('粗体')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '小标题' }).click()
  await page.keyboard.type('说明')
  // What another program copies: with styles and handlers.
  await editor.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      '<p style="color:red" onclick="x()">贴<b style="font-size:9em">入</b></p>',
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const phone = dialog.getByRole('region', { name: '手机预览' })
  await expect(phone.getByRole('heading', { name: /说明/ })).toBeVisible()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)
  const { detail } = (await call(page, 'GET', `/product/${data.id}`)).data
  expect(detail).toContain('<p>普通<strong>粗体</strong></p><h3>')
  expect(detail).toContain('贴<strong>入</strong>')
  expect(detail).not.toMatch(/style|onclick/)
  expect((await call(page, 'DELETE', `/product/${data.id}`)).code).toBe('0000')
})

test('products are put in order by the keyboard, and each move is saved', async ({ page }) => {
  const tag = `旅程顺序 ${Date.now()}`
  await enter(page, '/product/list')
  const made: string[] = []
  for (const letter of ['甲', '乙', '丙'])
    made.push(
      (await call(page, 'POST', '/product', { ...filled, name: `${tag} ${letter}`, flow: 'half' })).data.id,
    )
  await visit(page, `/product/list?name=${encodeURIComponent(tag)}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: '调整顺序' }).click()
  const dialog = page.getByRole('dialog', { name: '调整顺序' })
  const handle = dialog.getByRole('button', { name: `移动“${tag} 丙”` })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`已拿起“${tag} 丙”`)).toBeAttached()
  // The keys move a row once all rows are measured, which nothing on the page shows.
  const moved = page.getByText(`“${tag} 丙”移到第 2 位，共 3 位`)
  await expect(async () => {
    const isTooFar = (await page.getByText(`“${tag} 丙”移到第 1 位，共 3 位`).count()) > 0
    await page.keyboard.press(isTooFar ? 'ArrowDown' : 'ArrowUp')
    await expect(moved).toBeAttached({ timeout: 3_000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(page.getByText('顺序已保存')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(rows(page).nth(1)).toContainText(`${tag} 丙`)
  for (const id of made) expect((await call(page, 'DELETE', `/product/${id}`)).code).toBe('0000')
})
