import { fresh, someoneWith } from './accounts.ts'
import { approveRecharge, fileRecharge } from './money-acts.ts'
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

  await fileRecharge(page, { org: { search: org.code, name: org.name }, yuan: '1234.5', reason })
  const own = page.getByRole('dialog', { name: '充值详情' })
  await expect(own.getByText('由您提交，须由他人审核。')).toBeVisible()
  await expect(own.getByRole('button', { name: '通过并入账' })).toHaveCount(0)

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enter(theirs, '/finance/recharge?status=pending', session)
  await rows(theirs).filter({ hasText: reason }).click()
  await approveRecharge(theirs)
  await context.close()

  // The filer's page follows without a reload.
  await expect(own.getByText('已入账', { exact: true }).first()).toBeVisible()
  const after = (await call(page, 'GET', `/org/${org.id}`)).data
  expect(after.balanceFen).toBe(before + 123_450)
})
