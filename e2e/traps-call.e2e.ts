import { toasts } from './frame.ts'
import {
  call,
  callsTo,
  documentsOf,
  enter,
  expect,
  freshPhone,
  newSession,
  type Page,
  rowAction,
  rows,
  test,
  tokenOf,
  typeLogin,
} from './product.ts'

/* How the console reads answers, and how a session ends (traps 35 to 41). */

const login = '**/api/admin/login*'
const refresh = (page: Page) => page.getByRole('button', { name: '刷新', exact: true })
const wholeAnswer = { desc: '请求成功', data: { token: 'made-up', username: 'admin', name: 'admin' } }

/** From here on, only the test advances the page's clock. */
async function stopTime(page: Page) {
  // A busy machine may take so long between the two calls that the time has passed; the clock stands by then, so the next try succeeds.
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass()
}

test('a login succeeds by its answer alone, and its token goes with each call', async ({ page }) => {
  await test.step('trap 40: a failed login stores no token', async () => {
    await page.goto('/login')
    // A stored token is checked by the call for the menu when the console starts.
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('token', 'an old one'))
    await typeLogin(page, 'admin', 'wr0ng-Secret-77')
    await expect(toasts(page)).toHaveText(['账号或者密码错误'])
    await expect(page.locator('form').getByText('账号或者密码错误')).toBeVisible()
    await expect.poll(() => tokenOf(page)).toBe('')
    await expect(page).toHaveURL(/\/login$/)
  })
  await test.step('trap 35: only the text 0000 is success', async () => {
    await page.goto('/login')
    for (const [code, said] of [
      [0, '请求成功'],
      ['0', '请求成功'],
      ['000', '请求成功'],
      [undefined, 'Error'],
    ] as const) {
      await page.route(login, (route) =>
        route.fulfill({ json: { ...wholeAnswer, code, ...(said === 'Error' ? { desc: '' } : {}) } }),
      )
      await typeLogin(page, 'admin', 'admin')
      await expect(toasts(page).filter({ hasText: said }).first()).toBeVisible()
      await expect(page).toHaveURL(/\/login$/)
      await expect.poll(() => tokenOf(page)).toBe('')
      await page.unroute(login)
      await page.reload()
    }
  })
  await test.step('trap 39: the token is read for each call, and stored without a prefix', async () => {
    const lists = callsTo(page, '/user/page')
    await page.goto('/login?redirect=UserList')
    await typeLogin(page, 'admin', 'admin')
    await expect(rows(page)).toHaveCount(20)
    const first = await tokenOf(page)
    expect(first).toMatch(/^[\w-]{20,}$/)
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user_info') ?? '') as object)
    expect(user).toMatchObject({ token: first, username: 'admin' })
    expect(lists[0]?.headers().token).toBe(first)

    const { token } = await newSession(page)
    await page.evaluate((other) => localStorage.setItem('token', other), token)
    const before = lists.length
    await refresh(page).click()
    await expect.poll(() => lists.length).toBeGreaterThan(before)
    expect(lists[before]?.headers().token).toBe(token)
  })
})

test('trap 36: an answer without data is a success', async ({ page }) => {
  await enter(page, '/user/black-list')
  const value = freshPhone()
  await call(page, 'POST', '/blacklist', { kind: 'phone', value, reason: '没有数据的回答' })
  await page.getByRole('textbox', { name: '值' }).fill(value)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(value.slice(-4))
  const answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await rowAction(page, rows(page), '移除')
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  expect(await (await answered).json()).toMatchObject({ code: '0000', data: null })
  await expect(toasts(page)).toHaveText(['已移除'])
})

test.describe('errors of the transport', () => {
  test.use({ expected: [/status of 500/] })

  test('trap 37: a failed call shows Request Error, a refused one the sentence of the service, both for 5 seconds', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/login')
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await stopTime(page)
    for (const [answer, said] of [
      [{ status: 500, body: 'no' }, 'Request Error'],
      [{ json: { code: '4090', status: 'fail', desc: '今天不行', data: null } }, '今天不行'],
    ] as const) {
      await page.route(login, (route) => route.fulfill(answer))
      await typeLogin(page, 'admin', 'admin')
      await expect(toasts(page)).toHaveText([said])
      await page.clock.runFor(4_900)
      await expect(toasts(page)).toHaveText([said])
      await page.clock.runFor(200)
      await expect(toasts(page)).toHaveCount(0)
      await page.unroute(login)
    }
  })
})

test('trap 38: an expired session shows one message at once; two seconds later the page is reloaded once', async ({
  page,
}) => {
  await page.clock.install()
  const session = await newSession(page)
  await enter(page, '/user/list?size=50', session)
  await expect(rows(page)).toHaveCount(50)
  const documents = documentsOf(page)
  // Stopped before the session ends, because the message stream may notice the end before any click.
  await stopTime(page)
  await call(page, 'POST', '/admin/logout')
  // Two calls are refused.
  await page.getByRole('button', { name: /^消息中心/ }).click()
  await refresh(page).click()
  await expect(toasts(page)).toHaveText(['登录已过期，请重新登录'])
  await page.clock.runFor(1_900)
  await expect(toasts(page)).toHaveText(['登录已过期，请重新登录'])
  await expect(page).toHaveURL(/\/user\/list\?size=50$/)
  expect(documents).toEqual([])
  expect(await tokenOf(page)).toBe(session.token)
  await page.clock.runFor(200)
  await expect(page).toHaveURL(/\/login\?redirect=UserList&size=50$/)
  await expect.poll(() => tokenOf(page)).toBe('')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_info'))).toBeNull()
  await page.clock.runFor(10_000)
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  expect(documents).toHaveLength(1)
})

test('trap 41: pressing the button twice signs in once', async ({ page }) => {
  const logins = callsTo(page, '/admin/login')
  // The answer comes after both presses, however long they take.
  let pressed = Promise.resolve()
  await page.route(login, async (route) => {
    await pressed
    return route.continue()
  })
  const password = page.getByPlaceholder('密码：admin')
  const ways = [
    async () => {
      await password.press('Enter')
      await password.press('Enter')
    },
    () => page.getByRole('button', { name: '登录', exact: true }).dblclick(),
  ]
  for (const [at, send] of ways.entries()) {
    await page.goto('/login')
    await page.getByPlaceholder('用户名：admin').fill('admin')
    await password.fill('admin')
    let goOn = () => {}
    pressed = new Promise((resolve) => {
      goOn = resolve
    })
    await send()
    goOn()
    await expect(page).toHaveURL(/\/home$/)
    expect(logins).toHaveLength(at + 1)
  }
})
