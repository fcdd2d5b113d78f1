import { once } from 'node:events'
import { createServer } from 'node:http'
import { fresh } from './accounts.ts'
import { callAs, newChannel } from './channel-call.ts'
import { partnerPort } from './own-product.ts'
import { call, enter, expect, freshPhone, type Page, rows, test } from './product.ts'

const port = partnerPort(Number(process.env.TEST_WORKER_INDEX ?? 0))
const origin = `http://127.0.0.1:${port}`

/** Plays the robot of a WeCom group, and a platform that takes nothing. */
async function startOutside() {
  const told: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      const isRobot = request.url?.startsWith('/cgi-bin/webhook/send?key=') === true
      if (isRobot) told.push(JSON.parse(body).markdown.content)
      response.writeHead(isRobot ? 200 : 410, { 'content-type': 'application/json' })
      response.end(isRobot ? '{"errcode":0,"errmsg":"ok"}' : '{}')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    told,
    end: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A postback that says nothing but its event. */
const template = {
  secrets: [],
  maps: [],
  request: {
    method: 'POST',
    url: `${origin}/taken`,
    headers: [],
    timeoutMs: 5_000,
    content: 'json',
    body: '{"event": {{ event }}}',
    sign: null,
    seal: null,
    envelope: null,
  },
  signing: 'none',
  batch: null,
  reply: {
    format: 'text',
    statuses: [200],
    refusedStatuses: [410],
    outcomes: [{ when: [], outcome: 'ok' }],
    reason: null,
  },
}

const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '投递' }).getByRole('link', { name, exact: true })

test('a robot is set up and tried, the table says what it is told of, and a dead delivery is told to its group', async ({
  page,
}) => {
  await enter(page, '/admin/setting?group=notices')
  const outside = await startOutside()
  const [robot, hook] = [fresh('值班群'), fresh('投放平台')]
  try {
    await page.getByRole('button', { name: '添加通知目标' }).click()
    const form = page.getByRole('dialog', { name: '添加通知目标' })
    await form.getByRole('textbox', { name: /名称/ }).fill(robot)
    await form
      .getByRole('textbox', { name: /机器人地址/ })
      .fill(`${origin}/cgi-bin/webhook/send?key=journey-key`)
    await form.getByRole('button', { name: '保存' }).click()
    const panel = page.getByRole('dialog', { name: robot })
    await panel.getByRole('button', { name: '发送测试' }).click()
    await expect(panel.getByText('读取结果：已接收')).toBeVisible()
    await expect(panel.getByText('journey-key')).toHaveCount(0)
    expect(outside.told).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()

    await view(page, '通知内容').click()
    const cell = page.getByRole('checkbox', { name: `把“投递失败”发往“${robot}”` })
    await expect(cell).not.toBeChecked()
    await cell.check()
    await expect(page.getByRole('table', { name: '通知内容与目标' })).toHaveAttribute('aria-busy', 'false')
    await page.reload()
    await expect(cell).toBeChecked()

    const channel = await newChannel(page, '通知渠道')
    const postback = { channelId: channel.id, name: hook, event: 'registered', isOn: true, template }
    expect(await call(page, 'POST', '/row/postback', postback)).toMatchObject({ code: '0000' })
    await callAs(page, channel, '/user', { phone: freshPhone() })
    await expect
      .poll(async () => {
        await call(page, 'POST', '/job/run', { name: 'notice-watch' })
        return outside.told.filter((text) => text.includes(hook))
      })
      .toHaveLength(1)
    expect(outside.told.at(-1)).toContain('今天有 1 条未能送达')

    await view(page, '投递记录').click()
    await page.getByRole('combobox', { name: '目标' }).click()
    await page.getByRole('option', { name: robot }).click()
    await expect(async () => {
      await page.getByRole('button', { name: '刷新' }).click()
      await expect(rows(page).first()).toContainText('已送达', { timeout: 1_000 })
    }).toPass()
    await rows(page).first().click()
    const delivery = page.getByRole('dialog', { name: '投递详情' })
    await expect(delivery.getByText(`投递失败 · ${robot}`)).toBeVisible()
    await expect(delivery.getByText('"errcode":0')).toBeVisible()
    await expect(delivery.getByText('journey-key')).toHaveCount(0)
  } finally {
    await outside.end()
  }
})
