import { openBy, visit } from './frame.ts'
import { call, enter, expect, rows, secret, test } from './product.ts'

test('push records are filtered by user, organization and stage; the address keeps the filters', async ({
  page,
}) => {
  await enter(page, '/plan/push-list')
  await expect(rows(page)).toHaveCount(20)
  await page.getByPlaceholder('输入机构名称或编码').fill('华南')
  await page.getByRole('option', { name: /华南信用卡中心/ }).click()
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page).toHaveURL(/orgId=\d+/)
  await expect(rows(page).first()).toContainText('华南信用卡中心')
  await page.reload()
  await expect(page.getByPlaceholder('输入机构名称或编码')).toHaveValue(/华南信用卡中心/)

  await visit(page, '/plan/push-list?status=accepted&stage=login&size=10')
  await expect(rows(page)).toHaveCount(10)
  const texts = await rows(page).allInnerTexts()
  expect(texts.every((text) => text.includes('已接收') && text.includes('联登'))).toBe(true)

  await page.getByRole('textbox', { name: '手机号' }).fill('13812')
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入完整手机号、前 3 位或后 4 位')).toBeVisible()
})

test('a record shows the sent data, masked; its user has the timeline, the pushes, and who read the personal data', async ({
  page,
}) => {
  await enter(page, '/plan/push-list?status=accepted')
  const panel = page.getByRole('dialog', { name: '推送详情' })
  await openBy(rows(page).first(), panel)
  await expect(panel.getByText(/"phone": "1\d\d\*{4}\d{4}"/)).toBeVisible()
  await expect(panel.getByText(/"code": "0"/)).toBeVisible()
  await expect(panel).toContainText('本页第 1 / 20 条')
  const first = page.url()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(panel).toContainText('本页第 2 / 20 条')
  await expect(page).not.toHaveURL(first)
  await panel.getByRole('link', { name: '查看用户' }).click()
  await expect(page).toHaveURL(/\/user\/list\?open=\d+/)
  const details = page.getByRole('dialog', { name: '用户详情' })
  await expect(details).toBeVisible()

  const { data } = await call(page, 'POST', '/user/push/page', { status: 'accepted', size: 1 })
  const { userId, orgName } = data.records[0]
  const whole = (await call(page, 'POST', `/user/${userId}/reveal`)).data
  for (const value of [whole.phone, whole.idNumber]) if (value) secret(value)

  await page.goto(`/user/list?open=${userId}`)
  await details.getByRole('tab', { name: '时间线' }).click()
  await expect(page).toHaveURL(/tab=timeline/)
  const story = details.getByRole('list', { name: '时间线' })
  await expect(story.getByText('完整信息被查看')).toBeVisible()
  await expect(story.getByText('资料已完善')).toBeVisible()
  await expect(story.getByText('注册', { exact: true })).toBeVisible()
  await page.reload()
  await expect(story.getByText('机构应答：已接收').first()).toBeVisible()

  await details.getByRole('tab', { name: '推送记录' }).click()
  await details
    .getByRole('link', { name: new RegExp(orgName) })
    .first()
    .click()
  await expect(page).toHaveURL(/\/plan\/push-list\?userId=\d+&open=\d+/)
  await expect(page.getByRole('dialog', { name: '推送详情' })).toContainText(orgName)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rows(page).first()).toContainText(orgName)
})
