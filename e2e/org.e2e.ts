import { readFile } from 'node:fs/promises'
import { approveChanges } from './accounts.ts'
import { Violations } from './axe.ts'
import { go, onPartnerPage, openBy, visit } from './frame.ts'
import { call, enter, expect, freshPhone, rowAction, rows, secret, test } from './product.ts'

test('an organization is added, enabled, gets a new version of its agreement, and is copied and removed', async ({
  page,
}) => {
  const name = `旅程机构 ${Date.now()}`
  const phone = freshPhone()
  await enter(page, '/org/list')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '添加机构' }).click()
  await dialog.getByLabel('机构名称').fill(name)
  await dialog.getByLabel('联系电话').fill(phone)
  await dialog.getByRole('button', { name: '添加协议' }).click()
  const agreement = dialog.getByRole('group', { name: '协议 1' })
  await agreement.getByLabel('协议名称').fill('授权书')
  await agreement.getByLabel('版本').fill('1.0')
  await agreement.getByLabel('网址').fill('https://10.0.0.8/1')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(agreement.getByLabel('网址')).toHaveAttribute('aria-invalid', 'true')
  await agreement.getByLabel('网址').fill('https://partner.example.com/1')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('添加成功')).toBeVisible()

  await visit(page, `/org/list?name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('已暂停')
  await rowAction(page, rows(page), '启用')
  await page.getByRole('alertdialog').getByRole('button', { name: '启用' }).click()
  await expect(rows(page)).toContainText('已启用')

  // A version that was offered keeps its address; another version replaces it.
  await rowAction(page, rows(page), '编辑')
  await agreement.getByLabel('网址').fill('https://partner.example.com/2')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('使用过的协议版本不能修改，请填写新的版本号')).toBeVisible()
  await agreement.getByLabel('版本').fill('2.0')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)

  const panel = page.getByRole('dialog', { name: '机构详情' })
  await openBy(rows(page), panel)
  await expect(panel.getByText('启用机构')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: '授权书 2.0' })).toContainText('当前')
  await expect(panel.getByRole('listitem').filter({ hasText: '授权书 1.0' })).not.toContainText('当前')
  await expect(panel.getByText(phone)).toHaveCount(0)
  await panel.getByRole('button', { name: '查看联系方式' }).click()
  await expect(panel.getByText(phone)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await rowAction(page, rows(page), '复制为新机构')
  await expect(dialog.getByLabel('机构名称')).toHaveValue(`${name} 副本`)
  await dialog.getByRole('button', { name: '保存' }).click()
  await onPartnerPage(page, 'org')
  await visit(page, `/org/list?name=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(2)
  for (const left of [1, 0]) {
    await rowAction(page, rows(page).first(), '删除')
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect(rows(page)).toHaveCount(left)
  }
})

test('an organization gets an API key, whose secret is shown once, and its integration guide', async ({
  page,
}) => {
  const name = `旅程密钥机构 ${Date.now()}`
  const violations = new Violations()
  await enter(page, '/org/list')
  const { data } = await call(page, 'POST', '/org', { name, flow: 'full' })
  await go(page, `/org/list?open=${data.id}`)
  const panel = page.getByRole('dialog', { name: '机构详情' })
  await panel.getByRole('button', { name: '创建正式密钥' }).click()
  const once = page.getByLabel('Secret', { exact: true })
  await expect(once).toHaveValue(/^whsec_/)
  const shown = secret(await once.inputValue())
  await page.getByRole('button', { name: '我已妥善保存' }).click()
  await expect(once).toHaveCount(0)
  await violations.look(page, 'the details with a key')
  await panel.getByRole('link', { name: '接入指南' }).click()
  await expect(page.getByRole('heading', { name: `接入指南 · ${name}` })).toBeVisible()
  for (const path of ['/open/ticket', '/open/result'])
    await expect(page.getByText(path).first()).toBeVisible()
  await expect(page.getByText(shown)).toHaveCount(0)
  await violations.look(page, 'the guide')
  expect(violations.lines).toEqual([])
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 Markdown' }).click(),
  ])
  const markdown = await readFile((await saved.path()) as string, 'utf8')
  expect([markdown.includes('ck_'), markdown.includes(shown)]).toEqual([true, false])
  expect((await call(page, 'DELETE', `/org/${data.id}`)).code).toBe('0000')
})

test('a connection template begins with a shipped one, is edited with a preview, survives a reload, is saved and tried', async ({
  page,
}) => {
  const name = `旅程模板机构 ${Date.now()}`
  await enter(page, '/org/list')
  const { data } = await call(page, 'POST', '/org', { name, flow: 'full' })
  const violations = new Violations()
  const body = page.getByLabel('整个模板（JSON）')
  const open = async () => {
    await page.goto(`/org/list?name=${encodeURIComponent(name)}`)
    await rowAction(page, rows(page), '对接设置')
    await expect(page.getByRole('heading', { name: `对接设置 · ${name}` })).toBeVisible()
  }
  const form = page.getByRole('tab', { name: '表单' })
  const whole = page.getByRole('tab', { name: '整个模板' })
  const address = page.getByLabel('请求地址')
  const begin = async (nth: 'first' | 'last') => {
    await page.getByRole('combobox', { name: '从内置模板开始' }).click()
    await page.getByRole('option').filter({ visible: true })[nth]().click()
  }
  await open()
  // Without a stage there is nothing to save.
  await page.getByRole('button', { name: '保存模板' }).click()
  await expect(page.getByText('请至少配置一个环节').first()).toBeVisible()
  await begin('first')
  await address.fill('https://partner.example.com/apply')
  await expect(page.getByText('https://partner.example.com/apply')).toBeVisible()
  await expect(page.getByText(/^partner\.example\.com.* 是新的主机/)).toBeVisible()
  await expect(page.getByText('密钥 appKey: 未设置')).toBeVisible()
  await violations.look(page, 'the form of a connection')

  // A wrong filter is named at its field while it is typed, and in the whole template.
  const asLiquid = async () => {
    await page.getByRole('combobox', { name: '我方的值' }).nth(1).click()
    await page.getByRole('option', { name: '其他（Liquid）' }).filter({ visible: true }).click()
  }
  await asLiquid()
  const liquid = page.getByRole('textbox', { name: 'Liquid', exact: true }).first()
  const right = await liquid.inputValue()
  await liquid.fill('{{ phone | nothing }}')
  await expect(liquid).toHaveAttribute('aria-invalid', 'true')
  await whole.click()
  await expect(body).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/^第 \d+ 行：stages\.submit\.body: /)).toBeVisible()
  await violations.look(page, 'the whole template of a connection')
  // What is no JSON is named at its line, and is not saved.
  await body.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('x')
  await expect(page.getByText('第 1 行：不是正确的 JSON')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('第 1 行：不是正确的 JSON')).toHaveCount(0)
  // The key Tab leaves the editor.
  await page.keyboard.press('Tab')
  await expect(body).not.toBeFocused()
  // The form reads it again, as a field with a step that it does not know.
  await form.click()
  await asLiquid()
  await liquid.fill(right)
  await expect(page.getByText(/nothing/)).toHaveCount(0)

  // Another template replaces what was typed only after a question.
  await begin('last')
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await expect(address).toHaveValue('https://partner.example.com/apply')

  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText('已恢复上次没有保存的内容')).toBeVisible()
  await expect(address).toHaveValue('https://partner.example.com/apply')

  // A save leads to the stage whose address is still that of the example, and then to the secrets.
  const save = page.getByRole('button', { name: '保存模板' })
  await save.click()
  await expect(page.getByText('这是示例地址，请填写对方的地址', { exact: true })).toBeVisible()
  await address.fill('https://partner.example.com/query')
  await save.click()
  await expect(page.getByText('请填写密钥的值').first()).toBeVisible()
  for (const value of await page.getByLabel(/^密钥 /).all())
    await value.fill(secret(`旅程模板密钥-${Date.now()}-0123456789abcdef`))
  await save.click()
  // People's data would go to a host that is new, so another person approves it before.
  await expect(page.getByText('已提交，由他人审核后生效')).toBeVisible()
  await approveChanges(page)
  await open()

  // Nobody is called inside an internal network.
  await page.getByLabel('试用地址').fill('https://10.0.0.8/apply')
  await page.getByRole('button', { name: '试用', exact: true }).click()
  await expect(page.getByText(/^未发送：地址不允许调用|公网/).first()).toBeVisible()
  await page.reload()
  await expect(address).toHaveValue('https://partner.example.com/apply')
  await expect(page.getByText('已恢复上次没有保存的内容')).toHaveCount(0)
  expect(violations.lines).toEqual([])
  expect((await call(page, 'DELETE', `/org/${data.id}`)).code).toBe('0000')
})
