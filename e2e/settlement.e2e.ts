import { someoneWith } from './accounts.ts'
import { businessDay, pickDay } from './calendar.ts'
import { newChannel } from './channel-call.ts'
import { call, enter, expect, type Page, rows, runScript, test } from './product.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Drafts the settlement of a channel through a day in the dialog, and opens it. */
async function draft(page: Page, { name, code }: { name: string; code: string }, toDay: string) {
  await page.goto('/finance/settlement')
  await page.getByRole('button', { name: '生成结算单' }).click()
  const dialog = page.getByRole('dialog', { name: '生成渠道结算单' })
  await dialog.getByLabel('渠道').fill(code)
  await page.getByRole('option', { name }).click()
  await pickDay(page, dialog.getByLabel('截止日'), toDay)
  await dialog.getByRole('button', { name: '生成结算单' }).click()
  await expect(dialog).toHaveCount(0)
  await rows(page).filter({ hasText: name }).filter({ hasText: '待确认' }).click()
  return page.getByRole('dialog', { name: '结算单' })
}

test('a settlement is drafted by one person, confirmed by another and paid with a voucher; what comes later is in the next one, marked', async ({
  page,
  browser,
}) => {
  await enter(page)
  const { id: channelId } = await newChannel(page, '结算渠道')
  const { data: channel } = await call(page, 'GET', `/channel/${channelId}`)
  const [day, next] = [businessDay(2), businessDay(1)]
  runScript('add-results', channelId, businessDay(3), day, day)
  const { session } = await someoneWith(page, [
    ...['FinanceSettlement', 'settlement:page', 'settlement:review'],
  ])
  const own = await draft(page, channel, day)
  const of = (label: string) =>
    own.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]')
  await expect(of('应付金额')).toHaveText('¥3.00')
  await expect(of('成果数')).toHaveText('3')
  await expect(own.getByText('由您提交，须由他人审核。')).toBeVisible()
  await expect(own.getByRole('button', { name: '确认', exact: true })).toHaveCount(0)
  const address = page.url()

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enter(theirs, address, session)
  const other = theirs.getByRole('dialog', { name: '结算单' })
  await other.getByRole('button', { name: '确认', exact: true }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: '确认', exact: true }).click()
  await expect(other.getByText('待付款', { exact: true }).first()).toBeVisible()
  await context.close()

  const pay = own.getByRole('button', { name: '登记付款' })
  await expect(pay).toBeVisible()
  await own.locator('input[type=file]').setInputFiles({
    name: '回单.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  const save = own.getByRole('button', { name: '保存凭证' })
  await expect(save).toBeEnabled()
  await save.click()
  await expect(own.getByRole('button', { name: '查看凭证' })).toBeVisible()
  await pay.click()
  await page.getByRole('alertdialog').getByRole('button', { name: '登记付款' }).click()
  await expect(own.getByText('已付款', { exact: true }).first()).toBeVisible()

  // Its days are closed: the same days cannot be settled again, and what comes later for them is in the next settlement.
  const again = await call(page, 'POST', '/finance/settlement', { channelId, toDay: day })
  expect(again.code).toBe('4000')
  runScript('add-results', channelId, day, next)
  await draft(page, channel, next)
  await expect(of('结算期')).toHaveText(`${next} – ${next}`)
  await expect(of('应付金额')).toHaveText('¥2.00')
  await expect(of('补入成果数')).toHaveText('1')
  await expect(of('补入金额')).toHaveText('¥1.00')
  await expect(own.getByText('补入：所属业务日已在之前的结算单中关闭，计入本期')).toBeVisible()
})
