import { enter, expect, type Page, rows, test } from './product.ts'

/* The page of a list: the rows have most of the window, and the keyboard reaches them at once. */

const sizes = [
  { width: 1280, height: 720, least: 12 },
  { width: 1440, height: 900, least: 16 },
]

/** Number of rows that are completely visible: nothing is drawn over their top and bottom edges. */
const rowsInSight = (page: Page) =>
  rows(page).evaluateAll(
    (all) =>
      all.filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect()
        const isSeen = (y: number) => document.elementFromPoint(left + 60, y)?.closest('tr') === row
        return isSeen(top + 1) && isSeen(bottom - 2)
      }).length,
  )

for (const path of ['/user/list', '/plan/push-list'])
  for (const { width, height, least } of sizes)
    test(`${path} shows ${least} rows at ${width} × ${height}, and only the rows scroll`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await enter(page, path)
      await expect(rows(page)).toHaveCount(20)
      await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(least)
      const isHigher = () =>
        page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight)
      expect(await isHigher()).toBe(false)

      const scroller = page.getByRole('table').locator('..')
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      // A row is wider than the window, so its first cell stands for it.
      await expect(rows(page).last().getByRole('cell').first()).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('columnheader').first()).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('navigation', { name: '分页' })).toBeInViewport({ ratio: 1 })
    })

test('fewer than five Tab stops lead from the start of the page to the first row', async ({ page }) => {
  await enter(page, '/user/list')
  await expect(rows(page)).toHaveCount(20)
  await page.locator('main').focus()
  const isInRow = () => page.evaluate(() => document.activeElement?.closest('tr[data-index]') != null)
  let stops = 0
  for (; stops < 10 && !(await isInRow()); stops++) {
    await page.keyboard.press('Tab')
    if (await page.getByRole('button', { name: '跳到列表' }).evaluate((it) => it === document.activeElement))
      await page.keyboard.press('Enter')
  }
  expect(stops).toBeLessThan(5)
  await expect(rows(page).first()).toBeFocused()
})

test('one row of filters is shown, also with selects among them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await enter(page, '/user/feedback-list')
  const filters = page.getByRole('search')
  await expect(filters.getByRole('combobox', { name: '类型' })).toBeVisible()
  await expect(filters.getByRole('textbox', { name: '手机号' })).toBeVisible()
  await expect(filters.getByRole('textbox', { name: '用户编号' })).toBeHidden()
  await filters.getByRole('button', { name: '更多条件' }).click()
  await expect(filters.getByRole('textbox', { name: '用户编号' })).toBeVisible()
})

test('on a phone one filter is shown, and a button shows the others', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, '/user/list')
  await expect(rows(page)).toHaveCount(20)
  const phone = page.getByRole('textbox', { name: '手机号' })
  const name = page.getByRole('textbox', { name: '姓名' })
  await expect(phone).toBeVisible()
  await expect(name).toBeHidden()
  await page.getByRole('button', { name: '更多条件' }).click()
  await name.fill('王')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page).toHaveURL(/name=/)
  await page.getByRole('button', { name: /^收起条件 已设 1 项/ }).click()
  await expect(name).toBeHidden()
  await page.getByRole('button', { name: '移除条件“姓名”' }).click()
  await expect(page).not.toHaveURL(/name=/)
})
