import { visit } from './frame.ts'
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

test('on a desktop the rows have most of the window, only they scroll, and no column is cut in half', async ({
  page,
}) => {
  await enter(page, '/user/list')
  for (const path of ['/user/list', '/plan/push-list']) {
    if (path !== '/user/list') await visit(page, path)
    for (const { width, height, least } of sizes) {
      const where = `${path} at ${width} × ${height}`
      await page.setViewportSize({ width, height })
      await expect(rows(page), where).toHaveCount(20)
      const scroller = page.getByRole('table').locator('..')
      await scroller.evaluate((element) => element.scrollTo(0, 0))
      await expect.poll(() => rowsInSight(page), where).toBeGreaterThanOrEqual(least)
      const isHigher = () =>
        page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight)
      await expect.poll(isHigher, where).toBe(false)

      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      // A row is wider than the window, so its first cell stands for it.
      await expect(rows(page).last().getByRole('cell').first(), where).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('columnheader').first(), where).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('navigation', { name: '分页' }), where).toBeInViewport({ ratio: 1 })
    }
  }

  await page.setViewportSize({ width: 1280, height: 720 })
  for (const path of ['/admin/list', '/plan/push-list', '/user/list', '/user/feedback-list']) {
    await visit(page, path)
    await expect(rows(page).first()).toBeVisible()
    const cut = () =>
      rows(page)
        .first()
        .evaluate((row) => {
          const cells = [...row.children].map((cell) => cell.getBoundingClientRect())
          const edge = cells.at(-1)?.left ?? 0
          return cells.slice(0, -1).filter(({ left, right }) => left < edge - 1 && right > edge + 1).length
        })
    await expect.poll(cut, path).toBe(0)
  }
  // One row of filters is shown, also with selects among them.
  const filters = page.getByRole('search')
  await expect(filters.getByRole('combobox', { name: '类型' })).toBeVisible()
  await expect(filters.getByRole('textbox', { name: '手机号' })).toBeVisible()
  await expect(filters.getByRole('textbox', { name: '用户编号' })).toBeHidden()
  await filters.getByRole('button', { name: '更多条件' }).click()
  await expect(filters.getByRole('textbox', { name: '用户编号' })).toBeVisible()
})

test('the rows stay where they are when the list of the set filters arrives late', async ({ page }) => {
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/filter-chips-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await enter(page, '/user/list?status=registered')
  await expect(rows(page).first()).toBeVisible()
  const set = page.getByRole('list', { name: '筛选条件' })
  await expect(set).toBeHidden()
  const before = await page.getByRole('table').boundingBox()
  arrive()
  await expect(set).toBeVisible()
  expect(await page.getByRole('table').boundingBox()).toEqual(before)
})

test('fewer than five Tab stops lead to the first row, and a row reached by the keyboard shows its whole instants until Escape', async ({
  page,
}) => {
  await enter(page, '/user/list')
  await expect(rows(page)).toHaveCount(20)
  await page.locator('main').focus()
  const isInRow = () => page.evaluate(() => document.activeElement?.closest('tr[data-index]') != null)
  let stops = 0
  for (; stops < 10 && !(await isInRow()); stops++) {
    await page.keyboard.press('Tab')
    if (
      await page.getByRole('button', { name: '跳到列表' }).evaluate((it) => it === document.activeElement)
    ) {
      await page.keyboard.press('Enter')
      await expect.poll(isInRow).toBe(true)
    }
  }
  expect(stops).toBeLessThan(5)
  await expect(rows(page).first()).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText(/注册时间：\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
  await rows(page).nth(1).getByRole('cell').nth(3).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(tip).toBeHidden()
})

test('on a phone the menu opens; one filter is shown and a button shows the others; rows are cards: whole values, menu, selection, order, details', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page)
  await page.getByRole('button', { name: '搜索', exact: true }).click()
  await expect(page.getByRole('combobox', { name: '命令面板' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('navigation', { name: '主菜单' }).getByText('用户管理').click()
  await page.getByRole('navigation', { name: '主菜单' }).getByText('用户列表').click()
  await expect(rows(page)).toHaveCount(20)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
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
  await expect(rows(page).filter({ hasNotText: '王' })).not.toHaveCount(0)
  await expect(rows(page)).toHaveCount(20)

  const card = rows(page).first()
  await expect(card.getByRole('cell')).toHaveCount(9)
  await expect(card).toContainText('手机号：')
  // Nothing in a card reaches over its edge, and no two parts of it overlap.
  const faults = () =>
    rows(page).evaluateAll((all) =>
      all.flatMap((row) => {
        const edge = row.getBoundingClientRect()
        const boxes = [...row.children].map((cell) => cell.getBoundingClientRect())
        return boxes.filter(
          (box, index) =>
            box.left < edge.left ||
            box.right > edge.right ||
            box.bottom > edge.bottom ||
            boxes
              .slice(index + 1)
              .some(
                (other) =>
                  box.right > other.left + 1 &&
                  other.right > box.left + 1 &&
                  box.bottom > other.top + 1 &&
                  other.bottom > box.top + 1,
              ),
        )
      }),
    )
  await expect.poll(faults).toEqual([])

  await card.getByRole('checkbox').check()
  await expect(page.getByText('已选 1 条')).toBeVisible()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(page.getByText('已选 20 条')).toBeVisible()

  const newest = (await card.getAttribute('data-id')) as string
  await page.getByRole('combobox', { name: '排序' }).selectOption({ label: '注册时间 ↑' })
  await expect(page).toHaveURL(/sort=createdAt/)
  // The menu is opened on a row of the new order: a row that goes takes its open menu and the focus along.
  await expect(card).not.toHaveAttribute('data-id', newest)
  await expect(rows(page)).toHaveCount(20)

  await card.getByRole('button', { name: '更多操作' }).click()
  await expect(page.getByRole('menuitem', { name: '详情' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: '更多操作' })).toBeFocused()

  await card.getByText('手机号：').click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
