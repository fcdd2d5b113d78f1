import { call, enter, expect, freshPhone, rowAction, rows, test } from './product.ts'

test('an entry is added, refused as a duplicate, edited and removed; several are removed at once', async ({
  page,
}) => {
  await enter(page, '/user/black-list')
  const value = freshPhone()
  const dialog = page.getByRole('dialog')
  const add = async () => {
    await page.getByRole('button', { name: '添加黑名单' }).click()
    await dialog.getByLabel('值').fill(value)
    await dialog.getByLabel('拉黑原因').fill('端到端测试')
    await dialog.getByRole('button', { name: '保存' }).click()
  }
  await add()
  await expect(page.getByText('添加成功')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await add()
  await expect(dialog.getByText('该值已存在')).toBeVisible()
  await expect(dialog.getByLabel('拉黑原因')).toHaveValue('端到端测试')
  await dialog.getByLabel('值').fill('12345')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请输入 11 位手机号')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('textbox', { name: '值' }).fill(value)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  // A whole number is personal data: the history entry keeps it, also after a reload; the address never contains it.
  expect(page.url()).not.toContain(value)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`${value.slice(0, 3)}****${value.slice(-4)}`)

  await rowAction(page, rows(page), '编辑')
  await dialog.getByLabel('拉黑原因').fill('改过的原因')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rows(page)).toContainText('改过的原因')

  await rowAction(page, rows(page), '查看完整的值')
  await expect(rows(page)).toContainText(value)

  await rowAction(page, rows(page), '移除')
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await expect(page.getByText('没有符合条件的内容')).toBeVisible()

  // Several entries are removed at once.
  await page.getByRole('button', { name: '重置' }).click()
  const before = (await call(page, 'POST', '/blacklist/page', {})).data.total
  const phones = Array.from({ length: 3 }, freshPhone)
  for (const value of phones) await call(page, 'POST', '/blacklist', { kind: 'phone', value })
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  // The selection belongs to the list that shows the entries.
  for (const [at, value] of phones.toReversed().entries())
    await expect(rows(page).nth(at)).toContainText(`${value.slice(0, 3)}****${value.slice(-4)}`)
  for (let at = 0; at < 3; at++) await rows(page).nth(at).getByRole('checkbox').check()
  await expect(page.getByText('已选 3 条')).toBeVisible()
  await page.getByRole('button', { name: '批量移除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await expect(page.getByText('已移除 3 条')).toBeVisible()
  expect((await call(page, 'POST', '/blacklist/page', {})).data.total).toBeLessThanOrEqual(before)
})

test('the second of two concurrent edits keeps what was typed', async ({ page }) => {
  await enter(page, '/user/black-list')
  const value = `e2e-conflict-${Date.now()}`
  const { data: entry } = await call(page, 'POST', '/blacklist', { kind: 'device', value, reason: '原来的' })
  await page.goto(`/user/black-list?value=${value}`)
  await rowAction(page, rows(page), '编辑')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('备注').fill('我写的很长的备注')
  await dialog.getByLabel('拉黑原因').fill('我的原因')

  await call(page, 'PUT', '/blacklist', { id: entry.id, version: entry.version, reason: '别人的原因' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('这条内容刚刚被别人修改过')).toBeVisible()
  await expect(dialog.getByText('别人的原因')).toBeVisible()
  await expect(dialog.getByLabel('备注')).toHaveValue('我写的很长的备注')
  await dialog.getByRole('button', { name: '保留我的并保存' }).click()
  await expect(dialog).toHaveCount(0)
  const { data: now } = await call(page, 'GET', `/blacklist/${entry.id}`)
  expect(now).toMatchObject({ reason: '我的原因', remark: '我写的很长的备注', version: 3 })
})
