import { drawn, go, openBy } from './frame.ts'
import { call, enter, expect, type Page, rows, test } from './product.ts'

const panelOf = (page: Page) => page.getByRole('dialog', { name: '反馈详情' })
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: '按状态查看' }).getByRole('button', { name: new RegExp(`^${name}`) })
const countOf = async (page: Page, name: string) => {
  await expect(tab(page, name)).toHaveText(/\d/)
  return Number(((await tab(page, name).textContent()) ?? '').replace(/\D/g, ''))
}
/** Waits for the records of a status; until they arrive, the list shows the earlier ones. */
const expectOnly = async (page: Page, status: string) => {
  await expect(rows(page).first()).toContainText(status)
  await expect(rows(page).filter({ hasNotText: status })).toHaveCount(0)
}

test('overdue feedback is found; one is taken, answered and resolved, and the counts change at once', async ({
  page,
}) => {
  await enter(page, '/user/feedback-list')
  const overdue = await countOf(page, '已超时')
  expect(overdue).toBeGreaterThan(0)
  await tab(page, '已超时').click()
  await expect(page).toHaveURL(/overdue=true/)
  await expectOnly(page, '已超时')
  await expect(rows(page)).toHaveCount(Math.min(overdue, 20))

  await tab(page, '待处理').click()
  await expect(page).toHaveURL(/status=pending/)
  await expectOnly(page, '待处理')
  const pending = await countOf(page, '待处理')
  const resolved = await countOf(page, '已解决')
  const panel = panelOf(page)
  await openBy(rows(page).first(), panel)
  await panel.getByRole('button', { name: '受理' }).click()
  await expect(panel.getByText('处理中')).toBeVisible()
  await panel.getByLabel('回复').fill('已经修好，请再试一次')
  await panel.getByRole('button', { name: '回复并解决' }).click()
  await expect(panel.getByRole('button', { name: '重新打开' })).toBeVisible()
  await expect(panel.getByText('已经修好，请再试一次')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect.poll(() => countOf(page, '待处理')).toBe(pending - 1)
  await expect.poll(() => countOf(page, '已解决')).toBe(resolved + 1)
})

test('what others did meanwhile is told, and nothing that was typed gets lost', async ({ page }) => {
  await enter(page, '/user/feedback-list')
  // A colleague was faster.
  const { data } = await call(page, 'POST', '/user/feedback/page', { status: 'processing', size: 1 })
  const { id, version } = data.records[0]
  await go(page, `/user/feedback-list?open=${id}`)
  const panel = panelOf(page)
  await panel.getByLabel('回复').fill('我写的回复')
  await call(page, 'POST', `/feedback/${id}/reply`, { version, reply: '同事的回复' })
  const saved = page.waitForResponse((answer) => answer.url().endsWith(`/api/feedback/${id}/reply`))
  const readAgain = saved.then(() =>
    page.waitForResponse((answer) => answer.url().endsWith(`/api/feedback/${id}`)),
  )
  await panel.getByRole('button', { name: '保存回复' }).click()
  await expect(page.getByText('内容已被他人修改')).toBeVisible()
  // Only with the version that was read again may it be saved; nothing on the page shows the version.
  await (await readAgain).finished()
  await drawn(page)
  await expect(panel.getByLabel('回复')).toHaveValue('我写的回复')
  await panel.getByRole('button', { name: '保存回复' }).click()
  await expect(page.getByText('回复已保存')).toBeVisible()
  expect((await call(page, 'GET', `/feedback/${id}`)).data.reply).toBe('我写的回复')

  // Leaving an unsaved reply asks for confirmation, also by Esc; visiting another page loses nothing.
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await tab(page, '处理中').click()
  await expectOnly(page, '处理中')
  await openBy(rows(page).first(), panel)
  await panel.getByLabel('回复').fill('写了一半')
  for (const leave of ['Alt+ArrowDown', 'Escape']) {
    await page.keyboard.press(leave)
    await page.getByRole('button', { name: '继续填写' }).click()
    await expect(panel.getByLabel('回复')).toHaveValue('写了一半')
  }
  await panel.getByRole('link', { name: '查看用户' }).click()
  await expect(page).toHaveURL(/\/user\/list\?open=\d+/)
  await page.goBack()
  await expect(panel.getByLabel('回复')).toHaveValue('写了一半')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(panel).toHaveCount(0)

  // Several are closed at once, and those that could not be closed are named.
  const { data: waiting } = await call(page, 'POST', '/user/feedback/page', { status: 'pending', size: 3 })
  const [first] = waiting.records
  await tab(page, '待处理').click()
  await expectOnly(page, '待处理')
  for (let at = 0; at < 3; at++) await rows(page).nth(at).getByRole('checkbox').check()
  await call(page, 'POST', `/feedback/${first.id}/close`, { version: first.version })
  await page.getByRole('button', { name: '批量关闭' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '批量关闭' }).click()
  await expect(page.getByText('已完成 2 条，1 条未处理（1 条已关闭）')).toBeVisible()
})
