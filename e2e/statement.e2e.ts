import { readFile } from 'node:fs/promises'
import { fresh, someoneWith } from './accounts.ts'
import { openBy } from './frame.ts'
import { approveRecharge, approveReturn, askForReturn, fileRecharge } from './money-acts.ts'
import { connectedOrg, runningPlan, startPartner } from './partner.ts'
import { call, enter, expect, type Page, rows, test } from './product.ts'

// The balance of an organization that grows would be seen by other journeys.
test.use({ leaves: 'money' })

/** The amount that a text shows, in fen. */
const fenOf = (text: string | null): number => Math.round(Number((text ?? '').replace(/[^\d.-]/g, '')) * 100)

/** The amounts of the balances at the top of a statement, in fen. */
const balancesOf = async (page: Page) => (await page.locator('dl dd').allTextContents()).map(fenOf)

test('from an organization without money to a statement that closes, and from the ledger to what moved the money', async ({
  page,
  browser,
}) => {
  const stopPartner = await startPartner()
  try {
    await enter(page, '/finance/recharge')
    const name = fresh('旅程机构')
    const org = await connectedOrg(page, name)
    const { session } = await someoneWith(page, [
      ...['FinanceRecharge', 'recharge:page', 'recharge:review'],
      ...['PlanPushList', 'push:page', 'pushReturn:page', 'pushReturn:review'],
    ])
    const reason = fresh('首次预存')
    await fileRecharge(page, { org: { search: name, name }, yuan: '2500', reason })
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await enter(theirs, page.url(), session)
    await approveRecharge(theirs)

    const terms = { priceFen: 100, returnDays: 7, returnReasons: ['空号'] }
    const planId = await runningPlan(page, org.id, name, terms)
    const { data: run } = await call(page, 'POST', '/plan/push', {
      name,
      planId,
      schedule: 'now',
      perMinute: 600,
      cap: 6,
    })
    const begun = await call(page, 'POST', `/plan/push/${run.id}/schedule`, { version: run.version })
    expect(begun.code).toBe('0000')
    const statusOf = async () => (await call(page, 'GET', `/plan/push/${run.id}`)).data.status
    await expect.poll(statusOf).toBe('done')
    const { data: accepted } = await call(page, 'POST', '/user/push/page', {
      pushPlanId: run.id,
      status: 'accepted',
    })
    expect(accepted.total).toBeGreaterThan(0)
    await theirs.goto(await askForReturn(page, accepted.records[0].id, '空号'))
    await approveReturn(theirs)
    await context.close()
    const closing = 250_000 - (accepted.total - 1) * 100

    await page.goto('/finance/statement')
    await page.getByLabel('机构', { exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await rows(page).click()
    await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
    await expect.poll(() => balancesOf(page)).toEqual([0, closing, closing])
    await expect(rows(page)).toHaveCount(accepted.total + 2)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
    await expect(page.getByRole('link', { name: '全部机构' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })

    await page.goto(`/finance/ledger?orgId=${org.id}&kind=recharge`)
    const transfer = page.getByRole('dialog', { name: '流水详情' })
    await openBy(rows(page), transfer)
    await transfer.getByRole('link', { name: '查看充值单' }).click()
    await expect(page.getByRole('dialog', { name: '充值详情' })).toContainText(reason)
    await page.goto(`/finance/ledger?orgId=${org.id}&kind=refund`)
    await rows(page).click()
    await transfer.getByRole('link', { name: '查看推送' }).click()
    await expect(page.getByRole('dialog', { name: '推送详情' })).toContainText('已退回')
  } finally {
    await stopPartner()
  }
})

test('the statement of an organization with charges and a refund closes, is sent as a link and is read as a workbook', async ({
  page,
  browser,
}) => {
  await enter(page, '/finance/statement')
  await expect(rows(page).first()).toBeVisible()
  const { data } = await call(page, 'POST', '/finance/statement/overview/page', {
    sort: 'chargedFen',
    size: 1,
  })
  const [most] = data.records
  expect(most.chargedFen).toBeLessThan(0)
  const { openingFen, rechargedFen, paidOutFen, chargedFen, refundedFen, adjustedFen, closingFen } = most
  expect(openingFen + rechargedFen + paidOutFen + chargedFen + refundedFen + adjustedFen).toBe(closingFen)

  await page.getByRole('columnheader', { name: /扣费/ }).getByRole('button').first().click()
  const row = rows(page).and(page.locator(`[data-id="${most.id}"]`))
  await row.click()
  const heading = page.getByRole('heading', { name: new RegExp(most.orgName) })
  await expect(heading).toBeVisible()
  await expect.poll(() => balancesOf(page)).toEqual([openingFen, closingFen - openingFen, closingFen])

  await page.getByRole('button', { name: '发送链接' }).click()
  await page.getByRole('button', { name: '生成链接' }).click()
  const made = page.getByLabel('链接', { exact: true })
  await expect(made).toHaveValue(/^http/)
  const link = await made.inputValue()
  const context = await browser.newContext({ locale: 'zh-CN' })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: new RegExp(most.orgName) })).toBeVisible()
  await expect.poll(() => balancesOf(theirs)).toEqual([openingFen, closingFen - openingFen, closingFen])
  const [download] = await Promise.all([
    theirs.waitForEvent('download'),
    theirs.getByRole('button', { name: '下载明细（XLSX）' }).click(),
  ])
  expect(download.suggestedFilename()).toContain('.xlsx')
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  await context.close()
})
