import { everyPath, prepare } from './addresses.ts'
import { drawn, go, settled, visit } from './frame.ts'
import { call, expect, type Page, rows, test } from './product.ts'

/*
 * Every address of the console, and every dialog or menu above it, in both languages and in both themes: axe reports nothing, the
 * browser's console has no error, no other host is asked, and the content security policy is not violated (the fixture of
 * `product.ts` checks). `hostile.e2e.ts` opens every address in English.
 */

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
const createSettings = async (page: Page) => {
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
  {
    name: 'a selected row',
    path: '/user/black-list',
    open: (page) => rows(page).first().getByRole('checkbox').check(),
  },
  {
    name: 'nothing found',
    path: '/user/black-list?value=nothing-like-it',
    open: (page) => expect(rows(page)).toHaveCount(0),
  },
  { name: 'settings', path: '/home', open: createSettings },
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
      await createSettings(page)
      for (const name of [both('导航栏', 'Navbar'), both('底部', 'Footer')])
        await page.getByRole('switch', { name }).check({ force: true })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'theme colors',
    path: '/home',
    open: async (page) => {
      // The navbar is off again.
      await page.reload()
      await settled(page)
      await createSettings(page)
      await button(page, '选择主题色', 'Choose theme color').click()
    },
  },
]

test('every address is accessible and asks no other host', async ({ page }) => {
  test.setTimeout(360_000)
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  const { look, violations } = await prepare(page, 'zh-CN')
  await look('/home')
  for (const path of await everyPath(page)) {
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
  expect([...hosts]).toEqual([new URL(page.url()).host])
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`every dialog and menu, pages on a phone and the login page are accessible, ${language}`, async ({
    page,
  }) => {
    test.setTimeout(360_000)
    const { look, violations } = await prepare(page, language)
    let shown = '/home'
    for (const [at, { name, path, open, role }] of scenes.entries()) {
      if (at > 0) await closeAll(page)
      if (path !== shown) await visit(page, path)
      shown = path
      await open(page)
      if (role) await expect(page.getByRole(role).first()).toBeVisible()
      await look(name)
    }

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/home')
    await settled(page)
    await look('home on a phone')
    await button(page, '打开菜单', 'Open menu').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('the menu')
    await closeAll(page)
    await visit(page, '/user/list')
    await look('list')

    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/login')
    await expect(page.locator('form h1')).toBeVisible()
    await look('login')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('form input[name=username]').fill('')
    await page.locator('form input[name=password]').fill('')
    await page.keyboard.press('Enter')
    await expect(page.locator('form [aria-invalid=true]')).toHaveCount(2)
    await look('login with problems')
    await button(page, '忘记密码', 'Forgot password').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('whom to ask')
    expect(violations.lines).toEqual([])
  })

/** Closes every dialog, menu and list of options, as a reader does; what Escape leaves open goes with its page. */
async function closeAll(page: Page) {
  const open = page
    .locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
    .filter({ visible: true })
  for (let times = 0; times < 3 && (await open.count()) > 0; times++) {
    await page.keyboard.press('Escape')
    await drawn(page)
  }
  if ((await open.count()) === 0) return
  await page.reload()
  await settled(page)
}
