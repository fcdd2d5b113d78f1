import { expect, type Page, rows } from './product.ts'

/**
 * Files a recharge by bank on the page of recharges, and opens it.
 * @param org what the form finds the organization by, and its name
 */
export async function fileRecharge(
  page: Page,
  { org, yuan, reason }: { org: { search: string; name: string }; yuan: string; reason: string },
): Promise<void> {
  await page.getByRole('button', { name: '提交充值' }).click()
  const form = page.getByRole('dialog', { name: '提交充值' })
  await form.getByLabel('机构').fill(org.search)
  await page.getByRole('option', { name: org.name }).first().click()
  await expect(form.getByText('机构当前余额')).toBeVisible()
  await form.getByLabel('金额').fill(yuan)
  await form.getByLabel('说明').fill(reason)
  await form.getByRole('button', { name: '保存' }).click()
  const row = rows(page).filter({ hasText: reason })
  await expect(row).toContainText('待审核')
  await row.click()
  // The address is that of the recharge from here on.
  await expect(page).toHaveURL(/[?&]open=\d+/)
  await expect(page.getByRole('dialog', { name: '充值详情' })).toBeVisible()
}

/** Approves the recharge whose details are open. */
export async function approveRecharge(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: '充值详情' })
  await panel.getByRole('button', { name: '通过并入账' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '通过并入账' }).click()
  await expect(panel.getByText('已入账', { exact: true }).first()).toBeVisible()
}

/** Asks for the return of a push in its details, and opens it. @returns the address of the return */
export async function askForReturn(page: Page, pushId: string, reason: string): Promise<string> {
  await page.goto(`/plan/push-list?open=${pushId}`)
  const panel = page.getByRole('dialog', { name: '推送详情' })
  await panel.getByLabel('退回原因').click()
  await page.getByRole('option', { name: reason }).click()
  await panel.getByRole('button', { name: '申请退回' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '申请退回' }).click()
  await expect(page.getByText('已申请退回，等待审核')).toBeVisible()
  await panel.getByRole('link', { name: '查看退回' }).click()
  const own = page.getByRole('dialog', { name: '退回详情' })
  await expect(own.getByText('待审核')).toBeVisible()
  await expect(own.getByRole('button', { name: '同意退回' })).toHaveCount(0)
  return page.url()
}

/** Approves the return whose details are open. */
export async function approveReturn(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: '退回详情' })
  await panel.getByRole('button', { name: '同意退回' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '同意退回' }).click()
  await expect(panel.getByText('已退回', { exact: true })).toBeVisible()
}
