import { openBy, visit } from './frame.ts'
import { call, enter, expect, rows, test } from './product.ts'

test('the audit log finds an act by its target and shows each changed field, masked; it records a refused act', async ({
  page,
}) => {
  await enter(page)
  const device = `audit-${Date.now()}`
  const { data } = await call(page, 'POST', '/blacklist', { kind: 'device', value: device, reason: '一' })
  await call(page, 'PUT', '/blacklist', { id: data.id, version: 1, reason: '二' })
  await visit(page, `/admin/audit-log?targetKind=blacklist&targetId=${data.id}`)
  await expect(rows(page)).toHaveCount(2)
  const panel = page.getByRole('dialog', { name: '操作详情' })
  await openBy(rows(page).first().getByRole('button', { name: '查看详情' }), panel)
  await expect(panel.getByRole('row', { name: '拉黑原因 一 二' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await call(page, 'DELETE', `/blacklist/${data.id}`)

  // A phone is masked, and a text about one person is not stored.
  const value = `1391234${String(Date.now()).slice(-4)}`
  const phone = (await call(page, 'POST', '/blacklist', { kind: 'phone', value, reason: '一' })).data
  await visit(page, `/admin/audit-log?targetKind=blacklist&targetId=${phone.id}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().getByRole('button', { name: '查看详情' }).click()
  await expect(panel.getByText(`139****${value.slice(-4)}`, { exact: true })).toBeVisible()
  await expect(panel.getByText('[text]').first()).toBeVisible()
  await expect(page.getByText(value)).toHaveCount(0)
  await call(page, 'DELETE', `/blacklist/${phone.id}`)

  // A refused act.
  const { code } = await call(page, 'DELETE', '/blacklist/987654321')
  expect(code).toBe('4040')
  await visit(page, '/admin/audit-log?result=refused&targetId=987654321')
  await expect(rows(page).first()).toContainText('移除黑名单')
  await expect(rows(page).first()).toContainText('被拒绝')
})
