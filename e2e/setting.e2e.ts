import { call, enter, expect, test } from './product.ts'

const contact = { key: 'login.contactText', label: '联系方式（中文）' }

test.afterEach(async ({ page }) => {
  const { data } = await call(page, 'GET', '/setting')
  const row = data.find((each: { key: string }) => each.key === contact.key)
  await call(page, 'PUT', '/setting', { [contact.key]: { value: null, version: row.version } })
})

test('a wrong value has a problem at its field, which stays while another page is visited; a changed setting shows who changed it, and also applies to visitors', async ({
  page,
  browser,
}) => {
  await enter(page, '/admin/setting?group=all')
  const idle = page.getByLabel('无操作时长上限（分钟）')
  await idle.fill('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('须在 5 至 1,440 之间')).toBeVisible()
  await expect(idle).toBeFocused()
  await page.getByRole('link', { name: '角色管理' }).click()
  await expect(page).toHaveURL(/role-list/)
  await page.goBack()
  await expect(idle).toHaveValue('3')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(idle).toHaveValue('120')

  await page.getByRole('button', { name: '登录页' }).click()
  await page.getByLabel(contact.label).fill('王敏，分机 8001')
  await expect(page.getByText('已修改 1 项，尚未保存')).toBeVisible()
  await page.getByRole('button', { name: '保存修改' }).click()
  await expect(page.getByText('设置已保存，立即生效')).toBeVisible()
  await expect(page.getByText(/admin 于 .* 修改/).first()).toBeVisible()

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(new URL('/login', page.url()).href)
  await stranger.getByRole('button', { name: '忘记密码' }).click()
  await expect(stranger.getByText('王敏，分机 8001')).toBeVisible()
  await stranger.context().close()
})
