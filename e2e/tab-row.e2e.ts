import { currentTab, go, tabBar, tabs } from './frame.ts'
import { enter, expect, type Page, test } from './product.ts'

/* The row of tabs after a reload, and when it does not fit. */

const paths = [
  '/channel/list',
  '/channel/uv-list',
  '/org/list',
  '/org/uv-list',
  '/plan/list',
  '/plan/uv-list',
  '/product/list',
  '/product/uv-list',
  '/crm/saleman',
  '/crm/clue',
]

async function openMany(page: Page) {
  await enter(page)
  await expect(currentTab(page)).toHaveText('首页')
  for (const [at, path] of paths.entries()) {
    await go(page, path)
    await expect(tabs(page)).toHaveCount(at + 2)
  }
}

test('a reload keeps the tabs; another browser tab has its own', async ({ page, context }) => {
  await enter(page)
  await expect(currentTab(page)).toHaveText('首页')
  await go(page, '/user/list?size=50&status=accepted')
  await expect(currentTab(page)).toHaveText('用户列表')
  await go(page, '/org/list')
  await expect(tabs(page)).toHaveText(['首页', '用户列表', '机构列表'])
  await page.reload()
  await expect(tabs(page)).toHaveText(['首页', '用户列表', '机构列表'])
  await expect(currentTab(page)).toHaveText('机构列表')
  await tabBar(page).getByRole('link', { name: '用户列表' }).click()
  await expect(page).toHaveURL(/\/user\/list\?size=50&status=accepted$/)
  const other = await context.newPage()
  await other.goto('/org/list')
  await expect(tabs(other)).toHaveText(['首页', '机构列表'])
})

test('tabs that do not fit are reached by arrows and by a menu of all tabs', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openMany(page)
  await expect(currentTab(page)).toBeInViewport({ ratio: 1 })
  const home = tabBar(page).getByRole('link', { name: '首页', exact: true })
  await expect(home).not.toBeInViewport()
  await tabBar(page).getByRole('button', { name: '向左滚动标签页' }).click()
  await expect(home).toBeInViewport()
  await tabBar(page).getByRole('button', { name: '全部标签页（11 个）' }).click()
  await page.getByRole('menuitem', { name: '渠道列表', exact: true }).click()
  await expect(currentTab(page)).toHaveText('渠道列表')
  await expect(page).toHaveURL(/\/channel\/list$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(tabBar(page).getByRole('button', { name: '全部标签页（11 个）' })).toBeVisible()
})
