import { chooseFile, importFile, readyForFile } from './import-file.ts'
import { call, enter, expect, rows, test } from './product.ts'

test('an import is checked, confirmed after a reload, and added; the wrong rows can be downloaded; a cancelled one adds nothing', async ({
  page,
}) => {
  await enter(page, '/user/black-list')
  const name = `e2e-import-${Date.now()}`
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导入黑名单' })
  await readyForFile(dialog)
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'XLSX' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('黑名单导入模板.xlsx')

  // The template as it is has nothing to import: its example is skipped.
  await importFile(dialog, '模板.csv', '类型,值\n示例：手机号,13800000000\n')
  await expect(dialog.getByText('文件中没有数据行').first()).toBeVisible()

  const lines = [
    '类型,账号,备注',
    `设备号,${name}-1,`,
    `Device,${name}-2,`,
    `设备号,${name}-1,`,
    '手机号,123,',
  ]
  await chooseFile(dialog, '名单.csv', Buffer.concat([Buffer.from('MZ\u0090\u0000'), Buffer.alloc(300)]))
  await expect(dialog.getByText('只支持 CSV / XLSX 文件')).toBeVisible()
  await dialog.getByRole('button', { name: '移除 名单.csv' }).click()

  // The file has a title of its own, which is chosen.
  await importFile(dialog, '名单.csv', lines.join('\n'))
  await expect(dialog.getByText('必填列，请选择文件中对应的列')).toBeVisible()
  await dialog.getByRole('combobox', { name: '值' }).click()
  await page.getByRole('option', { name: '账号', exact: true }).click()
  await dialog.getByRole('button', { name: '核对文件' }).click()
  await expect(dialog.getByRole('button', { name: '导入 2 条' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: '4 设备号' })).toContainText('与第 2 行重复')
  await expect(dialog.getByRole('row', { name: '5 手机号' })).toContainText('请输入 11 位手机号')

  // The address records that the dialog is open; the service returns the progress of the import.
  await page.reload()
  const [wrong] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载有误的行' }).click(),
  ])
  expect(wrong.suggestedFilename()).toBe('黑名单导入-有误的行.xlsx')
  await dialog.getByRole('button', { name: '导入 2 条' }).click()
  await expect(dialog.getByText('已添加 2 条。')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(/import=/)
  await expect(rows(page).filter({ hasText: `${name}-2` })).toContainText('批量导入')
  const { data } = await call(page, 'POST', '/blacklist/page', { value: `${name}-1` })
  expect(data.total).toBe(1)

  // A cancelled import adds nothing.
  const other = `e2e-given-up-${Date.now()}`
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await importFile(dialog, 'a.csv', `kind,value\ndevice,${other}\n`)
  await dialog.getByRole('button', { name: '取消导入' }).click()
  await expect(dialog.getByRole('button', { name: '选择文件' })).toBeVisible()
  const { data: none } = await call(page, 'POST', '/blacklist/page', { value: other })
  expect(none.total).toBe(0)
})
