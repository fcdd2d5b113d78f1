import { createSettings, go } from './frame.ts'
import { enter, expect, type Page, test } from './product.ts'

/* Light and dark, and the inversion for weak colors (traps 46, 47 and 49). */

const scheme = (page: Page) => page.evaluate(() => document.body.getAttribute('arco-theme'))

/** Records the brightness of the page in every frame, from the first. */
const watchBrightness = (page: Page) =>
  page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { brightness: seen })
    const look = () => {
      if (document.body) {
        const colors = [document.documentElement, document.body].map(
          (element) =>
            getComputedStyle(element)
              .backgroundColor.match(/[\d.]+/g)
              ?.map(Number) ?? [],
        )
        // The painted color: that of the root, else of the body, else the white of the browser.
        const shown = colors.find(([, , , alpha = 1]) => alpha > 0) ?? [255, 255, 255]
        seen.push(Math.max(...shown.slice(0, 3)))
      }
      if (seen.length < 200) requestAnimationFrame(look)
    }
    look()
  })
const brightest = (page: Page) =>
  page.evaluate(() => Math.max(...(window as unknown as { brightness: number[] }).brightness))

test('trap 46: a stored dark theme applies everywhere and from the first frame', async ({ page }) => {
  await watchBrightness(page)
  await page.addInitScript(() => {
    if (localStorage.getItem('arco-theme') === null) localStorage.setItem('arco-theme', 'dark')
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  expect(await scheme(page)).toBe('dark')
  expect(await brightest(page)).toBeLessThan(80)
  // The navbar is off; unknown pages are outside the frame.
  for (const path of ['/home', '/no/such/page']) {
    await enter(page, path)
    await expect(page.locator('h1')).toBeVisible()
    expect(await scheme(page)).toBe('dark')
    expect(await brightest(page)).toBeLessThan(80)
  }
})

test('the theme is an attribute, the inversion for weak colors a filter', async ({ page }) => {
  await test.step('trap 47: dark is an attribute of the body, light has no attribute', async () => {
    await enter(page)
    const toDark = page.getByRole('button', { name: '切换为深色模式' })
    const stored = () => page.evaluate(() => localStorage.getItem('arco-theme'))
    await expect(toDark).toBeVisible()
    expect(await scheme(page)).toBeNull()
    await toDark.click()
    await expect.poll(() => scheme(page)).toBe('dark')
    await expect.poll(stored).toBe('dark')
    await page.reload()
    await page.getByRole('button', { name: '切换为浅色模式' }).click()
    await expect.poll(() => scheme(page)).toBeNull()
    await expect(page.locator('html')).not.toHaveAttribute('arco-theme')
    await expect.poll(stored).toBe('auto')
  })
  await test.step('trap 49: the inversion is a filter of the body, and off means no filter', async () => {
    const filter = () => page.evaluate(() => document.body.style.filter)
    const drawer = await createSettings(page)
    expect(await filter()).toBe('')
    const weak = drawer.getByRole('switch', { name: '色弱模式' })
    await weak.check({ force: true })
    await expect.poll(filter).toBe('invert(80%)')
    await go(page, '/channel/list')
    await expect(page.locator('h1', { hasText: '渠道列表' })).toBeVisible()
    expect(await filter()).toBe('invert(80%)')
    await weak.uncheck({ force: true })
    await expect.poll(filter).toBe('none')
  })
})
