import { Violations } from './axe.ts'
import { go, settled, visit } from './frame.ts'
import { call, enter, expect, type Page, rows, test } from './product.ts'
import type { MenuNode } from './server-menu.ts'

/*
 * Every address of the console, and every dialog or menu above it, in both languages and in both themes: axe reports nothing, the
 * browser's console has no error, and the content security policy is not violated (the fixture of `product.ts` checks). The
 * pages of the areas come from the menu of the service, so a new page is checked without being listed here.
 */

/** Addresses besides home that are not in the service's menu. */
const others = [
  '/message',
  '/password',
  '/result/success',
  '/result/error',
  '/exception/403',
  '/exception/404',
  '/exception/500',
  '/no/such/page',
]

interface Scene {
  name: string
  path: string
  open: (page: Page) => Promise<unknown>
  /** An element that is present when it is open. */
  role?: 'dialog' | 'alertdialog' | 'menu' | 'listbox'
}

/** A name in both languages. */
const both = (...names: string[]) => new RegExp(`^(${names.join('|')})`)
const button = (page: Page, ...names: string[]) => page.getByRole('button', { name: both(...names) }).first()
const openSettings = async (page: Page) => {
  await button(page, '页面配置', 'Settings').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
const rowMenu = (page: Page) => button(page, '更多操作', 'More actions').click()

const scenes: Scene[] = [
  {
    name: 'more filters',
    path: '/user/list',
    open: (page) => button(page, '更多条件', 'More filters').click(),
  },
  {
    name: 'regions',
    path: '/user/list',
    open: (page) => button(page, '所在地区', 'Region').click(),
    role: 'listbox',
  },
  {
    name: 'dates',
    path: '/user/black-list',
    open: async (page) => {
      await button(page, '更多条件', 'More filters').click()
      await page
        .getByRole('search')
        .getByRole('button', { name: both('添加时间', 'Added at') })
        .click()
    },
    role: 'dialog',
  },
  {
    name: 'columns',
    path: '/user/black-list',
    open: (page) => button(page, '列设置', 'Columns').click(),
    role: 'dialog',
  },
  {
    name: 'a selected row',
    path: '/user/black-list',
    open: (page) => rows(page).first().getByRole('checkbox').check(),
  },
  { name: 'a menu of a row', path: '/user/black-list', open: rowMenu, role: 'menu' },
  {
    name: 'a question',
    path: '/user/black-list',
    open: async (page) => {
      await rowMenu(page)
      await page.getByRole('menuitem', { name: both('移除', 'Remove') }).click()
    },
    role: 'alertdialog',
  },
  {
    name: 'an editor with problems',
    path: '/user/black-list',
    open: async (page) => {
      await button(page, '添加黑名单', 'Add to blacklist').click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: both('保存', 'Save') })
        .click()
      await expect(page.getByRole('dialog').locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  { name: 'nothing found', path: '/user/black-list?value=nothing-like-it', open: async () => {} },
  { name: 'settings', path: '/home', open: openSettings },
  {
    name: 'theme colours',
    path: '/home',
    open: async (page) => {
      await openSettings(page)
      await button(page, '选择主题色', 'Choose theme color').click()
    },
  },
  {
    name: 'messages',
    path: '/home',
    open: async (page) => {
      await button(page, '消息中心', 'Messages').click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'languages',
    path: '/home',
    open: (page) => button(page, '语言', 'Language').click(),
    role: 'menu',
  },
  { name: 'account', path: '/home', open: (page) => button(page, '账号', 'Account').click(), role: 'menu' },
  {
    name: 'palette',
    path: '/home',
    open: (page) => page.keyboard.press('ControlOrMeta+k'),
    role: 'dialog',
  },
  { name: 'shortcuts', path: '/home', open: (page) => page.keyboard.press('?'), role: 'dialog' },
  {
    name: 'what can be done with a tab',
    path: '/home',
    open: (page) =>
      page
        .getByRole('navigation', { name: both('已打开的页面', 'Open pages') })
        .getByRole('link')
        .first()
        .click({ button: 'right' }),
    role: 'menu',
  },
  {
    name: 'a collapsed menu',
    path: '/home',
    open: (page) => button(page, '收起菜单', 'Collapse menu').click(),
  },
  {
    name: 'navbar and footer',
    path: '/home',
    open: async (page) => {
      await openSettings(page)
      for (const name of [both('导航栏', 'Navbar'), both('底部', 'Footer')])
        await page.getByRole('switch', { name }).check({ force: true })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
]

for (const language of ['zh-CN', 'en-US']) {
  const begin = (page: Page) => prepare(page, language)

  test(`every address is accessible, ${language}`, async ({ page }) => {
    test.setTimeout(360_000)
    const { look, violations } = await begin(page)
    await look('/home')
    for (const path of [...others, ...(await menuPaths(page))]) {
      // Ten rows of a list have all that twenty have, and axe takes its time with each.
      await visit(page, `${path}?size=10`)
      await look(path)
    }
    const { data } = await call(page, 'POST', '/user/page', { status: 'accepted', size: 1 })
    await go(page, `/user/list?open=${data.records[0].id}`)
    await expect(page.getByRole('dialog')).toContainText(data.records[0].phone)
    await look('/user/list?open')
    await violations.lookBehind(page, '/user/list?open')
    expect(violations.lines).toEqual([])
  })

  test(`every dialog and menu is accessible, ${language}`, async ({ page }) => {
    test.setTimeout(360_000)
    const { look, violations } = await begin(page)
    for (const { name, path, open, role } of scenes) {
      await page.goto(path)
      await settled(page)
      await open(page)
      if (role) await expect(page.getByRole(role).first()).toBeVisible()
      await look(name)
    }
    expect(violations.lines).toEqual([])
  })

  test(`pages on a phone and the login page are accessible, ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { look, violations } = await begin(page)
    await look('home')
    await button(page, '打开菜单', 'Open menu').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('the menu')
    await page.keyboard.press('Escape')
    await visit(page, '/user/list')
    await look('list')
    await page.evaluate(() => localStorage.removeItem('token'))
    for (const [where, width] of [
      ['login', 390],
      ['login with problems', 1440],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/login')
      await expect(page.locator('form h1')).toBeVisible()
      if (where !== 'login') {
        await page.locator('form input[name=username]').fill('')
        await page.locator('form input[name=password]').fill('')
        await page.keyboard.press('Enter')
        await expect(page.locator('form [aria-invalid=true]')).toHaveCount(2)
      }
      await look(where)
    }
    await button(page, '忘记密码', 'Forgot password').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('whom to ask')
    expect(violations.lines).toEqual([])
  })
}

/** Opens the console in a language and collects the violations that axe reports. */
async function prepare(page: Page, language: string) {
  // Switches transitions off, because axe would measure colours in the middle of one.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    { 'arco-locale': language, 'arco-theme': 'light' },
  )
  const violations = new Violations()
  // The colours of the dark theme are the same in both languages.
  const look = (where: string) => violations.look(page, where, language === 'zh-CN')
  await enter(page)
  await settled(page)
  return { look, violations }
}

async function menuPaths(page: Page): Promise<string[]> {
  const { data } = (await call(page, 'GET', '/menu/listByToken')) as { data: MenuNode[] }
  return data.flatMap((section) => section.children.map(({ path }) => `${section.path}/${path}`))
}
