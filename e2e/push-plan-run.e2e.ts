import { connectedOrg, runningPlan, startPartner } from './partner.ts'
import { call, enter, expect, rows, test } from './product.ts'

// Its people are pushed, which other journeys would see.
test.use({ leaves: 'money' })

test('a push plan is made, runs, pauses, goes on and ends; its figures are those of the push records', async ({
  page,
}) => {
  const stopPartner = await startPartner()
  try {
    const name = `推送旅程 ${Date.now()}`
    await enter(page, '/plan/push-list?tab=plans')
    const org = await connectedOrg(page, name)
    const planId = await runningPlan(page, org.id, name, { priceFen: 0 })
    const { data: made } = await call(page, 'POST', '/plan/push', {
      name,
      planId,
      schedule: 'now',
      perMinute: 60,
      cap: 8,
    })
    await page.goto(`/plan/push-list?tab=plans&open=${made.id}`)
    const panel = page.getByRole('dialog', { name: '推送计划详情' })
    await panel.getByRole('button', { name: '排期', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '排期' }).click()
    await expect(panel.getByText('正在推送，每分钟最多 60 人。')).toBeVisible()
    await expect(panel.getByText(/^已推送 [1-8] \/ 8 人/)).toBeVisible()
    await panel.getByRole('button', { name: '暂停' }).click()
    await expect(panel.getByText('已暂停，继续后从这里接着推送。')).toBeVisible()
    const pushedNow = async () =>
      (await call(page, 'POST', '/user/push/page', { pushPlanId: made.id })).data.total as number
    const { progress } = (await call(page, 'GET', `/plan/push/${made.id}`)).data
    await expect.poll(async () => pushedNow()).toBe(progress.pushed + progress.sent)
    const stopped = await pushedNow()
    await page.waitForTimeout(2_500)
    expect(await pushedNow()).toBe(stopped)
    expect(stopped).toBeLessThan(8)
    await panel.getByRole('button', { name: '继续' }).click()
    await expect(panel.getByText('已完成。')).toBeVisible()
    await expect(panel.getByText('已推送 8 / 8 人')).toBeVisible()
    const entrance = panel.getByRole('link', { name: '8', exact: true }).first()
    await entrance.click()
    await expect(page).toHaveURL(new RegExp(`pushPlanId=${made.id}`))
    await expect(rows(page)).toHaveCount(8)
    const { data: ended } = await call(page, 'GET', `/plan/push/${made.id}`)
    const { data: accepted } = await call(page, 'POST', '/user/push/page', {
      pushPlanId: made.id,
      status: 'accepted',
    })
    expect(ended.progress).toMatchObject({ pushed: 8, accepted: accepted.total })
  } finally {
    await stopPartner()
  }
})
