import {
  chooseAccount,
  closeButton,
  currentTab,
  entry,
  go,
  menuLink,
  openPage,
  openSection,
  openTabMenu,
  tab,
  tabs,
} from './frame.ts'
import { enter, expect, newSession, type Page, rows, test, typeLogin } from './product.ts'
import { answerMenu, notFound } from './server-menu.ts'

/* The tab bar and the menu of a tab (traps 8 to 13). */

const opened = ['渠道列表', '机构列表', '计划列表', '产品列表']

/** Five tabs: home and one page of each of four sections. */
async function openFive(page: Page) {
  await enter(page)
  for (const [at, section] of ['渠道管理', '机构管理', '计划管理', '产品管理'].entries())
    await openPage(page, section, opened[at] ?? '')
  await expect(tabs(page)).toHaveText(['首页', ...opened])
}

test('a tab is closed alone, with its neighbors, or with all others', async ({ page }) => {
  await openFive(page)
  await test.step('trap 9: acts that do not apply to a tab are not offered', async () => {
    const expectDisabled = async (name: string, entries: string[]) => {
      const menu = await openTabMenu(tab(page, name))
      await expect(menu.getByRole('menuitem', { disabled: true })).toHaveText(entries)
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
    }
    await expectDisabled('首页', ['重新加载', '关闭当前标签页', '关闭左侧标签页'])
    await expectDisabled('渠道列表', ['重新加载', '关闭左侧标签页'])
    await expectDisabled('计划列表', ['重新加载'])
    await expectDisabled('产品列表', ['关闭右侧标签页'])
    await tab(page, '首页').click()
    await expect(currentTab(page)).toHaveText('首页')
    await expectDisabled('首页', ['关闭当前标签页', '关闭左侧标签页'])
  })
  await test.step('trap 8: left and right are relative to the clicked tab', async () => {
    await tab(page, '渠道列表').click()
    await entry(await openTabMenu(tab(page, '计划列表')), '关闭左侧标签页').click()
    await expect(tabs(page)).toHaveText(['首页', '计划列表', '产品列表'])
    await expect(currentTab(page)).toHaveText('计划列表')
    await expect(page).toHaveURL(/\/plan\/list$/)

    await tab(page, '产品列表').click()
    await entry(await openTabMenu(tab(page, '计划列表')), '关闭右侧标签页').click()
    await expect(tabs(page)).toHaveText(['首页', '计划列表'])
    await expect(currentTab(page)).toHaveText('计划列表')
  })
  await test.step('trap 11: home cannot be closed, and closing all leaves home', async () => {
    await expect(tabs(page).first().getByRole('button')).toHaveCount(0)
    await expect(tabs(page).nth(1).getByRole('button')).toHaveCount(1)
    await entry(await openTabMenu(tab(page, '计划列表')), '关闭全部标签页').click()
    await expect(tabs(page)).toHaveText(['首页'])
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('heading', { name: /欢迎回来/ })).toBeVisible()
  })
  await test.step('trap 10: closing another tab does not navigate, closing the current one opens its left tab with its query', async () => {
    await go(page, '/user/list?size=50&status=accepted')
    await expect(rows(page)).toHaveCount(50)
    await openPage(page, '渠道管理', '渠道列表')
    await openPage(page, '机构管理', '机构列表')
    await closeButton(page, '渠道列表').click()
    await expect(tabs(page)).toHaveText(['首页', '用户列表', '机构列表'])
    await expect(page).toHaveURL(/\/org\/list$/)
    await closeButton(page, '机构列表').click()
    await expect(tabs(page)).toHaveText(['首页', '用户列表'])
    await expect(currentTab(page)).toHaveText('用户列表')
    await expect(page).toHaveURL(/\/user\/list\?size=50&status=accepted$/)
  })
})

test('trap 12: an unknown page and a forbidden page get no tab', async ({ page }) => {
  await answerMenu(page, (menu) => menu.filter(({ name }) => name !== 'Finance'))
  await enter(page)
  await openPage(page, '用户管理', '用户列表')
  for (const path of ['/no/such/page', '/finance/recharge']) {
    await go(page, path)
    await expect(notFound(page)).toBeVisible()
    await page.goBack()
    await expect(tabs(page)).toHaveText(['首页', '用户列表'])
  }
  // Typing into the address bar reloads the page; a navigation without a reload has the same result.
  await page.goto('/no/such/page')
  await page.goBack()
  await expect(tabs(page)).toHaveText(['首页', '用户列表'])
})

test('trap 13: the next account to sign in finds only home and the requested page', async ({ page }) => {
  await enter(page, '/home', await newSession(page))
  await openPage(page, '渠道管理', '渠道列表')
  await openPage(page, '用户管理', '用户列表')
  await expect(rows(page)).toHaveCount(20)
  await chooseAccount(page, '退出登录')
  await expect(page).toHaveURL(/\/login\?redirect=UserList$/)
  await typeLogin(page, 'admin', 'admin')
  await expect(tabs(page)).toHaveText(['首页', '用户列表'])
  await openSection(page, '渠道管理')
  await expect(menuLink(page, '渠道列表')).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页', '用户列表'])
})
