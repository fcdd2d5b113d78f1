import { mkdirSync, writeFileSync } from 'node:fs'
import './lib/node-version.mjs'
import { ensureBrowser, findChromium } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { at } from './lib/paths.mjs'
import { startProduct } from './lib/product.mjs'
import { main } from './lib/run.mjs'

const folder = at('.cache/screenshots')
/** The pictures that documents show, each with its look. */
const shown = [
  'home-zh-light',
  'user-list-zh-light',
  'user-drawer-en-dark',
  'channel-zh-light',
  'org-zh-light',
  'connection-en-light',
  'plan-zh-light',
  'report-zh-light',
  'ledger-en-dark',
  'lead-board-zh-light',
  'lead-en-light',
  'setting-en-light',
  'home-en-dark-390',
]
const heights = { 1440: 900, 1280: 720, 390: 844 }
const inLanguage = (language, zh, en) => (language === 'zh-CN' ? zh : en)

const patience = { timeout: 8000 }

/** The scenes: an address, in which `{org}` is the first of the records, and the steps before the screenshot is taken. */
const scenes = [
  { name: 'login', path: '/login', isSignedOut: true },
  { name: 'home', path: '/home' },
  { name: 'user-list', path: '/user/list', ready: rowShown },
  { name: 'user-drawer', path: '/user/list', ready: rowShown, act: openFirstRow },
  { name: 'blacklist-dialog', path: '/user/black-list', ready: rowShown, act: openBlacklist },
  { name: 'settings', path: '/home', act: createSettings },
  { name: 'messages', path: '/home', act: openMessages },
  { name: 'feedback-drawer', path: '/user/feedback-list', ready: rowShown, act: openFirstRow },
  { name: 'channel', path: '/channel/detail?list=channel&id={channel}' },
  { name: 'org', path: '/org/detail?list=org&id={org}' },
  { name: 'connection', path: '/org/connection?list=org&id={org}' },
  { name: 'plan', path: '/plan/edit?id={plan}' },
  { name: 'report', path: '/chart/channel-list?preset=last7&by=channel', ready: rowShown },
  { name: 'ledger', path: '/finance/ledger', ready: rowShown },
  { name: 'lead-board', path: '/crm/clue?look=board' },
  { name: 'lead', path: '/crm/clue', ready: rowShown, act: openFirstRow },
  { name: 'setting', path: '/admin/setting' },
  { name: 'channel-list', path: '/channel/list', ready: rowShown },
  { name: 'org-list', path: '/org/list', ready: rowShown },
  { name: 'org-drawer', path: '/org/list', ready: rowShown, act: openFirstRow },
  { name: 'plan-list', path: '/plan/list', ready: rowShown },
  { name: 'push-plan-list', path: '/plan/push-list?tab=plans', ready: rowShown },
  { name: 'product-list', path: '/product/list', ready: rowShown },
  { name: 'role-dialog', path: '/admin/role-list', ready: rowShown, act: openRole },
  { name: 'audit-log', path: '/admin/audit-log', ready: rowShown },
  { name: 'empty-list', path: '/user/list?name=%E6%9F%A5%E6%97%A0%E6%AD%A4%E4%BA%BA', ready: emptyShown },
  { name: '403', path: '/exception/403' },
  { name: '404', path: '/no/such/page' },
]

/**
 * Every scene in both languages and themes, wide and narrow, in light also at 1280, as PNG files in `.cache/screenshots`, for who reviews a
 * change; `npm run screenshots home` takes some, and `npm run screenshots documents` only what documents show, which is also kept in
 * `docs/screenshots`, as WebP because it is much smaller.
 */
await main(async () => {
  const isForDocuments = process.argv[2] === 'documents'
  const wanted = isForDocuments ? [] : process.argv.slice(2)
  await install()
  await ensureBrowser()
  await build()
  mkdirSync(folder, { recursive: true })
  const { chromium } = await import('playwright-core')
  const product = await startProduct()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const session = await signIn(product.origin)
    await makeHistory(product.origin, session.token)
    const ids = await idsOf(product.origin, session.token)
    for (const scene of scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      for (const language of ['zh-CN', 'en-US'])
        for (const theme of ['light', 'dark'])
          for (const width of Object.keys(heights).filter((each) => each !== '1280' || theme === 'light')) {
            const look = { language, theme, width: Number(width) }
            if (!isForDocuments || shown.includes(nameOf(scene, look)))
              await take(browser, product.origin, { session, ids }, scene, look)
          }
      console.log(`${scene.name} done`)
    }
  } finally {
    await browser.close()
    await product.stop()
  }
})

async function signIn(origin) {
  const answer = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'admin' }),
  })
  return (await answer.json()).data
}

/** A few writes, so that the audit log has something to show. */
async function makeHistory(origin, token) {
  const write = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', token }
    const answer = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()).data
  }
  const entry = { kind: 'ip', value: '203.0.113.9', reason: '多次异常注册' }
  const { id, version } = await write('POST', '/blacklist', entry)
  await write('PUT', '/blacklist', { id, version, reason: '同一地址注册过多', remark: '已核实' })
  await write('POST', '/role', {
    code: 'support',
    name: '客服',
    dataScope: 'all',
    nodes: ['UserList', 'user:page'],
  })
  await write('DELETE', `/blacklist/${id}`)
}

/** The id of the first record of each kind that an address can name. */
async function idsOf(origin, token) {
  const first = async (kind, filter) => {
    const answer = await fetch(`${origin}/api/${kind}/page`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify({ current: 1, size: 1, ...filter }),
    })
    return [kind, (await answer.json()).data.records[0].id]
  }
  const kinds = [
    first('channel'),
    first('org', { name: '华南信用卡中心' }),
    first('plan', { status: 'running' }),
  ]
  return Object.fromEntries(await Promise.all(kinds))
}

function nameOf(scene, { language, theme, width }) {
  return `${scene.name}-${language.slice(0, 2)}-${theme}${width === 1440 ? '' : `-${width}`}`
}

async function take(browser, origin, { session, ids }, scene, look) {
  const { language, theme, width } = look
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: heights[width] },
    locale: language,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  const kept = { 'arco-locale': language, 'arco-theme': theme }
  if (!scene.isSignedOut) Object.assign(kept, { token: session.token, user_info: JSON.stringify(session) })
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, kept)
  const page = await context.newPage()
  const name = nameOf(scene, look)
  try {
    await page.goto(scene.path.replace(/\{(\w+)\}/, (_, kind) => ids[kind]))
    // Does not wait for an idle network, because the stream of messages never ends.
    await page.locator('h1, h2, form').filter({ visible: true }).first().waitFor(patience)
    await scene.ready?.(page)
    await scene.act?.(page, language)
    await page.waitForTimeout(700)
    await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
    if (shown.includes(name)) {
      const devtools = await context.newCDPSession(page)
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
      writeFileSync(at('docs/screenshots', `${name}.webp`), Buffer.from(data, 'base64'))
    }
  } catch (error) {
    console.log(`${name} could not be taken: ${error.message.split('\n')[0]}`)
  } finally {
    await context.close()
  }
}

function rowShown(page) {
  return page.locator('tbody tr[data-index]').first().waitFor(patience)
}

async function openFirstRow(page) {
  await page.locator('tbody tr[data-index] td').nth(2).click(patience)
  await page.getByRole('dialog').waitFor(patience)
}

function emptyShown(page) {
  return page.locator('svg[viewBox="0 0 140 100"]').first().waitFor(patience)
}

async function openRole(page, language) {
  await openForm(page, inLanguage(language, '添加角色', 'Add role'))
  await page.getByRole('dialog').getByRole('tree').waitFor(patience)
}

function openBlacklist(page, language) {
  return openForm(page, inLanguage(language, '添加黑名单', 'Add to blacklist'))
}

async function openForm(page, name) {
  await page.getByRole('button', { name }).click(patience)
  await page.getByRole('dialog').waitFor(patience)
}

async function createSettings(page, language) {
  await page
    .getByRole('button', { name: inLanguage(language, '页面配置', 'Settings') })
    .first()
    .click(patience)
  await page.getByRole('dialog').waitFor(patience)
}

async function openMessages(page, language) {
  const name = inLanguage(language, /消息/, /message/i)
  await page.getByRole('button', { name }).first().click(patience)
}
