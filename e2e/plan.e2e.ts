import { openBy, visit } from './frame.ts'
import { call, enter, expect, rowAction, rows, test } from './product.ts'

test('from nothing to a running plan with a product: channel, organization, product and plan', async ({
  page,
}) => {
  const name = `旅程计划 ${Date.now()}`
  await enter(page, '/plan/list')
  const channel = await call(page, 'POST', '/channel', {
    name,
    flow: 'full',
    settlement: 'cpa',
    priceFen: 600,
  })
  expect(channel.code).toBe('0000')
  const org = await call(page, 'POST', '/org', {
    name,
    flow: 'full',
    cityCodes: ['440100', '440300', '310100'],
  })
  const { id: orgId, version } = org.data
  expect((await call(page, 'POST', `/org/${orgId}/enable`, { version })).code).toBe('0000')
  const product = await call(page, 'POST', '/product', {
    name,
    kind: 'coupon',
    flow: 'full',
    orgId,
    faceFen: 10_000,
    priceFen: 9_900,
    validDays: 30,
  })
  expect(product.code).toBe('0000')

  await page.getByRole('button', { name: '添加计划' }).click()
  await expect(page).toHaveURL(/\/plan\/edit/)
  // Until the page has come, the form in sight is that of the list's filters.
  const sections = page.getByRole('heading', { name: '基本信息' })
  await expect(sections).toBeVisible()
  const form = page.locator('form').filter({ visible: true })
  await form.getByLabel('计划名称').fill(name)
  await form.getByRole('combobox', { name: '机构' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await form.getByLabel('单价').fill('45')
  const cities = form.getByRole('button', { name: '城市' })
  await expect(cities).toHaveText('全部可选城市（3 个）')
  await cities.click()
  await page.getByRole('textbox', { name: /搜索城市/ }).fill('shenz')
  await page.getByRole('treeitem', { name: '深圳市' }).click()
  await page.getByRole('button', { name: '完成' }).click()
  await expect(cities).toHaveText('深圳市')
  await form.getByRole('combobox', { name: '排除的渠道' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  // More channels may be chosen; Esc closes the list, and not the form.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option').filter({ visible: true })).toHaveCount(0)
  // The mouse draws Monday and Tuesday from nine to twelve.
  const cell = (text: string) => form.getByRole('gridcell', { name: text, exact: true })
  await cell('周一 09:00–09:30').hover()
  await page.mouse.down()
  await cell('周二 11:30–12:00').hover()
  await page.mouse.up()
  await expect(form.getByText('周一至周二 09:00–12:00')).toBeVisible()
  await form.getByRole('textbox', { name: '每日上限' }).fill('500')
  await expect(page.getByText('没有重叠的计划')).toBeVisible()
  // What it would receive stands beside the form, and follows the price.
  const reach = page.getByRole('complementary', { name: '填写时的参考' })
  await expect(reach.getByText(/¥45\.00 × 接收率/)).toBeVisible()
  await form.getByLabel('单价').fill('60')
  await expect(reach.getByText(/¥60\.00 × 接收率/)).toBeVisible()
  await form.getByLabel('单价').fill('45')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('添加成功')).toBeVisible()
  // Its details open in the list, with what comes next.
  const panel = page.getByRole('dialog', { name: '计划详情' })
  await expect(panel.getByRole('button', { name: '启动' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await visit(page, `/plan/list?name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('深圳市')
  await rowAction(page, rows(page), '启动')
  await page.getByRole('alertdialog').getByRole('button', { name: '启动' }).click()
  await expect(rows(page)).toContainText('运行中')

  // A change of a running plan says what it changes before it is saved.
  await rowAction(page, rows(page), '编辑')
  await expect(sections).toBeVisible()
  await form.getByLabel('单价').fill('46')
  const change = page.getByRole('region', { name: '保存后的变更' })
  await expect(change.getByRole('row', { name: /^单价/ })).toContainText('¥46.00')
  await form.getByLabel('单价').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/plan\/list/)
  await expect(rows(page)).toContainText('¥46.00')

  await openBy(rows(page), panel)
  await expect(panel.getByText('启动计划')).toBeVisible()
  await expect(panel.getByText('0 / 500')).toBeVisible()
  await panel.getByRole('button', { name: '模拟' }).click()
  const simulation = page.getByRole('dialog', { name: '模拟计划' })
  await expect(simulation.getByRole('heading', { name: '不符合的第一条规则' })).toBeVisible()
  await simulation.getByRole('button', { name: '关闭' }).click()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await rowAction(page, rows(page), '结束')
  await page.getByRole('alertdialog').getByRole('button', { name: '结束' }).click()
  await expect(rows(page)).toContainText('已结束')
  await rowAction(page, rows(page), '删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(rows(page)).toHaveCount(0)
  for (const path of [`/product/${product.data.id}`, `/org/${orgId}`, `/channel/${channel.data.id}`])
    expect((await call(page, 'DELETE', path)).code).toBe('0000')
})
