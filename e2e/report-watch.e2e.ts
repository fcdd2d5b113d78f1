import { readFile } from 'node:fs/promises'
import { fresh, someoneWith } from './accounts.ts'
import { Violations } from './axe.ts'
import { visit } from './frame.ts'
import { call, enter, expect, type Page, rowAction, rows, runScript, test } from './product.ts'

const titlesOf = async (page: Page): Promise<string[]> =>
  (await call(page, 'POST', '/message/list', {})).data.map(({ title }: { title: string }) => title)

test('a report is built, saved as a view, shared by its link, sent by schedule, and its file is received', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  const violations = new Violations()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, '/chart/org-list?preset=lastMonth&compare=previous')
  await expect(rows(page).first()).toBeVisible()
  const view = fresh('机构对比')
  await page.getByRole('button', { name: /^视图/ }).click()
  await page.getByRole('button', { name: '另存为视图…' }).click()
  await page.getByRole('dialog', { name: '保存为视图' }).getByLabel('名称').fill(view)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^视图/ })).toHaveAccessibleName(`视图 ${view}`)

  // The link keeps the days of this moment, whatever day a colleague opens it on.
  await page.getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText(/^链接已复制/)).toBeVisible()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(link.searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(link.searchParams.get('preset')).toBeNull()
  const { session } = await someoneWith(page, ['ChartOrgList', 'reportOrgList:page'])
  const theirContext = await browser.newContext({ baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const theirs = await theirContext.newPage()
  await enter(theirs, link.pathname + link.search, session)
  const total = page.getByRole('list', { name: '合计指标' }).getByRole('button').first()
  await expect(rows(theirs).first()).toBeVisible()
  await expect(theirs.getByRole('button', { name: '定时发送' })).toHaveCount(0)
  await expect(theirs.getByRole('list', { name: '合计指标' }).getByRole('button').first()).toHaveText(
    (await total.textContent()) ?? '',
  )
  await theirContext.close()

  const name = fresh('每日机构')
  await page.getByRole('button', { name: '定时发送' }).click()
  const panel = page.getByRole('dialog', { name: '此报表的定时发送' })
  await panel.getByRole('button', { name: '添加定时发送' }).click()
  const form = page.getByRole('dialog', { name: '添加定时发送' })
  await form.getByLabel('名称').fill(name)
  await form.getByRole('button', { name: '保存' }).click()
  // Nobody is chosen yet: the field says so and has the focus, and what was typed stays.
  await expect(form.getByText('请填写此项')).toBeVisible()
  await expect(form.getByRole('combobox', { name: '接收人' })).toBeFocused()
  await expect(form.getByLabel('名称')).toHaveValue(name)
  await violations.look(page, 'the form of a schedule')
  await page
    .getByRole('option', { name: /admin|管理员/ })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)
  await expect(panel.getByText(name)).toBeVisible()
  await panel.getByRole('link', { name: '查看全部' }).click()
  await expect(page).toHaveURL(/report-watch\?tab=schedules/)
  const row = rows(page).filter({ hasText: name })
  await expect(row).toBeVisible()
  await violations.look(page, 'the list of schedules')
  await rowAction(page, row, '立即发送')
  await page.getByRole('alertdialog').getByRole('button', { name: '立即发送' }).click()
  await expect.poll(() => titlesOf(page), { timeout: 60_000 }).toContain(`报表：${name}`)

  await visit(page, '/export-center?resource=reportOrgList')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rows(page).first().getByRole('button', { name: /^下载/ }).click(),
  ])
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  expect(violations.lines).toEqual([])
})

test('an alert on a figure arrives once, and its link opens the figure', async ({ page }) => {
  test.setTimeout(300_000)
  await enter(page, '/chart/system-list?preset=last7')
  await expect(rows(page).first()).toBeVisible()
  const name = fresh('利润过低')
  await page.getByRole('button', { name: '提醒' }).click()
  await page.getByRole('dialog', { name: '此报表的提醒' }).getByRole('button', { name: '添加提醒' }).click()
  const form = page.getByRole('dialog', { name: '添加数据提醒' })
  await form.getByLabel('名称').fill(name)
  await form.getByRole('combobox', { name: '条件' }).click()
  await page.getByRole('option', { name: '低于' }).click()
  await form.getByLabel('界限').fill('99999999')
  await form.getByRole('button', { name: '试算' }).click()
  await expect(form.getByText('会提醒', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)

  const told = async () => (await titlesOf(page)).filter((title) => title === `数据提醒：${name}`).length
  const judge = async () => {
    const from = runScript('judge-again', name, 'again')
    // The job runs every minute by itself, and this run is refused while another one is waiting.
    await call(page, 'POST', '/job/run', { name: 'report-alert' })
    runScript('judge-again', name, 'wait', from)
  }
  expect(await told()).toBe(0)
  await judge()
  expect(await told()).toBe(1)
  await judge()
  expect(await told()).toBe(1)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^消息中心/ }).click()
  const box = page.getByRole('dialog')
  await box.getByRole('tab', { name: '通知' }).click()
  await box.getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: '每日系统统计' })).toBeVisible()
  await expect(page).toHaveURL(/drillDown=/)
})
