import { openBy, visit } from './frame.ts'
import { call, enter, expect, rowAction, rows, test } from './product.ts'

test('a push plan from draft to canceled: its audience is counted before it is saved', async ({ page }) => {
  const name = `旅程推送计划 ${Date.now()}`
  await enter(page, '/plan/push-list')
  const { data: plans } = await call(page, 'POST', '/plan/page', { size: 1, flow: 'full', status: 'running' })
  const plan = plans.records[0]
  await page.getByRole('link', { name: '推送计划', exact: true }).click()
  await expect(page).toHaveURL(/\/plan\/push-list\?tab=plans$/)
  await expect(page.getByRole('heading', { name: '推送计划' })).toBeAttached()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '添加推送计划' }).click()
  await dialog.getByRole('textbox', { name: '名称', exact: true }).fill(name)
  await dialog.getByRole('combobox', { name: '计划' }).fill(plan.name)
  await page
    .getByRole('option', { name: new RegExp(`${plan.name}.*${plan.orgName}`) })
    .first()
    .click()
  const size = dialog.getByRole('region', { name: '人群人数' })
  await expect(size.getByText(/^符合条件的用户/)).toBeVisible()
  const { data: all } = await call(page, 'POST', '/plan/push/audience', { planId: plan.id })
  await expect(size).toContainText(all.count.toLocaleString('en-US'))
  await dialog.getByRole('combobox', { name: '风险等级' }).fill('低')
  await page.getByRole('option', { name: '低风险' }).click()
  const narrower = { planId: plan.id, riskLevels: ['low'] }
  const { data: low } = await call(page, 'POST', '/plan/push/audience', narrower)
  expect(low.count).toBeLessThan(all.count)
  await expect(size).toContainText(low.count.toLocaleString('en-US'))
  await dialog.getByRole('combobox', { name: '发送方式' }).click()
  await page.getByRole('option', { name: '每日' }).click()
  await dialog.getByRole('textbox', { name: '每日发送时间' }).fill('09:30')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('添加成功')).toBeVisible()

  await visit(page, `/plan/push-list?tab=plans&name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(1)
  const panel = page.getByRole('dialog', { name: '推送计划详情' })
  await openBy(rows(page), panel)
  await expect(panel.getByText('草稿，排期后才会推送。')).toBeVisible()
  await panel.getByRole('button', { name: '排期', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '排期' }).click()
  await expect(panel.getByText('已排期').first()).toBeVisible()
  await expect(panel.getByText('排期推送计划')).toBeVisible()
  await expect(panel.getByRole('button', { name: '编辑' })).toHaveCount(0)
  await panel.getByRole('button', { name: '取消推送计划' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消推送计划' }).click()
  await expect(panel.getByRole('button', { name: '取消推送计划' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/tab=plans/)
  await expect(rows(page)).toContainText('已取消')

  await rowAction(page, rows(page), '删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(rows(page)).toHaveCount(0)
})
