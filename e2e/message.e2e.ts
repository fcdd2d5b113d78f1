import { chooseAccount, countUnread, settled, unread } from './frame.ts'
import {
  call,
  callsTo,
  enter,
  expect,
  newSession,
  type Page,
  rows,
  sendMessages,
  test,
  tokenOf,
} from './product.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^消息中心/ })
const box = (page: Page) => page.getByRole('dialog')
const messages = (page: Page) => box(page).getByRole('tab').first()
/** The mark that is paler on a read message (decision 016). */
const markOf = (page: Page, title: string) => item(page, title).locator('[data-mark]')
const item = (page: Page, title: string) => box(page).getByRole('listitem').filter({ hasText: title }).first()
/** The number of unread messages of the first tab, once its name shows the same number as the service. */
async function countOf(page: Page): Promise<number> {
  let count = 0
  // A message may arrive between the two readings.
  await expect
    .poll(async () => {
      const { data } = await call(page, 'POST', '/message/unread')
      count = data.message
      return (await messages(page).textContent()) === `消息(${count})`
    })
    .toBe(true)
  return count
}

test('the box of messages: reading, clearing, and all of them with filters', async ({ page }) => {
  const title = `额度提醒：${Date.now()}`
  sendMessages('message', '第一条私信', '第二条私信')
  sendMessages('notice', title)
  await enter(page)
  await test.step('clearing asks first; who does not confirm keeps every message', async () => {
    await bell(page).click()
    const count = await countOf(page)
    await box(page).getByRole('button', { name: '清空' }).click()
    const question = page.getByRole('alertdialog', { name: '清空全部消息？' })
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await bell(page).click()
    await expect(messages(page)).toHaveText(`消息(${count})`)
  })
  await test.step('trap 51: reading a message lowers the count; the message stays, paler; a read message sends no call', async () => {
    const reads = callsTo(page, '/message/read')
    await expect(markOf(page, '第一条私信')).toHaveCSS('opacity', '1')
    const count = await countOf(page)

    await item(page, '第一条私信').getByRole('button').click()
    await expect(messages(page)).toHaveText(`消息(${count - 1})`)
    await expect(markOf(page, '第一条私信')).toHaveCSS('opacity', '0.5')
    const sentIds = () => reads.map((request) => request.postDataJSON() as object)
    await expect.poll(sentIds).toEqual([{ ids: [expect.any(String)] }])
    await box(page).getByRole('button', { name: '全部已读' }).click()
    await expect(messages(page)).toHaveText('消息')
    await expect(markOf(page, '第二条私信')).toHaveCSS('opacity', '0.5')

    const sent = reads.length
    await item(page, '第一条私信').getByRole('button').click()
    await item(page, '第二条私信').getByRole('button').click()
    await page.keyboard.press('Escape')
    await expect(box(page)).toHaveCount(0)
    expect(reads).toHaveLength(sent)
  })
  await test.step('view more opens all messages, with filters', async () => {
    await bell(page).click()
    await box(page).getByRole('button', { name: '查看更多' }).click()
    await expect(page).toHaveURL(/\/message$/)
    await expect(box(page)).toBeHidden()
    await expect(page.getByRole('table').getByText(title).first()).toBeVisible()
    await page.goto('/message?kind=todo&status=unread')
    await expect(page.getByRole('table').getByText('待处理的用户反馈').first()).toBeVisible()
    await expect(page.getByRole('table').getByText(title)).toHaveCount(0)
  })
})

test('a message arrives and is read in every tab at once, over one shared stream', async ({
  page,
  context,
}) => {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/message/stream')) streams.push(request.url())
  })
  sendMessages('message', '第三条私信', '第四条私信')
  await enter(page)
  // The first tab is the listening one.
  await expect.poll(() => streams.length).toBe(1)
  const other = await context.newPage()
  await other.goto('/message')
  await expect(rows(other).first()).toBeVisible()
  const before = await countUnread(page)
  await bell(page).click()
  await box(page).getByRole('tab', { name: '通知' }).click()
  const title = `余额不足：${Date.now()}`
  sendMessages('notice', title)
  await expect(item(page, title)).toBeVisible()
  await expect(other.getByRole('table').getByText(title).first()).toBeVisible()
  for (const tab of [page, other])
    await expect(unread(tab)).toHaveAttribute('data-unread', String(before + 1))

  // Read in one tab, it is read in every tab.
  await expect(unread(page)).toBeVisible()
  await box(page).getByRole('tab').first().click()
  await item(page, '第三条私信').getByRole('button').click()
  for (const tab of [page, other]) await expect(unread(tab)).toHaveAttribute('data-unread', String(before))
  expect(streams).toHaveLength(1)

  // The listening tab closes; the other one takes over.
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  const { data } = await call(other, 'POST', '/message/list')
  const next = data.find((one: { type: string; status: number }) => one.type === 'message' && !one.status)
  await call(other, 'POST', '/message/read', { ids: [next.id] })
  await expect(unread(other)).toHaveAttribute('data-unread', String(before - 1))
})

test('after signing out no message arrives', async ({ page }) => {
  await page.clock.install()
  await enter(page, '/home', await newSession(page))
  await settled(page)
  await expect(unread(page)).toBeVisible()
  // The page leaves the stream, or the service ends it first.
  const ended = new Promise<void>((resolve) => {
    for (const event of ['requestfailed', 'requestfinished'] as const)
      page.on(event as 'requestfailed', (request) => request.url().includes('/message/stream') && resolve())
  })
  await chooseAccount(page, '退出登录')
  await ended
  await expect(page).toHaveURL(/\/login/)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/message/') && calls.push(request.url()))
  await page.clock.runFor('02:00')
  expect(calls).toEqual([])
  expect(await tokenOf(page)).toBe('')
})
