import { enter, expect, type Page, test } from './product.ts'

/** The answer to the next save; the layout is also read from this address. */
const saved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith('/api/home/layout') && answer.request().method() === 'PUT',
  )

test('cards of the home page are hidden and moved, and stay so after a reload; what waits leads to its list', async ({
  page,
}) => {
  await enter(page, '/home')
  const card = (name: string) => page.getByRole('region', { name })
  await expect(card('今日转化')).toBeVisible()
  await page.getByRole('button', { name: '自定义首页' }).click()
  const hidden = saved(page)
  const box = page.getByRole('checkbox', { name: '今日转化' })
  // The box shows what the query cache holds, which is told to it a moment after the click.
  await box.click()
  await expect(box).not.toBeChecked()
  await expect(card('今日转化')).toHaveCount(0)
  await hidden
  const moved = saved(page)
  await page.getByRole('button', { name: '上移“正在运行的计划”' }).click()
  await moved
  await page.reload()
  await expect(
    page.getByRole('heading', { level: 2, name: /正在运行的计划|今日渠道排行/ }).first(),
  ).toHaveText('正在运行的计划')
  await expect(card('今日转化')).toHaveCount(0)

  await page.getByRole('button', { name: '自定义首页' }).click()
  const reset = saved(page)
  await page.getByRole('button', { name: '恢复默认' }).click()
  await reset
  await expect(card('今日转化')).toBeVisible()

  const waiting = page.getByRole('region', { name: '待办事项' })
  await waiting.getByRole('link', { name: /待处理的反馈$/ }).click()
  await expect(page).toHaveURL(/\/user\/feedback-list\?status=pending/)
})
