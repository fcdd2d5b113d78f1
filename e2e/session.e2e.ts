import { chooseAccount } from './frame.ts'
import { call, enter, expect, newSession, rows, test, tokenOf } from './product.ts'

test('an unknown address stays in the address bar and offers a link to home; signing out also ends the session on the server', async ({
  page,
}) => {
  const { token } = await newSession(page)
  await enter(page, '/no/such/page?a=1', { token, username: 'admin' })
  await expect(page).toHaveURL(/\/no\/such\/page\?a=1$/)
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await chooseAccount(page, '退出登录')
  await expect(page).toHaveURL(/\/login\?redirect=home/)
  await expect
    .poll(async () => {
      const answer = await page.request.get('/api/admin/me', { headers: { token } })
      return ((await answer.json()) as { code: string }).code
    })
    .toBe('2000')
})

test('language and theme are kept after a reload, from the first paint', async ({ page }) => {
  await enter(page)
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page).toHaveTitle('Card Package Console')
  await page.getByRole('button', { name: /dark mode/ }).click()
  await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
})

test('a session that ends over a form is renewed above it, and the form is saved', async ({ page }) => {
  const session = await newSession(page)
  await enter(page, '/user/black-list', session)
  await page.getByRole('button', { name: '添加黑名单' }).click()
  const form = page.getByRole('dialog', { name: '添加黑名单' })
  const address = `10.77.${Math.floor(Date.now() / 256) % 256}.${Date.now() % 256}`
  await form.getByRole('combobox', { name: '类型' }).click()
  await page.getByRole('option', { name: 'IP' }).click()
  await form.getByLabel(/^值/).fill(address)
  await form.getByLabel('拉黑原因').fill('会话过期')
  await call(page, 'POST', '/admin/logout')
  await form.getByLabel('拉黑原因').press('Enter')
  const renewal = page.getByRole('dialog', { name: '登录已过期' })
  const password = renewal.getByLabel('密码', { exact: true })
  await expect(password).toBeFocused()
  await password.fill('wr0ng-Secret-77')
  await password.press('Enter')
  await expect(renewal.getByText('账号或者密码错误')).toBeVisible()
  await password.fill('admin')
  await password.press('Enter')
  await expect(renewal).toBeHidden()
  expect(await tokenOf(page)).not.toBe(session.token)
  await expect(form.getByLabel(/^值/)).toHaveValue(address)
  await form.getByLabel('拉黑原因').press('Enter')
  await expect(form).toBeHidden()
  await expect(rows(page).filter({ hasText: address })).toHaveCount(1)
  await expect(page).toHaveURL(/\/user\/black-list/)
})
