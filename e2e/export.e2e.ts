import { readFile } from 'node:fs/promises'
import { Violations } from './axe.ts'
import { visit } from './frame.ts'
import { call, enter, expect, type Page, rowAction, rows, test } from './product.ts'

/** Saves the file that an act downloads, and reads it. */
async function saved(page: Page, act: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
const exportButton = (page: Page) => page.getByRole('button', { name: '导出', exact: true })

test('a small export is downloaded at once with the filter, order and columns of the list, masked, and is listed for the administration', async ({
  page,
}) => {
  await enter(page, '/user/list?status=rejected&sort=createdAt')
  await expect(rows(page).first()).toContainText('被拒')
  // A cell shows a short time; screen readers get the whole one.
  const shown = await rows(page)
    .first()
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells.map((cell) => (cell.querySelector('time span:not([aria-hidden])') ?? cell).textContent),
    )
  // By keyboard, the panel opens with the focus on the first format, and Esc returns the focus.
  await exportButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /XLSX/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(exportButton(page)).toBeFocused()
  await exportButton(page).click()
  await expect(page.getByText(/共 \d+ 行，显示的 13 列/)).toBeVisible()
  const { name, bytes } = await saved(page, async () => {
    await page.getByRole('button', { name: /^CSV(?!（)/ }).click()
    // The message goes by itself after a while.
    await expect(page.getByText(/已导出 \d+ 行，正在下载/)).toBeVisible()
  })
  expect(name).toMatch(/^用户列表-\d{8}-\d{6}\.csv$/)
  const [head, first, ...others] = bytes.toString().trimEnd().split('\n')
  expect(head).toBe(
    '\ufeff用户编号,手机号,姓名,性别,年龄,所在地区,渠道,流程,状态,风险等级,来源,最近活跃,注册时间',
  )
  const cells = first?.split(',') ?? []
  for (const cell of cells.filter((each) => each !== '')) expect(shown).toContain(cell)
  expect(others.every((line) => line.includes('被拒') && /,1\d\d\*{4}\d{4},/.test(line))).toBe(true)

  await visit(page, '/admin/export-list')
  await expect(rows(page).first()).toContainText('用户列表')
  await expect(rows(page).first()).toContainText('已完成')
})

test('a large export runs in the background, and its file is downloaded from my exports', async ({
  page,
}) => {
  const violations = new Violations()
  await enter(page, '/user/list')
  await exportButton(page).click()
  await expect(page.getByRole('button', { name: /XLSX/ })).toBeEnabled()
  await violations.look(page, 'the panel')
  await page.getByRole('button', { name: /XLSX/ }).click()
  await expect(page.getByText(/正在后台准备/)).toBeVisible()
  await page.getByRole('link', { name: '查看我的导出' }).click()
  await expect(page).toHaveURL('/export-center')
  const row = rows(page).first()
  await expect(row).toContainText('用户列表')
  const download = row.getByRole('button', { name: /^下载/ })
  await expect(download).toBeVisible()
  await expect(row).toContainText('已完成')
  await violations.look(page, 'my exports')
  expect(violations.lines).toEqual([])
  const { name, bytes } = await saved(page, () => download.click())
  expect(name).toMatch(/^用户列表-\d{8}-\d{6}\.xlsx$/)
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  const { data } = await call(page, 'POST', '/message/list', {})
  expect(data.some((item: { title: string }) => item.title === '导出已完成')).toBe(true)

  const before = await rows(page).count()
  await rowAction(page, row, '删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(rows(page)).toHaveCount(before - 1)
})
