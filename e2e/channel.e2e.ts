import { readFile } from 'node:fs/promises'
import { Violations } from './axe.ts'
import { onPartnerPage, openBy, visit } from './frame.ts'
import { call, enter, expect, rowAction, rows, secret, test } from './product.ts'

test('a channel is added, changed, disabled and copied; one that brought users cannot be deleted', async ({
  page,
}) => {
  const name = `旅程渠道 ${Date.now()}`
  const violations = new Violations()
  await enter(page, '/channel/list')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '添加渠道' }).click()
  await dialog.getByLabel('渠道名称').fill(name)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请填写此项')).toBeVisible()
  await dialog.getByLabel('单价').fill('6.5')
  await dialog.getByLabel('扣量比例').fill('12.5')
  await violations.look(page, 'the form')
  await dialog.getByLabel('联系电话').fill('13800001234')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('添加成功')).toBeVisible()

  await visit(page, `/channel/list?name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('¥6.50')
  await expect(rows(page)).toContainText('12.5%')
  await rowAction(page, rows(page), '编辑')
  await dialog.getByLabel('单价').fill('7')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page)).toContainText('¥7.00')
  await rowAction(page, rows(page), '停用')
  await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click()
  await expect(rows(page).getByText('停用', { exact: true }).first()).toBeVisible()

  const panel = page.getByRole('dialog', { name: '渠道详情' })
  await openBy(rows(page), panel)
  await expect(panel.getByText('停用渠道')).toBeVisible()
  await expect(panel.getByText('138****1234')).toBeVisible()
  await panel.getByRole('button', { name: '查看完整联系方式' }).click()
  await expect(panel.getByText('13800001234')).toBeVisible()
  await panel.getByRole('button', { name: '二维码' }).click()
  await expect(panel.getByRole('img', { name: /的二维码$/ })).toBeVisible()
  await panel.getByRole('button', { name: '创建正式密钥' }).click()
  const once = page.getByLabel('Secret', { exact: true })
  await expect(once).toHaveValue(/^whsec_/)
  const shown = secret(await once.inputValue())
  await page.getByRole('button', { name: '我已妥善保存' }).click()
  await expect(once).toHaveCount(0)
  await violations.look(page, 'the details')
  await panel.getByRole('link', { name: '接入指南' }).click()
  await expect(page.getByRole('heading', { name: `接入指南 · ${name}` })).toBeVisible()
  await expect(page.getByText(shown)).toHaveCount(0)
  await violations.look(page, 'the guide')
  expect(violations.lines).toEqual([])
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 Markdown' }).click(),
  ])
  expect(await readFile((await saved.path()) as string, 'utf8')).toContain('ck_')
  await page.goto(`/channel/list?name=${encodeURIComponent(name)}`)

  await rowAction(page, rows(page), '复制为新渠道')
  await expect(dialog.getByLabel('渠道名称')).toHaveValue(`${name} 副本`)
  await dialog.getByRole('button', { name: '保存' }).click()
  await onPartnerPage(page, 'channel')
  await visit(page, `/channel/list?name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(2)
  for (const left of [1, 0]) {
    await rowAction(page, rows(page).first(), '删除')
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect(rows(page)).toHaveCount(left)
  }

  const found = await call(page, 'POST', '/channel/page', { size: 200 })
  const used = found.data.records.find(({ references }: { references: number }) => references > 0)
  await visit(page, `/channel/list?id=${used.id}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('button', { name: '更多操作' }).click()
  const remove = page.getByRole('menuitem', { name: /删除/ })
  await expect(remove).toContainText('条记录引用它，不能删除')
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
})
