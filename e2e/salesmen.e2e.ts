import { openBy } from './frame.ts'
import { call, enter, expect, rowAction, rows, test } from './product.ts'

const fresh = (name: string) => `${name}${Date.now() % 1_000_000}${Math.floor(Math.random() * 100)}`

test('a salesman is added in the form, and goes on leave: the deputy gets the leads', async ({ page }) => {
  await enter(page, '/crm/saleman?tab=teams')
  const team = fresh('旅程队')
  await page.getByRole('button', { name: '添加团队' }).click()
  const teamForm = page.getByRole('dialog', { name: '添加团队' })
  await teamForm.getByLabel('名称').fill(team)
  await teamForm.getByRole('button', { name: '保存' }).click()
  await expect(rows(page).filter({ hasText: team })).toHaveCount(1)

  await page.getByRole('link', { name: '销售', exact: true }).click()
  const names = [fresh('旅程甲'), fresh('旅程乙')] as const
  const { data: roles } = await call(page, 'GET', '/admin/roles')
  for (const name of names) {
    const username = fresh('journey')
    const made = await call(page, 'POST', '/admin', { username, name, roleIds: [roles[0].id] })
    expect(made.code).toBe('0000')
    await page.getByRole('button', { name: '添加销售' }).click()
    const form = page.getByRole('dialog', { name: '添加销售' })
    await form.getByRole('combobox', { name: '登录账号' }).fill(name)
    await page.getByRole('option', { name }).click()
    await form.getByLabel('姓名').fill(name)
    await form.getByRole('combobox', { name: '团队' }).fill(team)
    await page.getByRole('option', { name: team }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await expect(rows(page).filter({ hasText: name })).toContainText('0 / 100')
  }
  const [away, deputy] = names

  await rowAction(page, rows(page).filter({ hasText: away }), '休假')
  const dialog = page.getByRole('dialog', { name: `“${away}”休假` })
  await dialog.getByRole('combobox', { name: '代理人' }).fill(away)
  await page.getByRole('option', { name: away }).click()
  await dialog.getByRole('button', { name: '休假' }).click()
  await expect(dialog.getByText('不能是本人')).toBeVisible()
  await dialog.getByRole('combobox', { name: '代理人' }).fill(deputy)
  await page.getByRole('option', { name: deputy }).click()
  await dialog.getByRole('button', { name: '休假' }).click()
  await expect(rows(page).filter({ hasText: away })).toContainText('休假')

  const panel = page.getByRole('dialog', { name: '销售详情' })
  await openBy(rows(page).filter({ hasText: away }), panel)
  await expect(panel.getByText('线索移交', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: '返岗' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '返岗' }).click()
  await expect(panel.getByText('在岗', { exact: true })).toBeVisible()
})

test('who leaves hands the leads over to another one, until none is left', async ({ page }) => {
  await enter(page, '/crm/saleman')
  const { data } = await call(page, 'POST', '/crm/salesman/page', { sort: '-held' })
  // The demo's administrator stays on duty for other journeys.
  const [most, ...others] = data.records.filter(
    ({ status, held, accountName }: { status: string; held: number; accountName: string }) =>
      status === 'onDuty' && held > 0 && accountName !== 'admin',
  )
  const other = others.at(-1)
  test.skip(!most || !other, 'the demo has no salesmen')
  const before = other.held
  await rowAction(page, rows(page).filter({ hasText: most.name }).first(), '离职')
  const dialog = page.getByRole('dialog', { name: `“${most.name}”离职` })
  await dialog.getByRole('combobox', { name: '线索移交给' }).fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await dialog.getByRole('textbox', { name: '原因' }).fill('个人原因')
  await dialog.getByRole('button', { name: '离职' }).click()
  await expect(page.getByText('已登记离职，正在移交线索').first()).toBeVisible()
  const now = async (id: string) => (await call(page, 'GET', `/crm/salesman/${id}`)).data
  await expect
    .poll(async () => (await now(most.id)).handOver?.endedAt ?? null, { timeout: 60_000 })
    .not.toBeNull()
  const after = await now(most.id)
  expect(after).toMatchObject({ status: 'left', held: 0 })
  expect(after.handOver.moved + after.handOver.toPool).toBe(most.held)
  expect((await now(other.id)).held).toBe(before + after.handOver.moved)
  const back = await call(page, 'POST', `/crm/salesman/${most.id}/comeBack`, { version: after.version })
  expect(back.data).toMatchObject({ status: 'onDuty', held: 0 })
})
