import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { call, enter, expect, type Page, rows, test } from './product.ts'

const repository = join(import.meta.dirname, '..')
/** A port of its own for the partner of each worker; the product of this worker may call it. */
const port = 39_200 + Number(process.env.TEST_WORKER_INDEX ?? 0)
process.env.INTERNAL_PARTNERS = `127.0.0.1:${port}`
// Its people are pushed, which other journeys would see.
test.use({ leaves: 'pushes' })

/** Starts the built-in partner. */
async function startPartner() {
  const child = spawn(process.execPath, [join(repository, 'apps/server/dist/commands/partner.js')], {
    env: { PATH: process.env.PATH, PARTNER_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(child.stderr, 'data')
  return child
}

const reply = {
  ...{ format: 'json', statuses: [200], failedStatuses: [429, 500], unseal: null, price: null, url: null },
  outcomes: [
    { when: [{ path: '$.code', is: ['0'] }], outcome: 'accepted' },
    { when: [{ path: '$.code', is: ['2001'] }], outcome: 'rejected' },
  ],
  ...{ reason: '$.message', externalId: '$.data.orderId', agreements: null },
}
const template = (code: string) => ({
  ...{ secrets: [], maps: [] },
  stages: {
    submit: {
      ...{ method: 'POST', url: `http://127.0.0.1:${port}/${code}/submit`, headers: [], timeoutMs: 3_000 },
      ...{ content: 'json', body: '{"requestId": {{ requestId }}, "phone": {{ phone }}}' },
      ...{ sign: null, seal: null, envelope: null, reply },
    },
  },
})

/** An enabled organization that the partner plays, and its running plan without a price. */
async function connectedPlan(page: Page, name: string): Promise<string> {
  const { data: org } = await call(page, 'POST', '/org', {
    ...{ name, flow: 'full', pushUrl: 'https://partner.example.com/push' },
  })
  const saved = await call(page, 'PUT', `/org/${org.id}/template`, {
    template: template(org.code),
    version: 0,
  })
  expect(saved).toMatchObject({ code: '0000' })
  const { data: fresh } = await call(page, 'GET', `/org/${org.id}`)
  expect((await call(page, 'POST', `/org/${org.id}/enable`, { version: fresh.version })).code).toBe('0000')
  const { data: plan } = await call(page, 'POST', '/plan', {
    ...{ orgId: org.id, name, flow: 'full', priceFen: 0, startsOn: '2026-01-01' },
  })
  expect((await call(page, 'POST', `/plan/${plan.id}/start`, { version: plan.version })).code).toBe('0000')
  return plan.id
}

test('a push plan is made, runs, pauses, goes on and ends; its figures are those of the push records', async ({
  page,
}) => {
  const partner = await startPartner()
  try {
    const name = `推送旅程 ${Date.now()}`
    await enter(page, '/plan/push-list?tab=plans')
    const planId = await connectedPlan(page, name)
    const { data: made } = await call(page, 'POST', '/plan/push', {
      ...{ name, planId, schedule: 'now', perMinute: 60, cap: 8 },
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
    await expect(panel.getByText('已完成。')).toBeVisible({ timeout: 30_000 })
    await expect(panel.getByText('已推送 8 / 8 人')).toBeVisible()
    const door = panel.getByRole('link', { name: '8', exact: true }).first()
    await door.click()
    await expect(page).toHaveURL(new RegExp(`pushPlanId=${made.id}`))
    await expect(rows(page)).toHaveCount(8)
    const { data: ended } = await call(page, 'GET', `/plan/push/${made.id}`)
    const { data: accepted } = await call(page, 'POST', '/user/push/page', {
      ...{ pushPlanId: made.id, status: 'accepted' },
    })
    expect(ended.progress).toMatchObject({ pushed: 8, accepted: accepted.total })
  } finally {
    partner.kill()
  }
})
