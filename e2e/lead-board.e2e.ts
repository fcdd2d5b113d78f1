import { visit } from './frame.ts'
import { lift, movedTo, read } from './lead-card.ts'
import { call, enter, expect, freshPhone, type Page, test } from './product.ts'

/** Adds a lead of the public pool that the caller works on. @returns its id */
async function takenLead(page: Page): Promise<string> {
  const { data: pools } = await call(page, 'GET', '/choice/lead/pools')
  const open = pools.find(({ name }: { name: string }) => name === '公海')
  const body = { phone: freshPhone(), name: '沈看板', poolId: open.id, claim: true }
  const { code, data } = await call(page, 'POST', '/lead', body)
  expect(code).toBe('0000')
  return data.id
}

const stageOf = async (page: Page, id: string) => (await call(page, 'GET', `/lead/${id}`)).data.stage
const column = (page: Page, stage: string) => page.getByRole('region', { name: stage, exact: true })
const cardIn = (page: Page, stage: string, id: string) => column(page, stage).locator(`[data-card="${id}"]`)

/** Puts the mouse on a card, once the board is read and the card rests. @returns the places of the card and of a column */
async function reach(page: Page, stage: string, id: string, to: string) {
  await read(page)
  const card = cardIn(page, stage, id)
  await card.hover({ position: { x: 40, y: 20 } })
  const from = await card.boundingBox()
  const target = await column(page, to).boundingBox()
  if (!from || !target) throw new Error('A card or a column is not in sight')
  return { from, target }
}

/** Drags a card by the mouse to the middle of a column, in small steps, as a hand does. */
async function drag(page: Page, stage: string, id: string, to: string) {
  const { from, target } = await reach(page, stage, id, to)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 24, { steps: 4 })
  await page.mouse.move(target.x + target.width / 2, target.y + 160, { steps: 12 })
  await expect(column(page, to)).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
}

test('a card is dragged by the mouse to another stage, and winning it asks for the reason', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, '/crm/clue')
  const id = await takenLead(page)
  await visit(page, '/crm/clue?look=board&mine=true')
  await drag(page, '新线索', id, '有意向')
  await expect(cardIn(page, '有意向', id)).toBeVisible()
  await expect.poll(() => stageOf(page, id)).toBe('interested')
  await movedTo(page, '有意向')
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(cardIn(page, '新线索', id)).toBeVisible()
  await expect.poll(() => stageOf(page, id)).toBe('new')
  await expect(page.getByText(/^已撤销/)).toBeVisible()
  await drag(page, '新线索', id, '有意向')
  await expect.poll(() => stageOf(page, id)).toBe('interested')
  await movedTo(page, '有意向')
  // Dropping is no click: the details stay closed.
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await drag(page, '有意向', id, '已成交')
  const won = page.getByRole('dialog', { name: /标记成交/ })
  await won.getByRole('textbox', { name: '原因' }).fill('当面签约')
  await won.getByRole('button', { name: '成交' }).click()
  await expect(cardIn(page, '已成交', id)).toBeVisible()
  await expect.poll(() => stageOf(page, id)).toBe('converted')
  // A closed lead cannot be dragged any more.
  const { target } = await reach(page, '已成交', id, '新线索')
  await page.mouse.down()
  await page.mouse.move(target.x + target.width / 2, target.y + 160, { steps: 12 })
  await expect(column(page, '新线索')).not.toHaveAttribute('data-over', 'true')
  await page.mouse.up()
  expect(await stageOf(page, id)).toBe('converted')
})

test('on a phone the board shows a stage at a time, and a card is moved by its menu or the keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, '/crm/clue')
  const id = await takenLead(page)
  await visit(page, '/crm/clue?look=board&mine=true')
  const card = cardIn(page, '新线索', id)
  await expect(card).toBeVisible()
  await expect(column(page, '有意向')).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const isInside = async () => {
    const box = await card.boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= 390
  }
  await expect.poll(isInside).toBe(true)

  await column(page, '新线索')
    .getByRole('button', { name: /^移到其他阶段/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '有意向' }).click()
  await expect.poll(() => stageOf(page, id)).toBe('interested')
  await movedTo(page, '有意向')
  const stages = page.getByRole('group', { name: '线索看板' })
  await stages.getByRole('button', { name: /^有意向/ }).click()
  await expect(cardIn(page, '有意向', id)).toBeVisible()
  await expect(card).toBeHidden()

  await lift(page, cardIn(page, '有意向', id))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect.poll(() => stageOf(page, id)).toBe('applied')
  await movedTo(page, '已申请')
  await stages.getByRole('button', { name: /^已申请/ }).click()
  await expect(cardIn(page, '已申请', id)).toBeVisible()
  await cardIn(page, '已申请', id).click()
  await expect(page.getByRole('dialog', { name: '线索详情' })).toBeVisible()
})

test('all leads that match a filter are given away, and those that refuse are named with the reason', async ({
  page,
}) => {
  await enter(page, '/crm/clue')
  const { data: pools } = await call(page, 'GET', '/choice/lead/pools')
  const open = pools.find(({ name }: { name: string }) => name === '公海')
  const phones = Array.from({ length: 12 }, () => freshPhone())
  const name = `批${Date.now() % 100_000}`
  for (const phone of phones)
    expect((await call(page, 'POST', '/lead', { phone, name, poolId: open.id, claim: true })).code).toBe(
      '0000',
    )
  const { data: desk } = await call(page, 'GET', '/crm/center')
  await visit(page, `/crm/clue?name=${encodeURIComponent(name)}&size=10`)
  await expect(page.locator('tr[data-id]')).toHaveCount(10)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: /^选择符合条件的全部/ }).click()

  // To himself, who holds them already: nothing is done, and each says why.
  await page.getByRole('button', { name: '转移线索', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '转移符合条件的 12 条线索？' })
  await dialog.getByRole('combobox', { name: '销售' }).fill(desk.salesman.name)
  await page.getByRole('option', { name: desk.salesman.name }).first().click()
  await dialog.getByRole('button', { name: '转移线索（12）' }).click()
  await expect(dialog.getByRole('textbox', { name: '原因' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: '原因' }).fill('调整分工')
  await dialog.getByRole('button', { name: '转移线索（12）' }).click()
  await expect(dialog.getByText('12 条未处理')).toBeVisible()
  await expect(dialog.getByText('（12 条）')).toBeVisible()
  await dialog.getByRole('button', { name: '知道了' }).click()

  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: /^选择符合条件的全部/ }).click()
  await page.getByRole('button', { name: '退回线索', exact: true }).click()
  const back = page.getByRole('dialog', { name: '退回符合条件的 12 条线索？' })
  await back.getByRole('textbox', { name: '原因' }).fill('重新分配')
  await back.getByRole('button', { name: '退回线索（12）' }).click()
  await expect(page.getByText('已完成 12 条')).toBeVisible()
  const { data } = await call(page, 'POST', '/lead/page', { name, place: 'waiting' })
  expect(data.total).toBe(12)
})
