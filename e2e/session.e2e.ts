import { chooseAccount } from './frame.ts'
import { enter, expect, newSession, test } from './product.ts'

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
