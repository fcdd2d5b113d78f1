import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import './lib/node-version.mjs'
import { ensureBrowser, findChromium } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { at } from './lib/paths.mjs'
import { startProduct } from './lib/product.mjs'
import { main } from './lib/run.mjs'

const folder = at('.cache/screenshots')
/** The pictures that documents show. */
const shown = ['user-list-zh-light', 'user-drawer-en-dark']
const heights = { 1440: 900, 1280: 720, 390: 844 }
const inLanguage = (language, zh, en) => (language === 'zh-CN' ? zh : en)

const patience = { timeout: 8000 }

/** The scenes: an address, and the steps before the screenshot is taken. */
const scenes = [
  { name: 'login', path: '/login', isSignedOut: true },
  { name: 'home', path: '/home' },
  { name: 'user-list', path: '/user/list', ready: rowShown },
  { name: 'user-drawer', path: '/user/list', ready: rowShown, act: openFirstRow },
  { name: 'blacklist-dialog', path: '/user/black-list', ready: rowShown, act: openBlacklist },
  { name: 'settings', path: '/home', act: createSettings },
  { name: 'messages', path: '/home', act: openMessages },
  { name: 'feedback-drawer', path: '/user/feedback-list', ready: rowShown, act: openFirstRow },
  { name: 'channel-list', path: '/channel/list', ready: rowShown },
  { name: 'org-list', path: '/org/list', ready: rowShown },
  { name: 'org-drawer', path: '/org/list', ready: rowShown, act: openFirstRow },
  { name: 'plan-list', path: '/plan/list', ready: rowShown },
  { name: 'plan-form', path: '/plan/list', ready: rowShown, act: openPlan },
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
 * change; `npm run screenshots home` takes some. Those that documents show are copied to `docs/screenshots`.
 */
await main(async () => {
  const wanted = process.argv.slice(2)
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
    for (const scene of scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      for (const language of ['zh-CN', 'en-US'])
        for (const theme of ['light', 'dark'])
          for (const width of Object.keys(heights).filter((each) => each !== '1280' || theme === 'light'))
            await take(browser, product.origin, session, scene, { language, theme, width: Number(width) })
      console.log(`${scene.name} done`)
    }
    for (const name of shown)
      if (existsSync(join(folder, `${name}.png`)))
        copyFileSync(join(folder, `${name}.png`), at('docs/screenshots', `${name}.png`))
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

async function take(browser, origin, session, scene, { language, theme, width }) {
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
  const name = `${scene.name}-${language.slice(0, 2)}-${theme}${width === 1440 ? '' : `-${width}`}.png`
  try {
    await page.goto(scene.path)
    // Does not wait for an idle network, because the stream of messages never ends.
    await page.locator('h1, h2, form').filter({ visible: true }).first().waitFor(patience)
    await scene.ready?.(page)
    await scene.act?.(page, language)
    await page.waitForTimeout(700)
    await page.screenshot({ path: `${folder}/${name}`, animations: 'disabled' })
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

async function openPlan(page, language) {
  const name = inLanguage(language, '添加计划', 'Add plan')
  await page.getByRole('button', { name }).click(patience)
  await page.getByRole('heading', { name }).waitFor(patience)
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
