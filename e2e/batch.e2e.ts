import { inFrame, logInAs, makeAccount } from './accounts.ts'
import { visit } from './frame.ts'
import { call, callsTo, expect, type Page, rows, runScript, test } from './product.ts'

const channels: string[] = []
/** Creates a channel with `count` users that no other journey uses. */
function makeUsers(count: number): string {
  const channel = runScript('make-users', String(count))
  channels.push(channel)
  return channel
}
// Other journeys export all users, or all users of one status.
test.afterEach(() => {
  runScript('forget-users', ...channels.splice(0))
})

const count = async (page: Page, filter: object) =>
  (await call(page, 'POST', '/user/page', { ...filter, size: 10 })).data.total

/** Selects all rows that match the filter and presses delete. */
async function selectAllAndDelete(page: Page) {
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: /^选择符合条件的全部/ }).click()
  await expect(page.getByText('已选符合条件的全部')).toBeVisible()
  await page.getByRole('button', { name: '注销用户', exact: true }).click()
  return page.getByRole('alertdialog')
}

test('an act on a few rows that match a filter is confirmed by their number and done at once; if other rows match by then, nothing is changed', async ({
  page,
}) => {
  await logInAs(page, makeAccount())
  await inFrame(page)
  const channelId = makeUsers(25)
  const others = makeUsers(5)
  await visit(page, `/user/list?channelId=${channelId}&size=10`)
  const dialog = await selectAllAndDelete(page)
  await expect(dialog).toContainText('注销符合条件的 25 位用户？')
  await expect(dialog).toContainText('将被永久删除')
  // Cancelling changes nothing.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await count(page, { channelId, status: 'rejected' })).toBe(25)
  await page.getByRole('button', { name: '注销用户', exact: true }).click()
  await dialog.getByRole('textbox').fill('25')
  await dialog.getByRole('button', { name: '注销用户（25）' }).click()
  await expect(page.getByText('已完成 25 条')).toBeVisible()
  await expect(page.getByText('已选符合条件的全部')).toHaveCount(0)
  expect(await count(page, { channelId, status: 'deleted' })).toBe(25)
  expect(await count(page, { channelId: others, status: 'rejected' })).toBe(5)
  await expect(rows(page).first()).toContainText('已注销')

  // If other rows match by then, nothing is changed and the new number can be confirmed.
  const channel = makeUsers(12)
  await page.goto(`/user/list?channelId=${channel}&size=10&status=rejected`)
  const again = await selectAllAndDelete(page)
  await expect(again).toContainText('12 位用户')
  const { data } = await call(page, 'POST', '/user/page', { channelId: channel, size: 10 })
  await call(page, 'POST', '/user/batch/delete', { ids: [data.records[0].id] })
  await again.getByRole('textbox').fill('12')
  await again.getByRole('button', { name: '注销用户（12）' }).click()
  await expect(page.getByText('符合条件的数量已变为 11 条，未做任何更改，请重新确认')).toBeVisible()
  expect(await count(page, { channelId: channel, status: 'deleted' })).toBe(1)
  await page.getByRole('button', { name: '注销用户', exact: true }).click()
  await again.getByRole('textbox').fill('11')
  await again.getByRole('button', { name: '注销用户（11）' }).click()
  await expect(page.getByText('已完成 11 条')).toBeVisible()
  expect(await count(page, { channelId: channel, status: 'deleted' })).toBe(12)
})

test('an act on many rows runs in the background, shows its progress, and sends a message at the end', async ({
  page,
}) => {
  await logInAs(page, makeAccount())
  await inFrame(page)
  const channelId = makeUsers(30_000)
  await visit(page, `/user/list?channelId=${channelId}&size=10`)
  const polls = callsTo(page, '/batch/mine')
  const dialog = await selectAllAndDelete(page)
  await expect(dialog).toContainText('将在后台执行')
  await dialog.getByRole('textbox').fill('30000')
  await dialog.getByRole('button', { name: '注销用户（30,000）' }).click()
  await expect(page.getByText(/^注销用户：[\d,]+ \/ 30,000$/)).toBeVisible()
  await page.getByRole('button', { name: '取消选择' }).click()
  await page.reload()
  await expect(page.getByText(/^注销用户：[\d,]+ \/ 30,000$/)).toBeVisible()
  await page.getByRole('button', { name: '停止', exact: true }).click()
  await expect(page.getByText('已停止，已完成的部分不会撤回')).toBeVisible()
  await expect(page.getByText(/^注销用户：/)).toHaveCount(0)
  const { data } = await call(page, 'GET', '/batch/mine')
  expect(data[0]).toMatchObject({ status: 'cancelled', total: 30_000 })
  // The piece in work is finished, and no further piece is started.
  expect(data[0].done % 500).toBe(0)
  expect(data[0].done).toBeLessThan(30_000)
  // Beyond 10,000 a list's size is an estimate.
  const left = (await call(page, 'POST', '/user/batch/delete/count', { filter: { channelId } })).data
  expect(left).toMatchObject({ count: 30_000 - data[0].done, others: data[0].done })

  const few = makeUsers(1_500)
  await page.goto(`/user/list?channelId=${few}&size=10`)
  const again = await selectAllAndDelete(page)
  await again.getByRole('textbox').fill('1500')
  await again.getByRole('button', { name: '注销用户（1,500）' }).click()
  await expect
    .poll(async () => (await call(page, 'POST', '/message/page', {})).data.records[0]?.content)
    .toBe('注销用户：已完成 1500 条。')
  await expect(page.getByText(/^注销用户：/)).toHaveCount(0)
  await expect(rows(page).first()).toContainText('已注销')
  // Without a running batch, the console does not query the progress.
  const before = polls.length
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  expect(polls).toHaveLength(before)
})
