import { call, enter, expect, type Page, rows, test } from './product.ts'

/** Opens the blacklist with an answer that its list cannot show, so that the built code fails in it. */
async function fail(page: Page): Promise<void> {
  const reported = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/errors')
  await page.goto('/user/black-list')
  expect((await (await reported).json()).code).toBe('0000')
}
const eventOf = async (page: Page) => {
  const { data } = await call(page, 'POST', '/errors/page', { source: 'console', sort: '-lastAt', size: 1 })
  return data.records[0]
}

// React logs the error that the answer causes.
test.use({ expected: [/is not a function/] })

test('an error of the console is in the inbox with its source, is resolved, comes back and is open again; no source map is served', async ({
  page,
  request,
}) => {
  await enter(page)
  await page.route('**/api/blacklist/page', (route) =>
    route.fulfill({
      json: {
        code: '0000',
        status: 'success',
        desc: '',
        data: { records: 7, total: 1, current: 1, size: 20 },
      },
    }),
  )
  await fail(page)
  await expect.poll(async () => (await eventOf(page))?.name).toBe('TypeError')
  const { id, release } = await eventOf(page)
  expect(release).toMatch(/^[0-9a-f]{12}$/)

  await page.goto(`/chart/event-list?open=${id}`)
  const panel = page.getByRole('dialog', { name: '错误详情' })
  await expect(panel.getByRole('list', { name: '调用栈' })).toContainText(
    /src\/kit\/list\/[\w-]+\.tsx?:\d+:\d+/,
  )
  await panel.getByRole('button', { name: '标记为已解决' }).click()
  await expect(panel.getByText('已解决').first()).toBeVisible()

  await fail(page)
  // The page that failed may report more than this error, and leaves before it has when it is left early.
  await expect.poll(async () => (await eventOf(page))?.reopenedAt).toEqual(expect.any(String))
  await page.goto(`/chart/event-list?open=${id}`)
  await expect(panel.getByText('重新出现').first()).toBeVisible()
  await expect(panel.getByText(`在版本 ${release} 重新出现，自动打开`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows(page).first()).toContainText('重新出现')

  // No file of the console that is served is a source map or names one.
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const scripts = paths.filter((path) => /^\/assets\/.*\.(js|css)$/.test(path))
  expect(scripts.length).toBeGreaterThan(5)
  for (const path of scripts) {
    expect(await (await request.get(path)).text()).not.toContain('sourceMappingURL')
    for (const map of [`${path}.map`, `/maps${path}.map`]) expect((await request.get(map)).status()).toBe(404)
  }
})
