import { someoneWith } from './accounts.ts'
import { approveReturn, askForReturn } from './money-acts.ts'
import { call, enter, expect, type Page, rows, test } from './product.ts'

// A push that is returned and the balance that grows would be seen by other journeys.
test.use({ leaves: 'money' })

/** An accepted push that can be returned now, with its price. */
async function returnable(page: Page) {
  const { data } = await call(page, 'POST', '/user/push/page', { status: 'accepted', size: 100 })
  for (const { id } of data.records) {
    const push = (await call(page, 'GET', `/user/push/${id}`)).data
    if (push.returnReasons.length > 0 && push.returnId === null) return push
  }
  throw new Error('no accepted push of the demo can be returned')
}
const balanceOf = async (page: Page, orgId: string): Promise<number> =>
  (await call(page, 'GET', `/org/${orgId}`)).data.balanceFen

test('a return is asked for by one person and approved by another; the organization gets its money back', async ({
  page,
  browser,
}) => {
  await enter(page, '/plan/push-list')
  const push = await returnable(page)
  const before = await balanceOf(page, push.orgId)
  const address = await askForReturn(page, push.id, push.returnReasons[0])

  const { session } = await someoneWith(page, [
    ...['PlanPushList', 'pushReturn:page', 'pushReturn:review', 'push:page'],
  ])
  const theirs = await (await browser.newContext()).newPage()
  await enter(theirs, address, session)
  await approveReturn(theirs)
  await theirs.context().close()

  expect(await balanceOf(page, push.orgId)).toBe(before + push.priceFen)
  await page.goto(`/plan/push-list?status=returned&orgId=${push.orgId}`)
  await expect(rows(page).and(page.locator(`[data-id="${push.id}"]`))).toContainText('已退回')
})
