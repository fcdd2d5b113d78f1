import { call, expect, signIn, test, tokenOf, typeLogin } from './product.ts'

test('a wrong password is said at the form and clears the token; the right one leads home', async ({
  page,
}) => {
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('token', 'an old one'))
  await typeLogin(page, 'admin', 'wr0ng-Secret-77')
  await expect(page.getByText('账号或者密码错误').first()).toBeVisible()
  expect(await tokenOf(page)).toBe('')

  await typeLogin(page, 'admin', 'admin')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByText('欢迎使用')).toBeVisible()
  await expect(page.getByRole('heading', { name: /欢迎回来/ })).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user_info') ?? '{}').username)).toBe(
    'admin',
  )
})

test('an empty form names both fields and sends nothing', async ({ page }) => {
  await page.goto('/login')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/admin/login') && calls.push(request.url()))
  await page.getByPlaceholder('用户名：admin').fill('')
  await page.getByPlaceholder('密码：admin').fill('')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('用户名不能为空')).toBeVisible()
  await expect(page.getByText('密码不能为空')).toBeVisible()
  expect(calls).toEqual([])
})

test('a deep link while signed out comes back after the sign-in, query and all', async ({ page }) => {
  await page.goto('/user/list?status=accepted&size=50')
  await expect(page).toHaveURL(/\/login\?redirect=UserList&status=accepted&size=50$/)
  await typeLogin(page, 'admin', 'admin')
  await expect(page).toHaveURL(/\/user\/list\?status=accepted&size=50$/)
  await expect(page.getByRole('table')).toBeVisible()
})

test('a link elsewhere in `redirect` never leaves the site', async ({ page }) => {
  await signIn(page, '/login?redirect=https://evil.example')
  await expect(page).toHaveURL(/\/home/)
})

test('the menu is asked for once per load, and not while signed out', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/menu/listByToken') && calls.push(request.url()))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  expect(calls).toHaveLength(0)
  await signIn(page)
  expect(calls).toHaveLength(1)
  await page.goto('/user/list')
  await expect(page.getByRole('table')).toBeVisible()
  expect(calls).toHaveLength(2)
})

test('an unknown address keeps its place and offers the way home', async ({ page }) => {
  await signIn(page)
  await page.goto('/no/such/page?a=1')
  await expect(page).toHaveURL(/\/no\/such\/page\?a=1$/)
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('a session that ended is said once, and two seconds later one is back at the sign-in with the way back', async ({
  page,
}) => {
  await signIn(page, '/login?redirect=UserList')
  await expect(page.getByRole('table')).toBeVisible()
  await call(page, 'POST', '/admin/logout')
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: '登录已过期，请重新登录' }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/user\/list/)
  await expect(page).toHaveURL(/\/login\?redirect=UserList/, { timeout: 5_000 })
  expect(await tokenOf(page)).toBe('')
})

test('signing out ends the session on the server too', async ({ page }) => {
  await signIn(page)
  const token = await tokenOf(page)
  await page.getByRole('button', { name: '账号' }).click()
  await page.getByRole('menuitem', { name: '登出登录' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=home/)
  const answer = await page.request.get('/api/admin/me', { headers: { token } })
  expect((await answer.json()).code).toBe('2000')
})

test('language and theme hold, also after a reload, from the first paint', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: '语言' }).click()
  await page
    .getByRole('menuitem', { name: 'English' })
    .or(page.getByRole('menuitemradio', { name: 'English' }))
    .click()
  await expect(page.getByText('Switch to English')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page).toHaveTitle('Card Package Console')
  await page.getByRole('button', { name: /dark mode/ }).click()
  await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
})
