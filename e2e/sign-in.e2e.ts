import { inFrame, logInAs, makeAccount, setUpSecondFactor } from './accounts.ts'
import { call, expect, test, tokenOf } from './product.ts'

test('with a second factor a wrong code is refused, and a correct code is accepted once', async ({
  page,
}) => {
  const account = makeAccount()
  await logInAs(page, account, '/login?redirect=Setting&tab=second-factor')
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const { code, recoveryCodes } = await setUpSecondFactor(page, account)
  await expect(page.getByText(/^两步验证已于 .* 开启。$/)).toBeVisible()
  // The page must not hear of the end of its session, because it would load itself again at some moment.
  const token = await tokenOf(page)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.request.post('/api/admin/logout', { headers: { token } })
  await logInAs(page, account, '/login?redirect=UserList')
  await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible()
  await page.getByLabel('验证码', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('验证码不正确、已使用或已过期，请输入新的验证码')).toBeVisible()
  // The current code was used to confirm the set-up; a clock may be one step ahead.
  const next = code(1)
  await page.getByLabel('验证码', { exact: true }).fill(next)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/list$/)
  await inFrame(page)

  await page.evaluate(() => localStorage.removeItem('token'))
  await logInAs(page, account)
  await page.getByLabel('验证码', { exact: true }).fill(next)
  await page.keyboard.press('Enter')
  await expect(page.getByText('验证码不正确、已使用或已过期，请输入新的验证码')).toBeVisible()
  await page.getByRole('button', { name: '手机不在身边？使用恢复码' }).click()
  await page.getByLabel('恢复码', { exact: true }).fill((recoveryCodes[0] as string).toLowerCase())
  await page.getByRole('button', { name: '验证并登录' }).click()
  await inFrame(page)
  await page.goto('/user-settings?tab=second-factor')
  await expect(page.getByText('还有 9 个恢复码可用。')).toBeVisible()
})

test('an account whose role requires a second factor must set one up first', async ({ page }) => {
  const account = makeAccount({ asksSecondFactor: true })
  await logInAs(page, account, '/login?redirect=UserList')
  await expect(page).toHaveURL(/\/second-factor\?redirect=UserList$/)
  await page.goto('/home')
  await expect(page).toHaveURL(/\/second-factor\?redirect=home$/)
  expect((await call(page, 'POST', '/user/page', {})).desc).toBe('请先设置两步验证')
  await setUpSecondFactor(page, account)
  await expect(page).toHaveURL(/\/home$/)
  expect((await call(page, 'POST', '/user/page', {})).code).toBe('0000')
})

test('after failed attempts the form shows the delay, the log the reason, and the owner can use another browser', async ({
  page,
  browser,
}) => {
  const account = makeAccount()
  const home = await browser.newContext()
  const owner = await home.newPage()
  await logInAs(owner, account)
  await inFrame(owner)

  await page.goto('/login')
  for (let tried = 0; tried < 6; tried++) {
    await page.getByPlaceholder('用户名：admin').fill(account.username)
    await page.getByPlaceholder('密码：admin').fill(`a guess ${tried}`)
    // The sentence of the attempt before is still there.
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/admin/login'))
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await answered
    const said = tried < 5 ? '账号或者密码错误' : /操作过于频繁，请 \d+ 秒后再试/
    await expect(page.locator('form').getByRole('alert')).toHaveText(said)
  }
  await owner.evaluate(() => localStorage.removeItem('token'))
  await logInAs(owner, account)
  await inFrame(owner)
  await owner.goto(`/admin/login-log?account=${account.username}&result=failed`)
  await expect(owner.getByRole('table').getByText('密码错误')).toHaveCount(5)
  await expect(owner.getByRole('table').getByText('尝试过多，暂不受理')).toBeVisible()
  await home.close()
})
