import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from './product.ts'

const repository = join(import.meta.dirname, '..')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

// Both tests need the fixture, which is built once.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  const vite = join(repository, 'node_modules/.bin/vite')
  const console = join(repository, 'apps/console')
  await promisify(execFile)(
    vite,
    ['build', '--config', 'test/fixture/vite.config.ts', '--logLevel', 'warn'],
    {
      cwd: console,
    },
  )
})

test('a chart fills its box, follows the size of the box, its page and the theme, and obeys the policy', async ({
  page,
}) => {
  await open(page)
  const canvas = page.getByRole('img', { name: '柱和线' }).locator('canvas')
  await expect(canvas).toBeVisible()
  await expect(page.getByRole('img', { name: '饼' }).locator('canvas')).toBeVisible()
  await expect(page.getByRole('img', { name: '雷达' }).locator('canvas')).toBeVisible()
  const width = () => canvas.evaluate((element) => element.clientWidth)
  await expect.poll(width).toBe(600)
  await page.getByRole('button', { name: 'narrower' }).click()
  await expect.poll(width).toBe(420)

  // The tooltip is drawn on the canvas, not added to the page.
  const bare = await still(page)
  await canvas.hover({ position: { x: 150, y: 120 } })
  await expect.poll(() => pixels(page)).not.toBe(bare)

  const light = await still(page)
  await page.getByRole('button', { name: 'theme' }).click()
  await expect.poll(() => pixels(page)).not.toBe(light)
})

test('trap 4: a chart that is hidden while its box changes fills the box when it is shown again', async ({
  page,
}) => {
  await open(page)
  const canvas = page.getByRole('img', { name: '柱和线' }).locator('canvas')
  const size = () => canvas.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])
  await expect(canvas).toBeVisible()
  await expect.poll(size).toEqual([600, 300])
  const hide = page.getByRole('button', { name: 'hide or show' })
  await hide.click()
  await expect(canvas).toBeHidden()
  await page.getByRole('button', { name: 'narrower' }).click()
  await page.setViewportSize({ width: 900, height: 700 })
  await hide.click()
  await expect(canvas).toBeVisible()
  await expect.poll(size).toEqual([420, 300])
  // A chart with the width of the window has it again.
  const pie = page.getByRole('img', { name: '饼' })
  const [outer, inner] = [pie, pie.locator('canvas')].map(
    (part) => () => part.evaluate((element) => element.clientWidth),
  )
  await expect.poll(async () => (await inner?.()) === (await outer?.())).toBe(true)
})

const pixels = (page: Page) =>
  page
    .getByRole('img', { name: '柱和线' })
    .locator('canvas')
    .evaluate((element) => (element as HTMLCanvasElement).toDataURL())

/** The drawing, once it no longer changes. */
async function still(page: Page): Promise<string> {
  let last = ''
  const isStill = async () => {
    const before = last
    last = await pixels(page)
    return last === before
  }
  await expect.poll(isStill).toBe(true)
  return last
}

/** The page of `apps/console/test/fixture`, as if our server served it. */
async function open(page: Page) {
  const policy = (await page.request.get('/login')).headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  await page.route('**/fixture/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice('/fixture/'.length)
    return route.fulfill({
      body: readFileSync(join(repository, '.cache/fixture', name)),
      headers: { 'content-type': types[extname(name)] ?? 'text/plain', 'content-security-policy': policy },
    })
  })
  await page.goto('/fixture/chart.html')
}
