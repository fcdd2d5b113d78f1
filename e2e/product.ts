import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { type Product, startCopy } from './own-product.ts'

export { expect, type Locator, type Page, type Request }

/** The file of values that must never be in a log; `npm test` searches the logs for them at its end. */
const secretsFile = join(import.meta.dirname, '../.cache/test/secrets.txt')

/** Records a value that must never be in a log, and returns it. */
export function secret(value: string): string {
  mkdirSync(join(secretsFile, '..'), { recursive: true })
  appendFileSync(secretsFile, `${value}\n`)
  return value
}

/** The data folder of this worker's product. */
let dataDir = process.env.E2E_DATA_DIR ?? ''

interface WorkerFixtures {
  /**
   * A word for the data that a file of journeys leaves and that other journeys must not see. Only files with the same word
   * share a product. All other files clean up, or leave data that disturbs no other journey.
   */
  leaves: string
  product: Product
}

/**
 * A test on the product of its worker. Each worker of Playwright has its own product on a copy of the same data, and a new
 * one after a failure. So journeys run in any order, in any number of workers.
 *
 * The test fails when the page logs an error, throws, or violates the content security policy. `expected` lists the
 * errors that a test causes itself, because the browser logs a response of HTTP 500 even if the page handles it.
 */
export const test = base.extend<{ clean: undefined; expected: RegExp[] }, WorkerFixtures>({
  leaves: ['', { option: true, scope: 'worker' }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use, { workerIndex }) => {
      const { E2E_BASE_URL: origin, E2E_TEMPLATE: template } = process.env
      if (origin) return use({ origin, dataDir })
      const product = await startCopy(template ?? '', workerIndex)
      dataDir = product.dataDir
      await use(product)
      await product.end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ product }, use) => use(product.origin),
  expected: [[], { option: true }],
  clean: [
    async ({ page, expected }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(`threw: ${error.message}`))
      page.on('console', (line) => {
        const isExpected = expected.some((one) => one.test(line.text()))
        if (line.type() === 'error' && !isExpected) problems.push(`logged: ${line.text()}`)
      })
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
        )
      })
      await use(undefined)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/** Fills the login form and submits it. */
export async function typeLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByPlaceholder('用户名：admin').fill(username)
  await page.getByPlaceholder('密码：admin').fill(secret(password))
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

export interface Session {
  token: string
  username: string
}

/** A separate session, for a test that ends it or needs a second one. */
export async function newSession(page: Page): Promise<Session> {
  const answer = await page.request.post('/api/admin/login', {
    data: { username: 'admin', password: 'admin' },
  })
  const { data } = (await answer.json()) as { data: Session }
  secret(data.token)
  return data
}

let shared: Session | undefined

/**
 * Opens an address with a stored session, without the form. Tests share one session unless they request their own.
 * The session is stored once, so a later change by the page stays.
 */
export async function enter(page: Page, path = '/home', session?: Session): Promise<void> {
  shared ??= await newSession(page)
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem('journey')) return
    sessionStorage.setItem('journey', 'entered')
    localStorage.setItem('token', kept.token)
    localStorage.setItem('user_info', JSON.stringify(kept))
  }, session ?? shared)
  await page.goto(path)
}

export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('token') ?? '')

/** Calls the service with the session of the page. */
export async function call(page: Page, method: string, path: string, data?: object) {
  const response = await page.request.fetch(`/api${path}`, {
    method,
    data,
    headers: { token: await tokenOf(page) },
  })
  return response.json()
}

/** The records of the list, without its head and without the row that says "loading" or "empty". */
export const rows = (page: Page) =>
  page.getByRole('table').locator('tbody').getByRole('row').and(page.locator('[data-id]'))

/** The calls to a path of the service, as they are sent. */
export function callsTo(page: Page, path: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) calls.push(request)
  })
  return calls
}

/** The documents that the page loads; a navigation inside the console loads none. */
export function documentsOf(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url())
  })
  return documents
}

/**
 * Chooses an action at the end of a row: a button, or an entry of the row's menu if it has many actions. A row that is read again at the
 * same moment takes its open menu along, and a person opens it again.
 */
export async function rowAction(page: Page, row: ReturnType<typeof rows>, name: string): Promise<void> {
  const button = row.getByRole('button', { name, exact: true })
  const menu = row.getByRole('button', { name: '更多操作' })
  await expect(button.or(menu).first()).toBeVisible()
  if (await button.count()) return button.click()
  const item = page.getByRole('menuitem', { name, exact: true })
  await expect(async () => {
    if (!(await item.isVisible())) await menu.click({ timeout: 5_000 })
    await item.click({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** Starts anywhere, because a process of an earlier run may have had the same number. */
let made = Date.now()
/** A mobile number that no other journey uses. */
export const freshPhone = (): string =>
  secret(`1999${String(process.pid % 1000).padStart(3, '0')}${String(made++ % 10_000).padStart(4, '0')}`)

/** Runs a script of the server's tests on the data of the product and returns its output. */
export const runScript = (name: string, ...values: string[]): string =>
  execFileSync(process.execPath, [`test/${name}.ts`, dataDir, ...values], {
    cwd: join(import.meta.dirname, '../apps/server'),
    encoding: 'utf8',
  })

/** Sends the account `admin` messages, as an area of the service would. */
export function sendMessages(kind: 'message' | 'notice', ...titles: string[]): void {
  runScript('send-message', kind, ...titles)
}
