import { readFile } from 'node:fs/promises'
import { visit } from './frame.ts'
import { call, enter, expect, rows, test } from './product.ts'

test('from the home page to the records behind a figure, to one of them, and back', async ({ page }) => {
  await enter(page, '/home')
  await page.getByRole('region', { name: '今日数据' }).getByRole('link', { name: /注册/ }).click()
  await expect(page).toHaveURL(/\/chart\/system-list\?preset=today&drillDown=registrations/)

  // The made-up people registered in the last days. The figures follow within some seconds.
  const total = async () =>
    (await call(page, 'POST', '/chart/system-list/page', { preset: 'last30' })).data.totals.registrations
      .value
  await expect.poll(total, { timeout: 60_000 }).toBeGreaterThan(0)
  await page.goto('/chart/system-list?preset=last30')
  const figures = page.getByRole('list', { name: '合计指标' })
  await figures
    .getByRole('button')
    .filter({ has: page.getByText('注册', { exact: true }) })
    .click()
  const panel = page.getByRole('dialog', { name: '注册的记录' })
  const counted = panel.getByText(/^共 [\d,]+ 条/)
  let shown = ''
  const figure = async () => {
    shown = `共 ${(await total()).toLocaleString('zh-CN')} 条`
    return (await counted.textContent()) === shown
  }
  await expect.poll(figure).toBe(true)
  await panel
    .getByRole('link', { name: /^查看注册/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: '用户详情' })).toBeVisible()
  await page.goBack()
  await expect(counted).toHaveText(shown)
})

test('a cell opens its records, a comparison those of the days before, and Escape closes them; a file has the figures as seen, with the totals', async ({
  page,
}) => {
  await enter(page, '/chart/channel-list-profit?preset=last7&compare=previous')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText(/数据截至 \d/)).toBeVisible()
  await rows(page).first().getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(/^共 [\d,]+ 条/)).toHaveText(/^共 [\d,]+ 条/)
  await panel.getByRole('button', { name: '对比期' }).click()
  await expect(panel.getByText(/^共 [\d,]+ 条/)).toHaveText(/^共 [\d,]+ 条/)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await visit(page, '/chart/org-list?preset=last30')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV(?!（)/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await download.path())).toString().trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.some((line) => line.includes('合计'))).toBe(true)
})
