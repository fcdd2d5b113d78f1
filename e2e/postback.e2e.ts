import { once } from 'node:events'
import { createServer } from 'node:http'
import { callAs, newChannel } from './channel-call.ts'
import { partnerPort } from './own-product.ts'
import { enter, expect, freshPhone, type Page, rows, test } from './product.ts'

const port = partnerPort(Number(process.env.TEST_WORKER_INDEX ?? 0))

/** Plays an advertising platform: keeps what it was told, and refuses it for as long as it is out of order. */
async function startPlatform() {
  const told: { event_type: string; context: { ad: { callback: string } } }[] = []
  const state = { isBroken: false }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      told.push(JSON.parse(body))
      response.writeHead(state.isBroken ? 400 : 200, { 'content-type': 'application/json' })
      response.end(state.isBroken ? '{"code":4001,"message":"no such click"}' : '{"code":0}')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    told,
    state,
    end: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Reads the list again until its first row says this. */
const expectFirst = (page: Page, text: string) =>
  expect(async () => {
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(rows(page).first()).toContainText(text, { timeout: 1_000 })
  }).toPass()

test('a channel is told of a registration by a shipped platform, and a dead delivery is sent again', async ({
  page,
}) => {
  await enter(page)
  const platform = await startPlatform()
  try {
    const channel = await newChannel(page, '回传渠道')
    await page.goto(`/channel/detail?list=channel&id=${channel.id}`)
    await page.getByRole('link', { name: '回传', exact: true }).click()
    await page.getByRole('button', { name: '添加回传' }).click()
    await page.getByRole('combobox', { name: '平台' }).click()
    await page.getByRole('option', { name: /巨量引擎/ }).click()
    await page.getByRole('combobox', { name: /^事件/ }).click()
    await page.getByRole('option', { name: '注册' }).click()
    await page.getByRole('textbox', { name: /请求地址/ }).fill(`http://127.0.0.1:${port}/api/v2/conversion`)
    await expect(page.getByText('没有问题')).toBeVisible()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('heading', { name: '编辑回传' })).toBeVisible()

    const trial = page.getByRole('region', { name: '试用' })
    await trial.getByRole('button', { name: '试用' }).click()
    await expect(trial.getByText('读取结果：已接收')).toBeVisible()
    await expect(trial.getByText('active_register')).toBeVisible()
    expect(platform.told).toHaveLength(1)

    await page.getByRole('button', { name: '取消' }).click()
    await page.getByRole('link', { name: '投递记录' }).click()
    await callAs(page, channel, '/user', { phone: freshPhone(), clickId: 'click-of-a-journey' })
    await expectFirst(page, '已送达')
    await rows(page).first().click()
    const panel = page.getByRole('dialog', { name: '投递详情' })
    await expect(panel.getByText('"code":0')).toBeVisible()
    await expect(panel.getByText('active_register')).toBeVisible()
    expect(platform.told.at(-1)).toMatchObject({
      event_type: 'active_register',
      context: { ad: { callback: 'click-of-a-journey' } },
    })
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()

    platform.state.isBroken = true
    await callAs(page, channel, '/user', { phone: freshPhone(), clickId: 'another-click' })
    await expectFirst(page, '已放弃')
    platform.state.isBroken = false
    await rows(page).first().click()
    await panel.getByRole('button', { name: '重新投递' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '重新投递' }).click()
    await expect(panel.getByText('第 2 次')).toBeVisible()
    await expect(panel.getByText('已送达')).toBeVisible()
    expect(platform.told.filter(({ context }) => context.ad.callback === 'another-click')).toHaveLength(2)
  } finally {
    await platform.end()
  }
})
