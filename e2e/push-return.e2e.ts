import { someoneWith } from './accounts.ts'
import { call, enter, expect, type Page, rows, test } from './product.ts'

// A push that is returned and the balance that grows would be seen by other journeys.
test.use({ leaves: 'returns' })

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
  await page.goto(`/plan/push-list?open=${push.id}`)
  const panel = page.getByRole('dialog', { name: '推送详情' })
  await panel.getByLabel('退回原因').click()
  await page.getByRole('option', { name: push.returnReasons[0] }).click()
  await panel.getByRole('button', { name: '申请退回' }).click()
  await expect(page.getByText('已申请退回，等待审核')).toBeVisible()
  await panel.getByRole('link', { name: '查看退回' }).click()
  const mine = page.getByRole('dialog', { name: '退回详情' })
  await expect(mine.getByText('待审核')).toBeVisible()
  await expect(mine.getByRole('button', { name: '同意退回' })).toHaveCount(0)
  const address = page.url()

  const { session } = await someoneWith(page, [
    ...['PlanPushList', 'pushReturn:page', 'pushReturn:review', 'push:page'],
  ])
  const theirs = await (await browser.newContext()).newPage()
  await enter(theirs, address, session)
  const other = theirs.getByRole('dialog', { name: '退回详情' })
  await other.getByRole('button', { name: '同意退回' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: '同意退回' }).click()
  await expect(other.getByText('已退回', { exact: true })).toBeVisible()
  await theirs.context().close()

  expect(await balanceOf(page, push.orgId)).toBe(before + push.priceFen)
  await page.goto(`/plan/push-list?status=returned&orgId=${push.orgId}`)
  await expect(rows(page).and(page.locator(`[data-id="${push.id}"]`))).toContainText('已退回')
})
