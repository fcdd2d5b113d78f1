import { fresh, someoneWith } from './accounts.ts'
import { call, enter, expect, rows, test } from './product.ts'

test('a recharge is filed by one person and approved by another, and the balance moves', async ({
  page,
  browser,
}) => {
  await enter(page, '/finance/recharge')
  const { session } = await someoneWith(page, ['FinanceRecharge', 'recharge:page', 'recharge:review'])
  const org = (await call(page, 'POST', '/org/page', { status: 'enabled', size: 1 })).data.records[0]
  const before: number = org.balanceFen
  const reason = fresh('三月预存')

  await page.getByRole('button', { name: '提交充值' }).click()
  const form = page.getByRole('dialog', { name: '提交充值' })
  await form.getByLabel('机构').fill(org.code)
  await page.getByRole('option', { name: org.name }).first().click()
  await expect(form.getByText('机构当前余额')).toBeVisible()
  await form.getByLabel('金额').fill('1234.5')
  await form.getByLabel('说明').fill(reason)
  await form.getByRole('button', { name: '保存' }).click()
  const row = rows(page).filter({ hasText: reason })
  await expect(row).toContainText('待审核')
  await row.click()
  const own = page.getByRole('dialog', { name: '充值详情' })
  await expect(own.getByText('由您提交，须由他人审核。')).toBeVisible()
  await expect(own.getByRole('button', { name: '通过并入账' })).toHaveCount(0)

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enter(theirs, '/finance/recharge?status=pending', session)
  await rows(theirs).filter({ hasText: reason }).click()
  const panel = theirs.getByRole('dialog', { name: '充值详情' })
  await panel.getByRole('button', { name: '通过并入账' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: '通过并入账' }).click()
  await expect(panel.getByText('已入账', { exact: true }).first()).toBeVisible()
  await context.close()

  // The filer's page follows without a reload.
  await expect(own.getByText('已入账', { exact: true }).first()).toBeVisible()
  const after = (await call(page, 'GET', `/org/${org.id}`)).data
  expect(after.balanceFen).toBe(before + 123_450)
})
