import {
  call,
  callsTo,
  enter,
  expect,
  freshPhone,
  newSession,
  type Page,
  rowAction,
  rows,
  test,
} from './product.ts'

/** Shows what waits above the rows. */
const showNew = (page: Page) => page.getByRole('button', { name: '1 条新记录' }).click()

test('a list asks for its page once; a change from before is in the answer', async ({ page, browser }) => {
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enter(theirs, '/user/feedback-list', await newSession(page))
  await call(theirs, 'POST', '/blacklist', { kind: 'device', value: `e2e-before-${Date.now()}` })
  // An answer that is asked for at once after a change may be older than it.
  await page.waitForTimeout(2_000)
  const lists = callsTo(page, '/blacklist/page')
  const stream = callsTo(page, '/message/stream')
  await enter(page, '/user/black-list')
  await expect(rows(page)).not.toHaveCount(0)
  await expect.poll(() => stream.length).toBe(1)
  // Longer than a list waits before it is fetched again.
  await page.waitForTimeout(5_000)
  expect(lists.filter((each) => each.postDataJSON().current === 1)).toHaveLength(1)
  await context.close()
})

test('a row that a colleague adds waits without a reload until it is shown, and the list keeps its position', async ({
  page,
  browser,
}) => {
  await enter(page, '/user/black-list?kind=device&sort=-createdAt')
  await expect(rows(page)).not.toHaveCount(0)
  // A separate browser with its own session.
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enter(theirs, '/user/black-list', await newSession(page))
  await expect(rows(theirs)).not.toHaveCount(0)

  const first = `e2e-seen-${Date.now()}`
  await call(page, 'POST', '/blacklist', { kind: 'device', value: first })
  await showNew(page)
  await expect(rows(page).first()).toContainText(first)
  await rows(page).first().getByRole('checkbox').check()
  const scroller = page.getByRole('region', { name: '黑名单' })
  await scroller.evaluate((element) => element.scrollTo(0, 120))
  const scrolled = await scroller.evaluate((element) => element.scrollTop)

  const value = `e2e-arrives-${Date.now()}`
  const dialog = theirs.getByRole('dialog')
  await theirs.getByRole('button', { name: '添加黑名单' }).click()
  await dialog.getByLabel('类型').click()
  await theirs.getByRole('option', { name: '设备' }).click()
  await dialog.getByLabel('值').fill(value)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(theirs.getByText('添加成功')).toBeVisible()

  const waiting = page.getByRole('button', { name: '1 条新记录' })
  await expect(waiting).toBeVisible()
  await expect(rows(page).first()).toContainText(first)
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(scrolled)
  await waiting.press('Enter')
  await expect(rows(page).first()).toContainText(value)
  await expect(rows(page).first()).toBeFocused()
  await expect(rows(page).nth(1)).toContainText(first)
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked()
  await expect(page.getByText('已选 1 条')).toBeVisible()
  await expect(page).toHaveURL(/kind=device/)
  await context.close()
})

test('an open form keeps its values; the second to save gets the conflict, and then the list is fetched again', async ({
  page,
}) => {
  await enter(page, '/user/black-list')
  await expect(rows(page)).not.toHaveCount(0)
  const value = freshPhone()
  const { data: entry } = await call(page, 'POST', '/blacklist', { kind: 'phone', value, reason: '原来的' })
  await showNew(page)
  await expect(rows(page).first()).toContainText('原来的')
  await rowAction(page, rows(page).first(), '编辑')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('备注').fill('我的备注')

  const lists = callsTo(page, '/blacklist/page')
  await call(page, 'PUT', '/blacklist', { id: entry.id, version: entry.version, reason: '别人的原因' })
  await page.waitForTimeout(5_000)
  expect(lists).toHaveLength(0)
  await expect(dialog.getByLabel('拉黑原因')).toHaveValue('原来的')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(rows(page).first()).toContainText('别人的原因')
})
