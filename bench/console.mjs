import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/lib/browser.mjs'
import { build } from '../scripts/lib/build.mjs'
import { at, bin } from '../scripts/lib/paths.mjs'
import { startProduct } from '../scripts/lib/product.mjs'
import { run as runTool } from '../scripts/lib/run.mjs'
import { median, table } from './lib/figures.mjs'
import { record } from './lib/targets.mjs'

const slow = { cpu: 4, latency: 60, throughput: (9 * 1_000_000) / 8 }
const coldRounds = 5
const warmRounds = 12
const row = 'tbody tr[data-index]'
/** Milliseconds after the page is usable in which it must neither move nor ask for the same again. */
const settling = 5_000
/** The pages of a first visit, by the name of their figures, and what is there when a page can be used. */
const looks = {
  home: ['/home', 'main h2, main h3'],
  users: ['/user/list', row],
  plans: ['/plan/list', row],
  plan: ['/plan/edit?id={plan}', 'main form [name=name]'],
  report: ['/chart/channel-list-profit', row],
}

/** Measures the built console in a real browser: first visits on a slow machine and network, then the cost of navigation. */
export async function run() {
  await build()
  await runTool(bin('vite'), ['build', '--config', 'test/fixture/vite.config.ts', '--logLevel', 'warn'], {
    cwd: at('apps/console'),
  })
  const product = await startProduct({ users: 10_000 })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--enable-precise-memory-info'],
  })
  try {
    const session = await signIn(product.origin)
    const open = () => openPage(browser, product.origin, session)
    console.log(
      `First visit, CPU ×${slow.cpu} slower, 9 Mbit/s, ${slow.latency} ms round trip, median of ${coldRounds}:\n`,
    )
    const cold = [
      await coldLoad(browser, product.origin, null, 'login', '/login', 'form button[type=submit]'),
    ]
    const plan = await firstPlan(product.origin, session)
    for (const [name, [path, usable]] of Object.entries(looks))
      cold.push(await coldLoad(browser, product.origin, session, name, path.replace('{plan}', plan), usable))
    const head = [
      'page',
      'first paint, ms',
      'usable, ms',
      'blocked, ms',
      'layout shift',
      'kB',
      'requests',
      'asked twice',
    ]
    console.log(table(head, cold))
    console.log(`\nWithout throttling, median of ${warmRounds} (worst):\n`)
    const warm = [await routeSwitch(open), await tabSwitch(open), await scroll(open)]
    console.log(table(['what', 'main thread, ms', 'limit'], warm))
    console.log(
      `\nHeap, MB:\n\n${table(['state', 'all', 'compiled code', 'objects, functions, texts'], await heap(open))}`,
    )
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function signIn(origin) {
  const answer = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'admin' }),
  })
  return (await answer.json()).data
}

async function firstPlan(origin, { token }) {
  const answer = await fetch(`${origin}/api/plan/page`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify({ current: 1, size: 10 }),
  })
  return (await answer.json()).data.records[0].id
}

async function openPage(browser, origin, session) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
  })
  if (session) {
    await context.addInitScript((kept) => {
      localStorage.setItem('token', kept.token)
      localStorage.setItem('user_info', JSON.stringify(kept))
    }, session)
  }
  await context.addInitScript(watchLook)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // CPU time of the thread, not elapsed time, so that other programs do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devtools, close: () => context.close() }
}

/** Runs in the page: notes its long tasks and layout shifts. */
function watchLook() {
  window.look = { tasks: [], shift: 0 }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('longtask', ({ startTime, duration }) => window.look.tasks.push([startTime, duration]))
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) window.look.shift += value
  })
}

async function coldLoad(browser, origin, session, name, path, usable) {
  const rounds = []
  for (let round = 0; round < coldRounds; round++) {
    const { page, devtools, close } = await openPage(browser, origin, session)
    let bytes = 0
    let requests = 0
    const asked = new Map()
    page.on('request', (request) => {
      const call = `${request.method()} ${request.url()} ${request.postData() ?? ''}`
      if (request.url().includes('/api/')) asked.set(call, (asked.get(call) ?? 0) + 1)
    })
    await devtools.send('Network.enable')
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests++
    })
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latency,
      downloadThroughput: slow.throughput,
      uploadThroughput: slow.throughput,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
    await page.goto(path, { waitUntil: 'commit' })
    const usableAt = await page
      .waitForFunction((selector) => document.querySelector(selector) && performance.now(), usable, {
        polling: 'raf',
      })
      .then((handle) => handle.jsonValue())
    const paint = await page
      .waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
      .then((handle) => handle.jsonValue())
    await page.waitForTimeout(settling)
    const { tasks, shift } = await page.evaluate(() => window.look)
    const blocked = tasks
      .filter(([start]) => start < usableAt)
      .reduce((sum, [, duration]) => sum + duration - 50, 0)
    const twice = [...asked.values()].reduce((sum, times) => sum + times - 1, 0)
    rounds.push({ paint, usableAt, blocked, shift, bytes, requests, twice })
    await close()
  }
  const of = (key) => median(rounds.map((round) => round[key]))
  if (name in looks) {
    record(`console.${name}.usable`, of('usableAt'))
    record(`console.${name}.blocked`, of('blocked'))
    record(`console.${name}.shift`, of('shift'))
    record(`console.${name}.requests`, of('requests'))
    record(`console.${name}.twice`, of('twice'))
  }
  return [
    name,
    of('paint').toFixed(0),
    of('usableAt').toFixed(0),
    of('blocked').toFixed(0),
    of('shift').toFixed(3),
    (of('bytes') / 1000).toFixed(0),
    of('requests'),
    of('twice'),
  ]
}

/** Milliseconds of main-thread work for an action, including its last frame. */
async function taskTime({ page, devtools }, act) {
  const total = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
  const before = await total()
  await act()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  return (await total()) - before
}

const figure = (name, times, limit) => [
  name,
  `${median(times).toFixed(1)} (${Math.max(...times).toFixed(1)})`,
  limit,
]

const linkTo = (page, path) => page.locator(`aside nav a[href="${path}"]`)

/** Opens a page by the menu whose tab was closed, so that it mounts again with its code already loaded. */
async function routeSwitch(open) {
  const opened = await open()
  const { page } = opened
  await page.goto('/user/list')
  await page.locator(row).first().waitFor()
  const times = []
  for (let round = 0; round < warmRounds + 2; round++) {
    await page
      .locator('nav li button[aria-label^="关闭"]')
      .last()
      .click()
      .catch(() => undefined)
    await page.waitForTimeout(700)
    const isList = page.url().includes('/user/list')
    const [path, heading] = isList ? ['/user/black-list', '/user/black-list'] : ['/user/list', '/user/list']
    const time = await taskTime(opened, async () => {
      await linkTo(page, path).evaluate((link) => link.click())
      await page.waitForURL(`**${heading}`)
      await page.locator(row).filter({ visible: true }).first().waitFor()
      await page.waitForTimeout(300)
    })
    if (round > 1) times.push(time)
  }
  await opened.close()
  return figure('Route switch, list to list, with its answer', times, '< 100')
}

/** Switches between two tabs whose pages are kept. */
async function tabSwitch(open) {
  const opened = await open()
  const { page } = opened
  for (const path of ['/user/black-list', '/user/list']) {
    if (path === '/user/black-list') await page.goto(path)
    else await linkTo(page, path).click()
    await page.locator(row).filter({ visible: true }).first().waitFor()
  }
  await page.waitForTimeout(1000)
  const times = []
  for (let round = 0; round < warmRounds + 2; round++) {
    const path = round % 2 === 0 ? '/user/black-list' : '/user/list'
    const time = await taskTime(opened, async () => {
      await linkTo(page, path).evaluate((link) => link.click())
      await page.waitForURL(`**${path}`)
      await page.waitForTimeout(200)
    })
    if (round > 1) times.push(time)
  }
  await opened.close()
  return figure('Switch to a kept tab', times, '< 30')
}

/** Scrolls ten thousand rows from top to bottom in 120 frames. */
async function scroll(open) {
  const opened = await open()
  const { page } = opened
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  await page.route('**/fixture/**', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/fixture/', '')
    return route.fulfill({
      body: readFileSync(at('.cache/fixture', name)),
      headers: { 'content-type': types[extname(name)] ?? 'text/plain' },
    })
  })
  await page.goto('/fixture/table.html')
  await page.locator(row).first().waitFor()
  const frames = 120
  let seconds = 0
  const time = await taskTime(opened, async () => {
    seconds = await page.evaluate(async (count) => {
      const box = document.querySelector('[role=region]')
      const began = performance.now()
      for (let frame = 1; frame <= count; frame++) {
        box.scrollTop = ((box.scrollHeight - box.clientHeight) * frame) / count
        await new Promise(requestAnimationFrame)
      }
      return (performance.now() - began) / 1000
    }, frames)
  })
  await opened.close()
  return [
    `Scroll 10,000 rows (${(frames / seconds).toFixed(0)} frames a second), per frame`,
    (time / frames).toFixed(1),
    '–',
  ]
}

/** Opens every route by the menu and closes all tabs; three rounds, because the first one also loads the code of every page. */
async function heap(open) {
  const { page, devtools, close } = await open()
  await page.goto('/home')
  await linkTo(page, '/user/list').waitFor({ state: 'attached' })
  await page.waitForTimeout(2000)
  const go = async () => {
    const paths = await page
      .locator('aside nav a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    for (const path of paths) {
      await linkTo(page, path).evaluate((link) => link.click())
      await page.waitForURL(`**${path}`)
      await page.waitForTimeout(250)
    }
    const closers = page.locator('nav li button[aria-label^="关闭"]')
    while ((await closers.count()) > 0) await closers.last().evaluate((button) => button.click())
    await linkTo(page, '/home').evaluate((link) => link.click())
    await page.waitForTimeout(1000)
  }
  const before = await heapParts(devtools)
  await go()
  const first = await heapParts(devtools)
  await go()
  const second = await heapParts(devtools)
  await close()
  const figures = ({ all, code, held }, than) =>
    [all, code, held].map((bytes, at) => {
      const change = than && (bytes / [than.all, than.code, than.held][at] - 1) * 100
      return (bytes / 1_000_000).toFixed(2) + (than ? ` (${change.toFixed(1)}%)` : '')
    })
  return [
    ['home, fresh', ...figures(before)],
    ['all routes opened once, tabs closed; against fresh, limit 15%', ...figures(first, before)],
    ['and once more; against the round before', ...figures(second, first)],
  ]
}

/** Bytes of the heap: the total, the compiled code of V8, and the console's own objects, functions and texts. */
async function heapParts(devtools) {
  for (let turn = 0; turn < 3; turn++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize: all } = await devtools.send('Runtime.getHeapUsage')
  const chunks = []
  const keep = ({ chunk }) => chunks.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', keep)
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devtools.off('HeapProfiler.addHeapSnapshotChunk', keep)
  const { snapshot, nodes } = JSON.parse(chunks.join(''))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const of = { code: 0, held: 0 }
  const parts = { code: 'code', object: 'held', closure: 'held', string: 'held', array: 'held' }
  for (let at = 0; at < nodes.length; at += fields.length) {
    const part = parts[types[0][nodes[at + fields.indexOf('type')]]]
    if (part) of[part] += nodes[at + fields.indexOf('self_size')]
  }
  return { all, ...of }
}
