import { call, expect, type Page, signIn, tell, test, tokenOf } from './product.ts'

// The journeys share the messages of one account.
test.describe.configure({ mode: 'serial' })

const bell = (page: Page) => page.getByRole('button', { name: /^消息通知/ })
const unread = (page: Page) => page.locator('[data-unread]')
const countOf = async (page: Page) => Number(await unread(page).getAttribute('data-unread'))
const box = (page: Page) => page.getByRole('dialog')

test('one that is read falls off the badge, in other tabs too, over one stream for all of them', async ({
  page,
  context,
}) => {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/message/stream')) streams.push(request.url())
  })
  await signIn(page)
  await expect(unread(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/home')
  await expect(unread(other)).toBeVisible()
  const before = await countOf(page)

  await bell(page).click()
  await expect(box(page).getByRole('tab', { name: '消息(3)' })).toBeVisible()
  await box(page).getByText('郑曦月').first().click()
  await expect(box(page).getByRole('tab', { name: '消息(2)' })).toBeVisible()
  const read = box(page).getByRole('listitem').filter({ hasText: '郑曦月' }).first()
  await expect(read.locator('[data-mark]')).toHaveCSS('opacity', '0.5')
  await expect(unread(page)).toHaveAttribute('data-unread', String(before - 1))
  await expect(unread(other)).toHaveAttribute('data-unread', String(before - 1))
  expect(streams).toHaveLength(1)

  // The listening tab goes; the other takes over.
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  const { data } = await call(other, 'POST', '/message/list')
  const notice = data.find((item: { type: string; status: number }) => item.type === 'notice' && !item.status)
  await call(other, 'POST', '/message/read', { ids: [notice.id] })
  await expect(unread(other)).toHaveAttribute('data-unread', String(before - 2))
})

test('clearing empties the box until it is opened again; all read takes the number away', async ({
  page,
}) => {
  await signIn(page)
  await bell(page).click()
  const tab = box(page).getByRole('tab').first()
  await expect(tab).toHaveText('消息(2)')
  await box(page).getByRole('button', { name: '清空' }).click()
  await expect(box(page).getByText('暂无内容')).toBeVisible()
  await page.keyboard.press('Escape')
  await bell(page).click()
  await expect(tab).toHaveText('消息(2)')
  await box(page).getByRole('button', { name: '全部已读' }).click()
  await expect(tab).toHaveText('消息')

  const reads: string[] = []
  page.on('request', (request) => request.url().includes('/message/read') && reads.push(request.url()))
  await box(page).getByText('郑曦月').first().click()
  expect(reads).toEqual([])
})

test('a new one arrives in every tab without a reload, on the badge and in an open box', async ({
  page,
  context,
}) => {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/message/stream')) streams.push(request.url())
  })
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/message')
  await expect(other.getByRole('table').getByText('导出完成').first()).toBeVisible()
  await expect(unread(page)).toBeVisible()
  const before = await countOf(page)
  await bell(page).click()
  await box(page).getByRole('tab', { name: '通知' }).click()
  tell('余额不足：来自旅程')
  await expect(box(page).getByText('余额不足：来自旅程').first()).toBeVisible()
  await expect(other.getByRole('table').getByText('余额不足：来自旅程').first()).toBeVisible()
  for (const tab of [page, other])
    await expect(unread(tab)).toHaveAttribute('data-unread', String(before + 1))
  expect(streams).toHaveLength(1)
})

test('view more leads to all messages, with filters', async ({ page }) => {
  await signIn(page)
  await bell(page).click()
  await box(page).getByRole('button', { name: '查看更多' }).click()
  await expect(page).toHaveURL(/\/message$/)
  await expect(box(page)).toBeHidden()
  await expect(page.getByRole('table').getByText('导出完成').first()).toBeVisible()
  await page.goto('/message?kind=todo&status=unread')
  await expect(page.getByRole('table').getByText('质检队列变更').first()).toBeVisible()
  await expect(page.getByRole('table').getByText('导出完成')).toHaveCount(0)
})

test('whoever signs out hears nothing more', async ({ page }) => {
  await signIn(page)
  await expect(unread(page)).toBeVisible()
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/message/stream'))
  await page.getByRole('button', { name: '账号' }).click()
  await page.getByRole('menuitem', { name: '登出登录' }).click()
  await ended
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/message/') && calls.push(request.url()))
  await page.waitForTimeout(3_000)
  expect(calls).toEqual([])
  expect(await tokenOf(page)).toBe('')
})
