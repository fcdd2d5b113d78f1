import { fresh, someoneWith } from './accounts.ts'
import { newChannel } from './channel-call.ts'
import { orderAs, poolSale, reportPayment } from './collection.ts'
import { openBy } from './frame.ts'
import { importLinks } from './link-import.ts'
import { call, enter, expect, type Page, rows, test } from './product.ts'

// The other collection channels of the product are disabled.
test.use({ leaves: 'money' })

/** The business day that calendars mark, and an instant of it that is surely over. */
function today() {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
  return { day, paidAt: new Date(`${day}T00:00:00+08:00`) }
}

/** The open difference with this number, in the list of a comparison. */
const rowOf = (page: Page, ref: string) => rows(page).filter({ hasText: ref })

test('a bill is compared; a difference of each kind is found; one is closed, one is corrected by two people and is in the ledger', async ({
  page,
  browser,
}) => {
  await enter(page, '/finance/reconcile')
  const sale = await poolSale(page)
  const channel = await newChannel(page, '对账渠道')
  await importLinks(page, sale, 4)
  const { day, paidAt } = today()
  const trade = (what: string) => fresh(`T-${what}`)
  const pay = async (what: string) => {
    const { id } = await orderAs(page, channel, sale)
    const tradeNo = trade(what)
    expect(await reportPayment(page, sale, { orderNo: id, tradeNo, paidAt })).toBe(200)
    return { id, tradeNo }
  }
  const [same, missing, other] = [await pay('same'), await pay('missing'), await pay('other')]
  const unpaid = { id: (await orderAs(page, channel, sale)).id, tradeNo: trade('unpaid') }
  const unknown = trade('unknown')
  const bill = [
    '类型,支付机构交易号,商户订单号,金额（元）,状态',
    `收款,${same.tradeNo},${same.id},99.00,成功`,
    `收款,${other.tradeNo},${other.id},98.00,成功`,
    `收款,${unpaid.tradeNo},${unpaid.id},99.00,成功`,
    `收款,${unknown},,12.00,成功`,
  ].join('\n')

  await page.getByRole('button', { name: '导入账单' }).click()
  const dialog = page.getByRole('dialog', { name: '导入账单' })
  await dialog.getByLabel('收款渠道').click()
  await page.getByRole('option', { name: sale.collectionName }).click()
  await dialog.getByLabel('对账日期').click()
  await page.locator('button[aria-current=date]').click()
  await expect(dialog.getByLabel('对账日期')).toContainText(day)
  const file = `账单-${fresh('f')}.csv`
  await dialog.locator('input[type=file]').setInputFiles({
    name: file,
    mimeType: 'text/csv',
    buffer: Buffer.from(bill),
  })
  await expect(dialog.getByRole('button', { name: file, exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: '预检' }).click()
  await expect(dialog.getByText('预检结果（未写入任何数据）')).toBeVisible()
  await dialog.getByRole('button', { name: '开始对账' }).click()
  await expect(dialog).toHaveCount(0)

  const run = rows(page).filter({ hasText: sale.collectionName })
  const statusOf = async () =>
    (await call(page, 'POST', '/reconcile/page', {})).data.records.find(
      ({ whose }: { whose: string | null }) => whose === sale.collectionName,
    )?.status
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('done')
  await page.reload()
  await expect(run).toContainText('已完成')
  await run.click()
  const result = page.getByRole('dialog', { name: '对账详情' })
  const of = (label: string) =>
    result.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]')
  for (const gap of ['我方缺失', '对方缺失', '金额不符', '状态不符']) await expect(of(gap)).toHaveText('1')
  await expect(of('一致')).toHaveText('1')
  await result.getByRole('link', { name: '查看差异' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(rowOf(page, unknown)).toContainText('我方缺失')
  await expect(rowOf(page, missing.tradeNo)).toContainText('对方缺失')
  await expect(rowOf(page, other.tradeNo)).toContainText('金额不符')
  await expect(rowOf(page, unpaid.tradeNo)).toContainText('状态不符')
  const list = page.url()

  await rowOf(page, missing.tradeNo).click()
  const panel = page.getByRole('dialog', { name: '差异详情' })
  await panel.getByLabel(/^原因/).click()
  await page.getByRole('option', { name: '跨日时间差' }).click()
  await panel.getByLabel('说明').fill('次日账单才有这一笔')
  await panel.getByRole('button', { name: '关闭差异' }).click()
  await expect(panel.getByText('已关闭', { exact: true }).first()).toBeVisible()

  // The provider has one yuan less than we booked.
  await page.goto(list)
  await rowOf(page, other.tradeNo).click()
  await expect(panel.getByLabel('更正金额（元）')).toHaveValue('-1.00')
  const reason = fresh('按账单更正')
  await panel.getByLabel('更正原因').fill(reason)
  await panel.getByRole('button', { name: '申请更正' }).click()
  await expect(panel.getByText('更正待审核', { exact: true }).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: '申请更正' })).toHaveCount(0)

  const { session } = await someoneWith(page, [
    ...['FinanceReconcile', 'correction:page', 'correction:review', 'difference:page'],
  ])
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enter(theirs, '/finance/reconcile?tab=corrections&status=asked', session)
  await rows(theirs).filter({ hasText: reason }).click()
  const review = theirs.getByRole('dialog', { name: '更正详情' })
  await review.getByRole('button', { name: '同意更正' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: '同意更正' }).click()
  await expect(review.getByText('已记账', { exact: true }).first()).toBeVisible()
  await context.close()

  // The page of who asked follows without a reload, and leads to the transfer in the ledger.
  await expect(panel.getByText('已更正', { exact: true }).first()).toBeVisible()
  const { data } = await call(page, 'POST', '/correction/page', { size: 100 })
  const { id } = data.records.find((row: { reason: string }) => row.reason === reason)
  await page.goto(`/finance/ledger?kind=adjust&refId=${id}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('1.00')
  const transfer = page.getByRole('dialog', { name: '流水详情' })
  await openBy(rows(page), transfer)
  await transfer.getByRole('link', { name: '查看差异更正' }).click()
  await expect(page.getByRole('dialog', { name: '更正详情' })).toContainText(reason)
})
