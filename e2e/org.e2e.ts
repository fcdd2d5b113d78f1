import { call, enter, expect, freshPhone, rowAction, rows, secret, test } from './product.ts'

test('an organization is added, enabled, gets a new version of its agreement, and is copied and removed', async ({
  page,
}) => {
  const name = `旅程机构 ${Date.now()}`
  const phone = freshPhone()
  await enter(page, '/org/list')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '添加机构' }).click()
  await dialog.getByLabel('机构名称').fill(name)
  await dialog.getByLabel('联系电话').fill(phone)
  await dialog.getByLabel('推送密钥').fill(secret(`旅程密钥-${Date.now()}-0123456789`))
  await dialog.getByLabel('推送地址').fill('https://10.0.0.8/push')
  await dialog.getByRole('button', { name: '添加协议' }).click()
  const agreement = dialog.getByRole('group', { name: '协议 1' })
  await agreement.getByLabel('协议名称').fill('授权书')
  await agreement.getByLabel('版本').fill('1.0')
  await agreement.getByLabel('网址').fill('https://partner.example.com/1')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByLabel('推送地址')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('推送地址').fill('https://partner.example.com/push')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('添加成功')).toBeVisible()

  await page.goto(`/org/list?name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('已暂停')
  await rowAction(page, rows(page), '启用')
  await page.getByRole('alertdialog').getByRole('button', { name: '启用' }).click()
  await expect(rows(page)).toContainText('已启用')

  // A version that was offered keeps its address; another version replaces it.
  await rowAction(page, rows(page), '编辑')
  await agreement.getByLabel('网址').fill('https://partner.example.com/2')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('使用过的协议版本不能修改，请填写新的版本号')).toBeVisible()
  await agreement.getByLabel('版本').fill('2.0')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)

  await rows(page).click()
  const panel = page.getByRole('dialog', { name: '机构详情' })
  await expect(panel.getByText('启用机构')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: '授权书 2.0' })).toContainText('当前')
  await expect(panel.getByRole('listitem').filter({ hasText: '授权书 1.0' })).not.toContainText('当前')
  await expect(panel.getByText(phone)).toHaveCount(0)
  await panel.getByRole('button', { name: '查看联系方式' }).click()
  await expect(panel.getByText(phone)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await rowAction(page, rows(page), '复制为新机构')
  await expect(dialog.getByLabel('机构名称')).toHaveValue(`${name} 副本`)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(rows(page)).toHaveCount(2)
  for (const left of [1, 0]) {
    await rowAction(page, rows(page).first(), '删除')
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect(rows(page)).toHaveCount(left)
  }
})

test('the second of two concurrent edits sees both alerts, and a joint login is in the other list only', async ({
  page,
}) => {
  const name = `旅程联登机构 ${Date.now()}`
  const loginUrl = 'https://partner.example.com/login'
  await enter(page, '/org/uv-list')
  const { data } = await call(page, 'POST', '/org/uv', { name, flow: 'uv', loginUrl })
  await page.goto(`/org/list?name=${encodeURIComponent(name)}`)
  await expect(page.getByText('没有符合条件的内容')).toBeVisible()
  await page.goto(`/org/uv-list?name=${encodeURIComponent(name)}`)
  await rowAction(page, rows(page), '编辑')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('余额预警线').fill('88')
  const body = { id: data.id, version: data.version, name, flow: 'uv', loginUrl, alertFen: 8_000 }
  await call(page, 'PUT', '/org/uv', body)
  await dialog.getByRole('button', { name: '保存' }).click()
  const line = dialog.getByRole('row', { name: /^余额预警线/ })
  await expect(line).toContainText('¥80.00')
  await expect(line).toContainText('¥88.00')
  await dialog.getByRole('button', { name: '保留我的并保存' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page)).toContainText('¥88.00')
  expect((await call(page, 'DELETE', `/org/uv/${data.id}`)).code).toBe('0000')
})
