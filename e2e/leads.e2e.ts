import { visit } from './frame.ts'
import { lift, movedTo } from './lead-card.ts'
import { call, enter, expect, freshPhone, type Page, rowAction, test } from './product.ts'

/** Adds a lead of the public pool, where every salesman may claim. @returns its id */
async function addLead(page: Page, more: object = {}): Promise<string> {
  const { data: pools } = await call(page, 'GET', '/choice/lead/pools')
  const open = pools.find(({ name }: { name: string }) => name === '公海')
  const body = { phone: freshPhone(), name: '林知远', poolId: open.id, ...more }
  const { code, data } = await call(page, 'POST', '/lead', body)
  expect(code).toBe('0000')
  return data.id
}

const leadNow = async (page: Page, id: string) => (await call(page, 'GET', `/lead/${id}`)).data
const cardIn = (page: Page, stage: string, id: string) =>
  page.getByRole('region', { name: stage, exact: true }).locator(`[data-card="${id}"]`)

test('a lead is claimed, called, followed up, moved on the board by keyboard, and won', async ({ page }) => {
  await enter(page, '/crm/clue')
  const id = await addLead(page)
  await page.reload()
  const row = page.locator(`tr[data-id="${id}"]`)
  await rowAction(page, row, '领取')
  await expect(page.getByText('已领取').first()).toBeVisible()
  await expect.poll(async () => (await leadNow(page, id)).isMine).toBe(true)

  await rowAction(page, row, '拨打电话')
  const asked = page.getByRole('dialog', { name: /查看手机号并拨打/ })
  await asked.getByRole('button', { name: '查看手机号' }).click()
  await expect(asked.getByLabel('手机号', { exact: true })).toHaveCount(0)
  await asked.getByRole('button', { name: '首次联系' }).click()
  await asked.getByRole('button', { name: '查看手机号' }).click()
  await expect(asked.getByLabel('手机号', { exact: true })).toHaveText(/^1999\d{7}$/)
  await asked.getByRole('button', { name: '写跟进' }).click()

  const panel = page.getByRole('dialog', { name: '线索详情' })
  await panel.getByRole('textbox', { name: '跟进内容' }).fill('电话已接通，愿意了解')
  await panel.getByRole('button', { name: '保存跟进' }).click()
  await expect(page.getByText('跟进已保存').first()).toBeVisible()
  await expect.poll(async () => (await leadNow(page, id)).stage).toBe('contacted')
  expect(await leadNow(page, id)).toMatchObject({ followUpCount: 1 })

  await visit(page, '/crm/clue?look=board')
  const card = cardIn(page, '已联系', id)
  await lift(page, card)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(cardIn(page, '有意向', id)).toBeVisible()
  await expect.poll(async () => (await leadNow(page, id)).stage).toBe('interested')
  await movedTo(page, '有意向')

  await lift(page, cardIn(page, '有意向', id))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  const won = page.getByRole('dialog', { name: /标记成交/ })
  await won.getByRole('textbox', { name: '原因' }).fill('已办理并激活')
  await won.getByRole('button', { name: '成交' }).click()
  await expect(page.getByText('已标记成交').first()).toBeVisible()
  await expect(cardIn(page, '已成交', id)).toBeVisible()
  await expect.poll(() => leadNow(page, id)).toMatchObject({ stage: 'converted', can: { work: false } })
})

test('leads of the desk are worked on by keyboard alone', async ({ page }) => {
  await enter(page, '/crm/center')
  for (let more = 0; more < 2; more++) await addLead(page, { claim: true })
  await page.reload()
  const fresh = page.locator('[data-work^="fresh "]')
  await expect(fresh.nth(1)).toBeVisible()
  const keys = await fresh.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.work ?? ''))
  // Another journey may have left a lead in a later stage that nobody has called yet.
  const ids: string[] = []
  for (const id of keys.map((key) => key.replace('fresh ', '')))
    if (ids.length < 2 && (await leadNow(page, id)).stage === 'new') ids.push(id)
  expect(ids).toHaveLength(2)
  for (const id of ids) {
    const row = page.locator(`[data-work="fresh ${id}"]`)
    const isHere = async () => (await row.getAttribute('aria-current')) === 'true'
    const { followUpCount } = await leadNow(page, id)
    for (let step = 0; step < 80 && !(await isHere()); step++) await page.keyboard.press('j')
    await expect(row).toBeFocused()
    await page.keyboard.press('f')
    await expect(page.getByRole('radio', { name: '电话' })).toBeFocused()
    await page.keyboard.press('2')
    await page.keyboard.press('1')
    await expect(page.getByRole('textbox', { name: '跟进内容' })).toBeFocused()
    await page.keyboard.type('约好下周再聊')
    await page.keyboard.press('Control+Enter')
    await expect(row).toHaveCount(0)
    await expect
      .poll(() => leadNow(page, id))
      .toMatchObject({ stage: 'contacted', followUpCount: followUpCount + 1 })
    await page.keyboard.press('Escape')
  }
})
