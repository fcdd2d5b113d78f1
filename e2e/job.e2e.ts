import { settled } from './frame.ts'
import { enter, expect, rows, test } from './product.ts'

test('a job is started by hand, and its finished run appears without a reload', async ({ page }) => {
  await enter(page, '/admin/job-list')
  await settled(page)
  const done = rows(page).filter({ hasText: '清理已过期的会话' }).filter({ hasText: '已完成' })
  // Other runs push an earlier one off the page, so their number says nothing.
  const ids = () => done.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.id))
  const before = await ids()
  await page.getByRole('button', { name: '立即执行：清理已过期的会话' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '立即执行' }).click()
  await expect(page.getByText('已加入队列')).toBeVisible()
  await expect.poll(async () => (await ids()).filter((id) => !before.includes(id)).length).toBeGreaterThan(0)
  // Other jobs run meanwhile.
  await done.first().getByRole('button', { name: '查看详情' }).click()
  await expect(page.getByRole('dialog', { name: '执行详情' }).getByText(/removed: \d+/)).toBeVisible()
})
