import { mkdirSync } from 'node:fs'
import './lib/node-version.mjs'
import { ensureBrowser, findChromium } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { at } from './lib/paths.mjs'
import { startProduct } from './lib/product.mjs'
import { main } from './lib/run.mjs'

const folder = at('docs/screenshots')
const widths = { 1440: 900, 390: 844 }
const inLanguage = (language, zh, en) => (language === 'zh-CN' ? zh : en)

const patience = { timeout: 8000 }

/** The scenes: an address, and the steps before the screenshot is taken. */
const scenes = [
  { name: 'login', path: '/login', isSignedOut: true },
  { name: 'home', path: '/home' },
  { name: 'user-list', path: '/user/list', ready: rowShown },
  { name: 'user-drawer', path: '/user/list', ready: rowShown, act: openFirstRow },
  { name: 'blacklist-dialog', path: '/user/black-list', ready: rowShown, act: openForm },
  { name: 'settings', path: '/home', act: openSettings },
  { name: 'messages', path: '/home', act: openMessages },
  { name: '403', path: '/exception/403' },
]

/** Every scene in both languages and themes, wide and narrow, as PNG files; `npm run screenshots home` takes some. */
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
    for (const scene of scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      for (const language of ['zh-CN', 'en-US'])
        for (const theme of ['light', 'dark'])
          for (const width of Object.keys(widths))
            await take(browser, product.origin, session, scene, { language, theme, width: Number(width) })
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

async function take(browser, origin, session, scene, { language, theme, width }) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: widths[width] },
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

async function openForm(page, language) {
  await page
    .getByRole('button', { name: inLanguage(language, '添加黑名单', 'Add to blacklist') })
    .click(patience)
  await page.getByRole('dialog').waitFor(patience)
}

async function openSettings(page, language) {
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
