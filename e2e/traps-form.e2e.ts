import { chooseAccount } from './frame.ts'
import { expect, type Page, test, typeLogin } from './product.ts'

/* The login form (traps 42 and 43). */

const username = (page: Page) => page.getByPlaceholder('用户名：admin')
const password = (page: Page) => page.getByPlaceholder('密码：admin')
const remember = (page: Page) => page.getByRole('checkbox', { name: '记住密码' })
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('login-config') ?? 'null') as object)

test('the form checks a field when it is left, and keeps the name only with the tick', async ({ page }) => {
  await test.step('trap 42: a field is validated when it loses the focus, not at each key', async () => {
    await page.goto('/login')
    const problem = page.getByText('用户名不能为空')
    await username(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect(username(page)).toHaveValue('')
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(problem).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(problem).toBeVisible()
    await username(page).fill('a')
    await password(page).focus()
    await expect(problem).toHaveCount(0)
  })
  await test.step('trap 43: the name is remembered only with the tick, the password never', async () => {
    await expect(remember(page)).toBeChecked()
    await remember(page).uncheck()
    await expect.poll(() => kept(page)).toMatchObject({ rememberPassword: false })
    await typeLogin(page, 'admin', 'admin')
    await expect(page).toHaveURL(/\/home$/)
    await chooseAccount(page, '退出登录')
    await expect(username(page)).toHaveValue('')
    await expect(password(page)).toHaveValue('')
    await expect(remember(page)).not.toBeChecked()
    await expect.poll(() => kept(page)).toEqual({ rememberPassword: false, username: '' })
    await page.reload()
    await expect(username(page)).toHaveValue('')

    await remember(page).check()
    await typeLogin(page, 'admin', 'admin')
    await expect(page).toHaveURL(/\/home/)
    await expect.poll(() => kept(page)).toEqual({ rememberPassword: true, username: 'admin' })
  })
})
