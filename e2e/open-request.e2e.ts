import { newChannel, signedCall } from './channel-call.ts'
import { call, enter, expect, type Page, rows, test } from './product.ts'

/** A visit that is signed as the guide says. @param signer the secret that signs it */
function signedVisit(key: string, signer: string) {
  const visit = { visitorId: 'a-visitor-of-a-journey', page: '/card', at: new Date().toISOString() }
  const from = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' }
  const { headers, body } = signedCall({ key, secret: signer }, '/visit', { visits: [{ ...visit, ...from }] })
  const pasted = [
    'POST /open/visit HTTP/1.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\n')
  return { headers, body, pasted }
}
const send = async (page: Page, { headers, body }: ReturnType<typeof signedVisit>) =>
  (await page.request.post('/open/visit', { headers, data: body })).json()

test('a refused request is found in the log, and the signing page says what is wrong with it', async ({
  page,
}) => {
  await enter(page)
  const channel = await newChannel(page, '签名渠道', { isSandbox: true })
  const right = signedVisit(channel.key, channel.secret)
  const wrong = signedVisit(channel.key, 'whsec_of-somebody-else')
  expect(await send(page, right)).toMatchObject({ code: '0000', data: { counted: 1 } })
  expect((await send(page, wrong)).code).not.toBe('0000')

  await page.goto(`/channel/list?open=${channel.id}`)
  const panel = page.getByRole('dialog', { name: '渠道详情' })
  await panel.getByRole('link', { name: '接口请求日志' }).click()
  await expect(page).toHaveURL(/\/channel\/requests\?/)
  // Requests are logged in batches, a moment after they were answered.
  const logged = async () =>
    (await call(page, 'POST', `/row/channel/${channel.id}/requests/page`, {})).data.total
  await expect.poll(logged).toBe(2)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('结果', { exact: true }).click()
  await page.getByRole('option', { name: '被拒绝' }).click()
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('签名')

  await page.goto(page.url().replace('/requests', '/signing'))
  const whole = page.getByLabel('完整请求')
  await whole.fill(wrong.pasted)
  await page.getByRole('button', { name: '核对', exact: true }).click()
  await expect(page.getByText('不正确').first()).toBeVisible()
  await whole.fill(right.pasted)
  await page.getByRole('button', { name: '核对', exact: true }).click()
  await expect(page.getByText(/^签名正确，/)).toBeVisible()
})
