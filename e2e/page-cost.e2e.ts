import type { Browser, Route } from '@playwright/test'
import { everyPath } from './addresses.ts'
import { openPage, settled } from './frame.ts'
import { call, enter, expect, type Page, test } from './product.ts'
import { blockStream } from './server-menu.ts'

/*
 * What the first visit to a page costs, with nothing in the browser's cache: how many requests it sends, and how much of what a reader
 * already sees moves while the rest arrives. Requests are counted, not timed.
 */

const most = 25
const mostShift = 0.02

/** A wide window, where requests are counted too, and that of a phone. */
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** How many pages load at once. */
const atOnce = 4

test('the first visit to a page sends few requests, asks for no list twice, and nothing moves', async ({
  page,
  browser,
  baseURL,
}) => {
  // More than a hundred loads.
  test.setTimeout(900_000)
  await enter(page)
  const paths = ['/home', ...(await everyPath(page)), ...(await besideMenu(page))]
  const state = await page.context().storageState()
  await page.close()
  const found: string[] = []
  const look = async () => {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      const [name = path] = path.split('?')
      const { requests, twice, shift, onPhone } = await visitTwice(
        browser,
        { baseURL, storageState: state },
        path,
      )
      if (requests > most) found.push(`${name} sends ${requests} requests, more than ${most}`)
      if (shift >= mostShift) found.push(`${name} moves by ${shift.toFixed(3)}`)
      if (onPhone >= mostShift) found.push(`${name} moves by ${onPhone.toFixed(3)} on a phone`)
      for (const list of twice) found.push(`${name} asks twice: ${list}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, look))
  expect(found).toEqual([])
})

test('a list that is hidden stays the same kind of box, or the browser would lay it out anew when it is shown', async ({
  page,
}) => {
  await enter(page)
  await openPage(page, '用户管理', '用户列表')
  const box = page.locator('main > :has(> div > [data-list])')
  await expect(box).toHaveCount(1)
  await expect(box).toHaveCSS('display', 'flex')
  await openPage(page, '用户管理', '黑名单')
  const hidden = page.locator('main > [data-resting]:has([data-list])')
  await expect(hidden).toHaveCount(1)
  await expect(hidden).toHaveCSS('display', 'flex')
  await expect(hidden).toHaveCSS('content-visibility', 'hidden')
})

/** Pages about one record, and others that the menu does not have. */
async function besideMenu(page: Page): Promise<string[]> {
  const first = async (of: string) =>
    (await call(page, 'POST', `/${of}/page`, { size: 1 })).data.records[0].id
  const [org, channel, plan] = await Promise.all([first('org'), first('channel'), first('plan')])
  const pagesOf = (of: string, id: string, names: string[]) =>
    names.map((name) => `/${of}/${name}?list=${of}&id=${id}`)
  return [
    ...pagesOf('org', org, ['detail', 'connection', 'webhook', 'requests', 'guide', 'signing']),
    ...pagesOf('channel', channel, ['detail', 'postback', 'requests', 'guide', 'signing']),
    `/plan/edit?id=${plan}`,
    '/plan/edit',
    '/export-center',
    '/report-watch',
    '/user-center',
    '/user-settings',
  ]
}

/** Visits a page in a browser that knows nothing of it, and again on a phone. */
async function visitTwice(browser: Browser, options: Parameters<Browser['newContext']>[0], path: string) {
  const context = await browser.newContext({
    ...options,
    viewport: wide,
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(noteShifts)
    // What others change meanwhile, and jobs that run, are read again, which is not what a visit costs.
    await blockStream(page)
    await keepFirstAnswer(page, '**/api/job/queue')
    const sent: string[] = []
    page.on('request', (request) =>
      sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
    )
    const shiftOf = async () => {
      await quiet(page, sent)
      return page.evaluate(() => (window as unknown as Shifting).shift)
    }
    await page.goto(path)
    const shift = await shiftOf()
    // A poll asks for the same again, which is no further request of the visit.
    const requests = new Set(sent).size
    const lists = sent.filter((each) => /\/page /.test(each))
    await page.setViewportSize(narrow)
    await page.reload()
    return {
      requests,
      twice: lists.filter((each, at) => lists.indexOf(each) !== at),
      shift,
      onPhone: await shiftOf(),
    }
  } finally {
    await context.close()
  }
}

/** Answers a call with what the service said first, so that nothing follows from a change. */
async function keepFirstAnswer(page: Page, url: string): Promise<void> {
  let first: ReturnType<Route['fetch']> | undefined
  await page.route(url, async (route) => {
    first ??= route.fetch()
    await route.fulfill({ response: await first })
  })
}

/** Waits until the page is shown and asks for nothing new. */
async function quiet(page: Page, sent: readonly string[]): Promise<void> {
  let before = -1
  for (let times = 0; times < 2; ) {
    await settled(page)
    await idle(page)
    const now = new Set(sent).size
    times = now === before ? times + 1 : 0
    before = now
  }
}

interface Shifting {
  shift: number
}

/** Runs in the page: adds up how much moves without an act of the reader. */
function noteShifts() {
  const shifting = window as unknown as Shifting
  shifting.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) shifting.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Waits until the browser has had nothing to do, twice. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const free = () => new Promise((resolve) => requestIdleCallback(resolve))
    await free()
    await new Promise((resolve) => setTimeout(resolve, 150))
    await free()
  })
