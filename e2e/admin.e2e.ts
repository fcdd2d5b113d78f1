import { visit } from './frame.ts'
import { call, enter, expect, freshPhone, rowAction, rows, secret, test, typeLogin } from './product.ts'

const fresh = () => `person-${Date.now() % 1_000_000}${Math.floor(Math.random() * 100)}`

test('a new administrator signs in with the password shown once, and is signed out when disabled; nobody disables the own account', async ({
  page,
  browser,
}) => {
  await enter(page, '/admin/list')
  const username = fresh()
  const phone = freshPhone()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '添加管理员' }).click()
  await dialog.getByLabel('用户名').fill(username)
  await dialog.getByLabel('姓名').fill('张三')
  await dialog.getByRole('combobox', { name: '角色' }).click()
  await page.getByRole('option', { name: '超级管理员' }).click()
  await dialog.getByLabel('手机号').fill(phone)
  await dialog.getByRole('button', { name: '保存' }).click()
  const shown = page.getByLabel('初始密码', { exact: true })
  await expect(shown).toHaveValue(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  const password = secret(await shown.inputValue())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('button', { name: '我已保存，关闭' }).click()
  await expect(shown).toHaveCount(0)

  await page.getByRole('textbox', { name: '用户名' }).fill(username)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)
  await rowAction(page, rows(page), '查看完整联系方式')
  await expect(rows(page)).toContainText(phone)

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto('/login')
  await typeLogin(theirs, username, password)
  await expect(theirs).toHaveURL(/\/password/)

  await rowAction(page, rows(page), '停用')
  await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click()
  await expect(rows(page)).toContainText('停用')
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/login/)
  await typeLogin(theirs, username, password)
  await expect(theirs.getByText('账号或者密码错误').first()).toBeVisible()
  await context.close()

  await rowAction(page, rows(page), '启用')
  await page.getByRole('alertdialog').getByRole('button', { name: '启用' }).click()
  await rowAction(page, rows(page), '重置密码')
  await page.getByRole('alertdialog').getByRole('button', { name: '重置密码' }).click()
  await expect(shown).toHaveValue(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  expect(secret(await shown.inputValue())).not.toBe(password)
  await page.getByRole('button', { name: '我已保存，关闭' }).click()

  // Nobody may disable the own account or change its roles.
  await visit(page, '/admin/list?username=admin')
  const own = rows(page).filter({ hasText: '（本人）' })
  await expect(own).toBeVisible()
  await expect(own.getByRole('button', { name: '停用' })).toHaveCount(0)
  await rowAction(page, own, '编辑')
  await expect(page.getByRole('dialog').getByRole('combobox', { name: '角色' })).toBeDisabled()
  const { data } = await call(page, 'GET', '/admin/me')
  expect(await call(page, 'POST', `/admin/${data.id}/disable`)).toMatchObject({ code: '4030' })
})
