import {
  createSettings,
  currentTab,
  go,
  menuLink,
  openPage,
  openSection,
  rootEntries,
  sideMenu,
  tab,
} from './frame.ts'
import { enter, expect, type Page, type Request, rows, test } from './product.ts'
import { answerMenu, type MenuNode, notFound } from './server-menu.ts'

/* The menu that is built from the server's list (traps 26 to 32 and 34). */

const link = (page: Page, name: string) => sideMenu(page).getByRole('link', { name, exact: true })
const section = (page: Page, name: string) => sideMenu(page).getByRole('button', { name, exact: true })
const addButton = (page: Page) => page.getByRole('button', { name: '添加黑名单' })

/** The tree without the nodes of certain names. */
const without = (names: readonly string[], menu: readonly MenuNode[]): MenuNode[] =>
  menu
    .filter(({ name }) => !names.includes(name))
    .map((node) => ({ ...node, children: without(names, node.children) }))

test('the menu is built from the list of the server', async ({ page }) => {
  let change = (menu: MenuNode[]) => menu
  await answerMenu(page, (menu) => change(menu))
  await test.step('trap 26: only the first level is sorted; the pages of a section keep the order of the server, and home is last', async () => {
    change = (menu) => menu.toReversed()
    await enter(page)
    await expect(rootEntries(page)).toHaveText([
      '渠道管理',
      '机构管理',
      '计划管理',
      '产品管理',
      '客户管理',
      '用户管理',
      '财务管理',
      '统计报表',
      '支付配置',
      '系统管理',
      'Arco Design',
      '常见问题',
      '首页',
    ])
    await openSection(page, '计划管理')
    const pages = section(page, '计划管理').locator('xpath=following-sibling::ul').getByRole('link')
    await expect(pages).toHaveText(['计划列表', '推送计划列表', '联登计划列表'])
  })
  await test.step('trap 27: a page whose children are an empty list, or missing, is an entry', async () => {
    change = (menu) =>
      menu.map((node) => ({
        ...node,
        children: node.children.map(({ children, ...leaf }, index) =>
          index % 2 === 0 ? ({ ...leaf, children: [] } as MenuNode) : (leaf as MenuNode),
        ),
      }))
    await page.reload()
    await openPage(page, '财务管理', '充值记录')
    await expect(page).toHaveURL(/\/finance\/recharge$/)
    await openPage(page, '渠道管理', '联登渠道列表')
    await expect(page).toHaveURL(/\/channel\/uv-list$/)
  })
  await test.step('trap 28: permission points are no entries and no pages; they control buttons', async () => {
    change = (menu) =>
      without(['PlanList', 'blacklist:create'], menu).map((node) =>
        node.name === 'Plan'
          ? {
              ...node,
              children: [...node.children, { path: 'list', name: 'PlanList', type: 2, children: [] }],
            }
          : node,
      )
    await page.goto('/user/black-list')
    await expect(rows(page).first()).toBeVisible()
    await expect(addButton(page)).toHaveCount(0)
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /更多操作|移除/ })
        .first(),
    ).toBeVisible()
    await openSection(page, '计划管理')
    await expect(link(page, '推送计划列表')).toBeVisible()
    await expect(link(page, '计划列表')).toHaveCount(0)
    await expect(sideMenu(page).getByText(/:/)).toHaveCount(0)
    await go(page, '/plan/list')
    await expect(notFound(page)).toBeVisible()
    await page.goto('/user/black-list')
    await expect(rows(page).first()).toBeVisible()
  })
  await test.step('trap 34: buttons appear and disappear when another list of points arrives, without a reload', async () => {
    let mayAdd = false
    change = (menu) => (mayAdd ? menu : without(['blacklist:create'], menu))
    await page.goto('/user/black-list')
    await expect(rows(page).first()).toBeVisible()
    await expect(addButton(page)).toHaveCount(0)
    const drawer = await createSettings(page)
    const fromServer = drawer.getByRole('switch', { name: '菜单来源于后台' })
    for (const may of [true, false]) {
      mayAdd = may
      await fromServer.click({ force: true })
      await expect(fromServer).not.toBeChecked()
      // The button is enabled once the menu has arrived.
      await fromServer.click({ force: true })
      await expect(fromServer).toBeChecked()
      await expect(page.getByText('添加黑名单')).toHaveCount(may ? 1 : 0)
    }
  })
})

test('the menu shows where the reader is, and opens what is chosen', async ({ page, context }) => {
  await test.step('trap 29: the highlighted entry and the open section follow the menu, the tabs, Back and a deep link', async () => {
    await enter(page)
    const isCurrent = async (name: string) => {
      await expect(sideMenu(page).locator('[aria-current=page]')).toHaveText(name)
      await expect(currentTab(page)).toHaveText(name)
    }
    await isCurrent('首页')
    await openPage(page, '用户管理', '用户列表')
    await isCurrent('用户列表')
    await openPage(page, '渠道管理', '渠道列表')
    await isCurrent('渠道列表')
    await page.goBack()
    await isCurrent('用户列表')
    await tab(page, '首页').click()
    await isCurrent('首页')
    for (const name of ['用户管理', '渠道管理'])
      await expect(section(page, name)).toHaveAttribute('aria-expanded', 'true')
    await section(page, '用户管理').click()
    await tab(page, '用户列表').click()
    await isCurrent('用户列表')
    await expect(section(page, '用户管理')).toHaveAttribute('aria-expanded', 'true')

    await page.goto('/plan/uv-list?a=1')
    await isCurrent('联登计划列表')
    await expect(sideMenu(page).locator('[aria-expanded=true]')).toHaveText(['计划管理'])
  })
  await test.step('trap 30: opening a section closes no other section', async () => {
    await openSection(page, '渠道管理')
    await openSection(page, '机构管理')
    await expect(menuLink(page, '渠道列表')).toBeVisible()
    await expect(menuLink(page, '机构列表')).toBeVisible()
  })
  await test.step('trap 31: choosing the current page does nothing', async () => {
    let answers = 0
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/user/page')) answers++
    })
    await page.goto('/user/list?size=50&status=accepted')
    await expect(rows(page)).toHaveCount(50)
    await expect.poll(() => answers).toBeGreaterThanOrEqual(1)
    const requests: string[] = []
    const note = (request: Request) => requests.push(request.url())
    page.on('request', note)
    const entries = await page.evaluate(() => history.length)
    // A change elsewhere can refresh the list at the same moment; a request that the click causes comes every time.
    await expect(async () => {
      requests.length = 0
      await link(page, '用户列表').click()
      await expect(link(page, '用户列表')).toBeFocused()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
      expect(requests).toEqual([])
    }).toPass({ intervals: [1_000] })
    await expect(page).toHaveURL(/\/user\/list\?size=50&status=accepted$/)
    expect(await page.evaluate(() => history.length)).toBe(entries)
    page.off('request', note)
  })
  await test.step('trap 32: an external link opens a new browser tab', async () => {
    await context.route('https://arco.design/**', (route) =>
      route.fulfill({ body: 'elsewhere', contentType: 'text/plain' }),
    )
    for (const [name, address] of [
      ['常见问题', 'https://arco.design/vue/docs/pro/faq'],
      ['Arco Design', 'https://arco.design/'],
    ] as const) {
      const opened = context.waitForEvent('page')
      await link(page, name).click()
      const other = await opened
      await expect(other).toHaveURL(address)
      expect(await other.evaluate(() => window.opener)).toBeNull()
      await other.close()
      await expect(page).toHaveURL(/\/user\/list/)
    }
  })
})
