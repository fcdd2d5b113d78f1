import { chooseAccount } from './frame.ts'
import { enter, expect, newSession, test, typeLogin } from './product.ts'

test('signing in shows a greeting and opens home', async ({ page }) => {
  await page.goto('/login')
  await typeLogin(page, 'admin', 'admin')
  // First, because it goes by itself after three seconds.
  await expect(page.getByText('欢迎使用')).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { name: /欢迎回来/ })).toBeVisible()
})

test('an unknown address stays in the address bar and offers a link to home', async ({ page }) => {
  await enter(page, '/no/such/page?a=1')
  await expect(page).toHaveURL(/\/no\/such\/page\?a=1$/)
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('signing out also ends the session on the server', async ({ page }) => {
  const { token } = await newSession(page)
  await enter(page, '/home', { token, username: 'admin' })
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
