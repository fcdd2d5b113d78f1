import {
  closeButton,
  countUnread,
  currentTab,
  entry,
  go,
  openPage,
  openTabMenu,
  tab,
  tabs,
  unread,
  visit,
} from './frame.ts'
import {
  callsTo,
  documentsOf,
  enter,
  expect,
  type Page,
  type Request,
  rows,
  sendMessages,
  test,
} from './product.ts'

/* Pages of open tabs keep their state (traps 1 to 7). */

const nameFilter = (page: Page) => page.getByRole('textbox', { name: '姓名' })
const asksFor =
  (current: number) =>
  (request: Request): boolean =>
    (request.postDataJSON() as { current: number }).current === current
const more = (page: Page) => page.getByRole('button', { name: /更多条件|收起条件/ })

test('a tab keeps its state until it is closed', async ({ page }) => {
  const lists = callsTo(page, '/user/page')
  await test.step('trap 5: a closed tab keeps no state', async () => {
    await enter(page)
    await openPage(page, '用户管理', '用户列表')
    await expect(rows(page)).toHaveCount(20)
    await nameFilter(page).fill('王')
    await page.keyboard.press('Enter')
    await more(page).click()
    await expect(page).toHaveURL(/name=/)
    await closeButton(page, '用户列表').click()
    await expect(currentTab(page)).toHaveText('首页')

    const before = lists.length
    await openPage(page, '用户管理', '用户列表')
    await expect(page).toHaveURL(/\/user\/list$/)
    await expect(nameFilter(page)).toHaveValue('')
    await expect(more(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(rows(page)).toHaveCount(20)
    expect(lists.slice(before).filter(asksFor(1))).toHaveLength(1)
  })
  await test.step('trap 1: a list that is shown again keeps its filter and page, and sends no call', async () => {
    await go(page, '/user/list?size=10')
    await expect(rows(page)).toHaveCount(10)
    await nameFilter(page).fill('王')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/name=/)
    await expect(rows(page).filter({ hasNotText: '王' })).toHaveCount(0)
    const firstPage = await rows(page).allInnerTexts()
    await page.getByRole('button', { name: '3', exact: true }).click()
    await expect(page).toHaveURL(/current=3/)
    await expect.poll(() => rows(page).allInnerTexts()).not.toEqual(firstPage)
    const seen = await rows(page).allInnerTexts()
    const address = page.url()
    const before = lists.length

    await openPage(page, '用户管理', '黑名单')
    await expect(rows(page).first()).toBeVisible()
    await tab(page, '用户列表').click()
    await expect(page).toHaveURL(address)
    await expect(nameFilter(page)).toHaveValue('王')
    await expect(page.getByRole('button', { name: '3', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(seen)
    expect(lists).toHaveLength(before)
  })
  await test.step('trap 2: the same page with another query is another tab, and their contents do not mix', async () => {
    await entry(await openTabMenu(currentTab(page)), '关闭全部标签页').click()
    await expect(tabs(page)).toHaveText(['首页'])
    const typed = { 10: '张', 50: '李' }
    for (const [size, name] of Object.entries(typed)) {
      await go(page, `/user/list?size=${size}`)
      await expect(rows(page)).toHaveCount(Number(size))
      await nameFilter(page).fill(name)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/name=/)
      // While the list is still the current tab, another query of it would be its own.
      await tab(page, '首页').click()
      await expect(currentTab(page)).toHaveText('首页')
    }
    // The name of each tells its filter too.
    const lists = tabs(page).getByRole('link', { name: /^用户列表/ })
    await expect(lists).toHaveCount(2)
    for (const at of [0, 1, 0]) {
      await lists.nth(at).click()
      const [size, name] = Object.entries(typed)[at] ?? []
      await expect(nameFilter(page)).toHaveValue(name ?? '')
      await expect(page).toHaveURL(new RegExp(`size=${size}`))
      await expect(page).toHaveURL(new RegExp(`name=${encodeURIComponent(name ?? '')}`))
    }
  })
})

test('trap 3: a hidden page sends no call, has no timer and handles no key', async ({ page }) => {
  await page.clock.install()
  const messages = callsTo(page, '/message/page')
  const users = callsTo(page, '/user/page')
  await enter(page, '/message')
  await expect(rows(page).first()).toBeVisible()
  await openPage(page, '用户管理', '用户列表')
  await expect(rows(page)).toHaveCount(20)
  await rows(page).first().focus()
  await expect(rows(page).first()).toBeFocused()
  await openPage(page, '用户管理', '黑名单')
  await expect(rows(page).first()).toBeVisible()
  const before = { messages: messages.length, users: users.length }

  // A new message that the page of messages would show.
  const count = await countUnread(page)
  const news = `隐藏的页面不读取 ${Date.now()}`
  sendMessages('notice', news)
  await expect(unread(page)).toHaveAttribute('data-unread', String(count + 1))
  await page.clock.fastForward('10:00')
  // Enter opens the details of the focused row; here only the visible list may react.
  const lists = callsTo(page, '/blacklist/page')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: '值' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => lists.length).toBeGreaterThan(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/user\/black-list$/)
  expect({ messages: messages.length, users: users.length }).toEqual(before)

  // A page that is shown again fetches what changed while it was hidden.
  await tab(page, '消息中心').click()
  await expect(page.getByRole('table').getByText(news).first()).toBeVisible()
})

test('a tab is loaded again by itself', async ({ page }) => {
  const blacklists = callsTo(page, '/blacklist/page')
  const lists = callsTo(page, '/user/page')
  await enter(page)
  await openPage(page, '用户管理', '用户列表')
  await expect(rows(page)).toHaveCount(20)
  await more(page).click()
  await test.step('trap 6: a tab reload mounts the page again at its address, with one call and no document', async () => {
    await visit(page, '/user/black-list?kind=device')
    const first = rows(page).first().getByRole('checkbox')
    await first.check()
    await expect(page.getByText('已选 1 条')).toBeVisible()
    const documents = documentsOf(page)
    const before = blacklists.length
    await entry(await openTabMenu(currentTab(page)), '重新加载').click()
    await expect(page.getByText('已选 1 条')).toHaveCount(0)
    await expect(first).not.toBeChecked()
    await expect(page).toHaveURL(/\/user\/black-list\?kind=device$/)
    await expect.poll(() => blacklists.slice(before).filter(asksFor(1)).length).toBe(1)
    expect(documents).toEqual([])
    await expect(tabs(page)).toHaveText(['首页', '用户列表', '黑名单'])
  })
  await test.step('trap 7: a reloaded page is kept like any other, and the others keep their state', async () => {
    const first = rows(page).first().getByRole('checkbox')
    await first.check()
    const before = lists.filter(asksFor(1)).length

    await tab(page, '用户列表').click()
    await expect(more(page)).toHaveAttribute('aria-expanded', 'true')
    expect(lists.filter(asksFor(1))).toHaveLength(before)
    await tab(page, '黑名单').click()
    await expect(first).toBeChecked()
  })
})
