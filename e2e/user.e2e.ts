import { go, visit } from './frame.ts'
import { call, enter, expect, rowAction, rows, secret, test } from './product.ts'

test('the address has filter, sort and page, and a reload keeps them with the hidden columns', async ({
  page,
}) => {
  await enter(page, '/user/list')
  // Hidden columns stay hidden.
  await expect(page.getByRole('columnheader', { name: '渠道' })).toBeVisible()
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '渠道' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: '渠道' })).toHaveCount(0)
  await page.reload()
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByRole('columnheader', { name: '渠道' })).toHaveCount(0)

  await expect(rows(page)).toHaveCount(20)
  const first = (await rows(page).first().textContent()) ?? ''
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/current=2/)
  await expect(rows(page).first()).not.toHaveText(first)

  await page.goto('/user/list?status=accepted&size=10&current=2&sort=lastActiveAt')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('columnheader', { name: /最近活跃/ })).toHaveAttribute('aria-sort', 'ascending')
  const texts = await rows(page).allInnerTexts()
  expect(texts.every((text) => text.includes('已接收'))).toBe(true)
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(texts)

  await page.getByRole('textbox', { name: '姓名' }).fill('王')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/name=%E7%8E%8B/)
  await expect(page).not.toHaveURL(/current=2/)
  await page.getByRole('button', { name: '重置' }).click()
  await expect(page).not.toHaveURL(/status=/)
  // All rows are listed again, in the chosen order.
  await expect(rows(page).filter({ hasNotText: '王' })).not.toHaveCount(0)
  await expect(rows(page).filter({ hasNotText: '已接收' })).not.toHaveCount(0)

  // A region is chosen level by level and filters the users in it.
  await page.getByRole('button', { name: '所在地区', exact: true }).click()
  await page.getByText('广东省', { exact: true }).click()
  await page.keyboard.press('Escape')
  await visit(page, '/user/list?cityCode=440000')
  await expect(rows(page).first()).toContainText('广东省')
  await expect(rows(page).filter({ hasNotText: '广东省' })).toHaveCount(0)
})

test('details have their own address; a reveal shows one person whole; deleting a user shows the name and removes the personal data', async ({
  page,
}) => {
  await enter(page, '/user/list')
  const { data } = await call(page, 'POST', '/user/page', { status: 'accepted', size: 1 })
  const person = data.records[0]
  await go(page, `/user/list?open=${person.id}`)
  const panel = page.getByRole('dialog', { name: '用户详情' })
  await expect(panel).toContainText(person.phone)
  const revealed = page.waitForResponse((response) => response.url().endsWith(`/user/${person.id}/reveal`))
  await panel.getByRole('button', { name: '查看完整信息' }).click()
  const whole = (await (await revealed).json()).data
  secret(whole.phone)
  secret(whole.idNumber)
  await expect(panel).toContainText(whole.phone)
  await expect(panel).toContainText(whole.idNumber)
  await panel.getByRole('button', { name: '隐藏完整信息' }).click()
  await expect(panel).not.toContainText(whole.phone)
  await panel.getByRole('tab', { name: '风控报告' }).click()
  await panel.getByRole('tab', { name: '设备风险' }).click()
  await expect(panel.getByText('同设备多号码')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/open=/)

  // Takes the oldest user, because another journey may have created the newest without a phone.
  const filter = { status: 'registered', sort: 'createdAt' }
  const { data: registered } = await call(page, 'POST', '/user/page', { ...filter, size: 1 })
  const { id, phone } = registered.records[0]
  await visit(page, `/user/list?${new URLSearchParams(filter)}`)
  await rowAction(page, rows(page).and(page.locator(`[data-id="${id}"]`)), '注销')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('将被永久删除')
  await expect(dialog.getByRole('button', { name: /注销/ })).toBeDisabled()
  await dialog.getByRole('textbox').fill('注销用户')
  await dialog.getByRole('button', { name: /注销/ }).click()
  await expect(page.getByText('用户已注销')).toBeVisible()
  const after = (await call(page, 'GET', `/user/${id}`)).data
  expect(after).toMatchObject({ status: 'deleted', phone: null, name: null })
  expect(phone).toContain('****')
})
