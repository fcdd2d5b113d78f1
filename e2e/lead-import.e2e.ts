import { importFile } from './import-file.ts'
import { call, enter, expect, freshPhone, rowAction, test } from './product.ts'

test('a lead is imported, assigned, contacted first, followed up, and won', async ({ page }) => {
  await enter(page, '/crm/clue')
  const phone = freshPhone()
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导入线索' })
  await importFile(dialog, '名单.csv', ['手机号,姓名,城市,备注', `${phone},沈清河,深圳,展会名单`].join('\n'))
  await dialog.getByRole('button', { name: '导入 1 条' }).click()
  await expect(dialog.getByText('已添加 1 条。')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const { data } = await call(page, 'POST', '/lead/page', { phone })
  const { id } = data.records[0]
  const now = async () => (await call(page, 'GET', `/lead/${id}`)).data
  await page.reload()
  const row = page.locator(`tr[data-id="${id}"]`)
  await rowAction(page, row, '分配')
  const given = page.getByRole('dialog', { name: /分配线索/ })
  const me = (await call(page, 'GET', '/crm/center')).data.salesman.name
  await given.getByRole('combobox', { name: '销售' }).fill(me)
  await page.getByRole('option', { name: me }).first().click()
  await given.getByRole('button', { name: '分配' }).click()
  await expect.poll(async () => (await now()).salesmanName).toBe(me)
  expect((await now()).firstContactAt).toBeNull()

  await page.goto(`/crm/clue?open=${id}`)
  const panel = page.getByRole('dialog', { name: '线索详情' })
  for (const said of ['首次联系，已接通', '资料已收齐']) {
    await panel.getByRole('textbox', { name: '跟进内容' }).fill(said)
    await panel.getByRole('button', { name: '保存跟进' }).click()
    await expect(panel.getByText(said).first()).toBeVisible()
  }
  await expect.poll(now).toMatchObject({ stage: 'contacted', followUpCount: 2 })
  expect((await now()).firstContactAt).not.toBeNull()

  await panel.getByRole('button', { name: '其他操作' }).click()
  await panel.getByRole('menuitem', { name: '成交', exact: true }).click()
  const won = page.getByRole('dialog', { name: /标记成交/ })
  await won.getByRole('textbox', { name: '原因' }).fill('已签约')
  await won.getByRole('button', { name: '成交' }).click()
  await expect.poll(async () => (await now()).stage).toBe('converted')
})
