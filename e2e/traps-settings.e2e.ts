import {
  chooseLanguage,
  createSettings,
  currentTab,
  go,
  openPage,
  rootEntries,
  tab,
  toasts,
} from './frame.ts'
import { callsTo, documentsOf, enter, expect, type Locator, type Page, rows, test } from './product.ts'
import { notFound } from './server-menu.ts'

/* Language, settings, widths, the progress bar, and scroll positions (traps 44, 45, 48, 50, 52 to 54). */

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const widthOf = async (element: Locator) => Math.round((await element.boundingBox())?.width ?? -1)
const sider = (page: Page) => page.locator('aside').first()

test('the language is switched in place, with one message', async ({ page }) => {
  await test.step('trap 53: a visit sends one call and a switch shows one message', async () => {
    const lists = callsTo(page, '/user/page')
    const own = callsTo(page, '/admin/me')
    const unread = callsTo(page, '/message/unread')
    await enter(page)
    await expect(rootEntries(page).first()).toBeVisible()
    await openPage(page, '用户管理', '用户列表')
    await expect(rows(page)).toHaveCount(20)
    expect(lists).toHaveLength(1)
    expect(own).toHaveLength(1)
    expect(unread.length).toBeLessThanOrEqual(1)
    const said = await recordToasts(page)
    await chooseLanguage(page, '语言', 'English')
    await expect(toasts(page)).toHaveText(['Switched to English'])
    await page.getByRole('button', { name: 'Switch to dark mode' }).click()
    await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
    // The message of the language goes by itself, and none comes for the theme.
    await expect(toasts(page)).toHaveCount(0)
    expect(await said()).toEqual(['Switched to English'])
    await page.getByRole('button', { name: 'Switch to light mode' }).click()
    await chooseLanguage(page, 'Language', '中文')
    await expect(toasts(page)).toHaveText(['已切换为中文'])
    await expect(toasts(page)).toHaveCount(0)
  })
  await test.step('trap 44: switching the language needs no reload, keeps what was typed, and shows one message', async () => {
    await openPage(page, '用户管理', '黑名单')
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('textbox', { name: '值' }).fill('half-typed')
    const documents = documentsOf(page)
    await chooseLanguage(page, '语言', 'English')
    await expect(toasts(page)).toHaveText(['Switched to English'])
    await expect(page.getByRole('textbox', { name: 'Value' })).toHaveValue('half-typed')
    await expect.poll(() => stored(page, 'arco-locale')).toBe('en-US')
    expect(documents).toEqual([])
    await expect(toasts(page)).toHaveCount(0)
    // Choosing the current language changes nothing.
    await chooseLanguage(page, 'Language', 'English')
    await chooseLanguage(page, 'Language', '中文')
    await expect(toasts(page)).toHaveText(['已切换为中文'])
    await expect.poll(() => stored(page, 'arco-locale')).toBe('zh-CN')
  })
  await test.step('trap 45: every title changes with the language', async () => {
    await page.goto('/user/list')
    await expect(rows(page).first()).toBeVisible()
    const menu = (name: string) => page.getByRole('navigation', { name })
    const head = page.getByRole('columnheader')
    const count = await head.count()
    const drawer = await createSettings(page)
    await expect(drawer.getByText('底部')).toBeVisible()
    await drawer.getByRole('button', { name: '语言', exact: true }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()

    // The open drawer changes, too.
    const changed = page.getByRole('dialog', { name: 'Settings' })
    for (const row of ['Navbar', 'Menu', 'Footer', 'Tab bar', 'Menu from server', 'Menu width (px)'])
      await expect(changed.getByText(row, { exact: true })).toBeVisible()
    await expect(changed.getByText(/[\u4e00-\u9fff]/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(changed).toBeHidden()
    await expect(menu('Main menu').getByRole('link', { name: 'User list', exact: true })).toBeVisible()
    await expect(menu('Open pages').getByRole('listitem')).toHaveText(['Home', 'User list', 'Blacklist'])
    await expect(page.locator('main ol').first()).toContainText('User list')
    await expect(page).toHaveTitle('Card Package Console')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expect(head.filter({ hasText: /[\u4e00-\u9fff]/ })).toHaveCount(0)
    await expect(head).toHaveCount(count)
    await page.getByRole('button', { name: 'Switch to dark mode' }).hover()
    await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toHaveAttribute(
      'title',
      'Switch to dark mode',
    )
  })
})

test('widths and scroll positions: as set, as wide as the window allows, and as they were', async ({
  page,
}) => {
  const resize = (width: number) => page.setViewportSize({ width, height: 800 })
  await test.step('trap 48: settings last until the reload, and a width applies when it is completely typed', async () => {
    await enter(page)
    const drawer = await createSettings(page)
    const width = drawer.getByRole('spinbutton', { name: '菜单宽度 (px)' })
    await drawer.getByText('底部').click()
    await expect(page.locator('footer').filter({ hasText: '卡包' })).toBeAttached()
    await width.fill('')
    await width.pressSequentially('3')
    expect(await widthOf(sider(page))).toBe(220)
    await width.pressSequentially('00')
    expect(await widthOf(sider(page))).toBe(220)
    await width.press('Enter')
    await expect.poll(() => widthOf(sider(page))).toBe(300)
    // An invalid width is discarded.
    for (const nonsense of ['', '0', '-5']) {
      await width.fill(nonsense)
      await width.blur()
      await expect(width).toHaveValue('300')
    }
    await resize(1100)
    await page.reload()
    await expect.poll(() => widthOf(sider(page))).toBe(220)
    await expect(page.locator('footer').filter({ hasText: '卡包' })).toHaveCount(0)
  })
  await test.step('trap 50: the menu collapses and becomes a drawer at the specified widths', async () => {
    const opener = page.getByRole('button', { name: '打开菜单' })
    await expect.poll(() => widthOf(sider(page))).toBe(220)
    await resize(1200)
    await expect.poll(() => widthOf(sider(page))).toBe(220)
    await resize(1199)
    await expect.poll(() => widthOf(sider(page))).toBe(48)
    await resize(993)
    await expect(sider(page)).toBeVisible()
    await expect(opener).toHaveCount(0)
    await resize(992)
    await expect(sider(page)).toHaveCount(0)
    await opener.click()
    await expect(page.getByRole('dialog').getByText('用户管理')).toBeVisible()
    await expect.poll(() => widthOf(page.getByRole('dialog'))).toBe(250)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await resize(1200)
    await expect.poll(() => widthOf(sider(page))).toBe(220)
  })
  await test.step('trap 54: every page starts at its top; scroll positions inside a page are restored', async () => {
    await page.setViewportSize({ width: 1440, height: 500 })
    // A list fills the window and scrolls inside, so a long form is looked at.
    await openPage(page, '系统管理', '通用设置')
    await expect(page.getByRole('textbox').first()).toBeVisible()
    const top = () => page.evaluate(() => window.scrollY)
    // A page that still loads may not be high enough yet.
    const scrollDown = () =>
      expect
        .poll(() =>
          page.evaluate(() => {
            window.scrollTo(0, 10_000)
            return window.scrollY
          }),
        )
        .toBeGreaterThan(0)
    await scrollDown()
    await openPage(page, '渠道管理', '渠道列表')
    await expect.poll(top).toBe(0)
    await tab(page, '首页').click()
    await expect(currentTab(page)).toHaveText('首页')
    await scrollDown()
    await tab(page, '通用设置').click()
    await expect(currentTab(page)).toHaveText('通用设置')
    await expect.poll(top).toBe(0)
  })
})

test('trap 52: the progress bar ends after a redirect, a missing page, or a cancelled navigation', async ({
  page,
}) => {
  const bar = page.locator('#nprogress')
  await page.goto('/user/list')
  await expect(page).toHaveURL(/\/login\?redirect=UserList$/)
  await expect(bar).toHaveCount(0)
  await enter(page)
  await openPage(page, '用户管理', '黑名单')
  await expect(rows(page).first()).toBeVisible()
  await expect(bar).toHaveCount(0)

  // The reader stays to keep what was typed.
  await page.getByRole('button', { name: '添加黑名单' }).click()
  const dialog = page.getByRole('dialog', { name: '添加黑名单' })
  await dialog.getByLabel('拉黑原因').fill('还没写完')
  await go(page, '/no/such/page')
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(page).toHaveURL(/\/user\/black-list$/)
  await expect(bar).toHaveCount(0)
  await expect(dialog.getByLabel('拉黑原因')).toHaveValue('还没写完')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(dialog).toHaveCount(0)

  // A second navigation starts before the first ends.
  await page.evaluate(() => {
    const to = (path: string) => {
      history.pushState({ usr: null, key: path, idx: history.length }, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }
    to('/channel/list')
    to('/no/such/page')
  })
  await expect(notFound(page)).toBeVisible()
  await expect(bar).toHaveCount(0)
  await go(page, '/home')
  await expect(currentTab(page)).toHaveText('首页')
  await expect(bar).toHaveCount(0)
})

/** Records every message from here on, each once. @returns what gives their texts */
async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Map<Element, string>()
    Object.assign(window, { saidTexts: seen })
    new MutationObserver(() => {
      for (const each of document.querySelectorAll(':is([role=alert], [role=status])[data-tone]'))
        if (!seen.has(each)) seen.set(each, each.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () =>
    page.evaluate(() => [...(window as unknown as { saidTexts: Map<Element, string> }).saidTexts.values()])
}
