import { call, expect, type Locator, type Page } from './product.ts'

/** The menu at the left, or in its drawer. */
export const sideMenu = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' })

/** The entries of the menu's first level, from the top. */
export const rootEntries = (page: Page): Locator => sideMenu(page).locator('> ul > li > :is(a, button)')

/** A section of the menu, which is opened if it is closed. */
export async function openSection(page: Page, name: string): Promise<void> {
  const section = sideMenu(page).getByRole('button', { name, exact: true })
  const isOpen = async () => (await section.getAttribute('aria-expanded')) === 'true'
  // The section of the current page opens by itself, and a click at the same moment would close it.
  await expect(async () => {
    if (!(await isOpen())) await section.click()
    await expect.poll(isOpen, { timeout: 5_000 }).toBe(true)
  }).toPass({ timeout: 30_000 })
}

/** The entry of a page in the menu. A page that is being built has a mark beside its name, so the name is not all of its text. */
export const menuLink = (page: Page, name: string): Locator =>
  sideMenu(page)
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) })

/** Opens a page by the menu: its section, then its entry. */
export async function openPage(page: Page, section: string, name: string): Promise<void> {
  await openSection(page, section)
  await menuLink(page, name).click()
  await expect(currentTab(page)).toHaveText(name)
}

/**
 * Clicks until something is open. What is clicked may move at the same moment, because what is above it has just arrived; such a click
 * does nothing, and a person clicks again.
 */
export async function openBy(clicked: Locator, opened: Locator): Promise<void> {
  await expect(async () => {
    if (!(await opened.isVisible())) await clicked.click()
    await expect(opened).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

/** The tab bar. */
export const tabBar = (page: Page): Locator => page.getByRole('navigation', { name: '已打开的页面' })

/** The tabs, home first; their texts are their titles. */
export const tabs = (page: Page): Locator => tabBar(page).getByRole('listitem')

/** The element to click to select a tab. */
export const tab = (page: Page, name: string): Locator =>
  tabBar(page).getByRole('link', { name, exact: true })

export const currentTab = (page: Page): Locator => tabBar(page).locator('[aria-current=page]')

export const closeButton = (page: Page, name: string): Locator =>
  tabBar(page).getByRole('button', { name: `关闭 ${name}`, exact: true })

/** Right-clicks a tab and returns the menu that opens. */
export async function openTabMenu(target: Locator): Promise<Locator> {
  await target.click({ button: 'right' })
  const menu = target.page().getByRole('menu')
  await expect(menu).toBeVisible()
  return menu
}

export const entry = (menu: Locator, name: string): Locator =>
  menu.getByRole('menuitem', { name, exact: true })

/** Navigates inside the console without a page load, like a link in a page. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1
    history.pushState({ usr: null, key: Math.random().toString(36).slice(2), idx }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** Waits for the page of a partner. The address changes before the page does, so its tabs are waited for, too. */
export async function onPartnerPage(page: Page, kind: 'channel' | 'org'): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/${kind}/detail\\?`))
  await expect(page.getByRole('link', { name: '接口请求日志' })).toBeVisible()
}

/** A short interval, because the journeys wait for many pages and a second too long for each would dominate the run. */
const often = { intervals: [50] }

/**
 * Navigates inside the console and waits for the page. The page that is shown stays if only its query changes, and then reads what the
 * new query asks for.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const isOther = new URL(path, page.url()).pathname !== new URL(page.url()).pathname
  const heading = page.locator('h1').filter({ visible: true })
  const before = await heading.elementHandle()
  await go(page, path)
  if (isOther)
    await expect
      .poll(() => before?.evaluate((element) => element.isConnected && element.checkVisibility()), often)
      .toBe(false)
  else await drawn(page)
  await settled(page)
}

/** Waits until the page and its data are shown. */
export async function settled(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const isSeen = (element: Element) => element.checkVisibility()
          const count = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen).length
          return {
            busy: count(
              '[aria-busy=true], main [role=status][aria-label], [class*=skeleton], [class*=Skeleton]',
            ),
            headings: count('h1'),
          }
        }),
      often,
    )
    .toEqual({ busy: 0, headings: 1 })
}

/** Waits until the page has drawn what it knows by now. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let times = 0; times < 3; times++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })

/** The number of unread messages beside the bell; absent if it is 0. */
export const unread = (page: Page): Locator => page.locator('[data-unread]')

/** The number of unread messages, once the bell shows the same number as the service. */
export async function countUnread(page: Page): Promise<number> {
  let count = 0
  // A message may arrive between the two readings.
  await expect
    .poll(async () => {
      const { data } = await call(page, 'POST', '/message/unread')
      count = data.message + data.notice + data.todo
      return (await unread(page).getAttribute('data-unread')) === String(count)
    })
    .toBe(true)
  return count
}

/** The settings drawer, opened. */
export async function createSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '页面配置', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '页面配置' })
  await expect(drawer).toBeVisible()
  return drawer
}

/** Chooses an entry of the avatar's menu. */
export async function chooseAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^账号/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Chooses a language; the name of the button depends on the current language. */
export async function chooseLanguage(page: Page, button: '语言' | 'Language', name: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** The messages at the top of the page. */
export const toasts = (page: Page): Locator =>
  page.locator('[role=alert][data-tone], [role=status][data-tone]')
