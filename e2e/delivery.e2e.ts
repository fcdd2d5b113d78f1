import { expect, test } from './product.ts'

test('files with a content hash are immutable and compressed; the page itself is revalidated', async ({
  page,
}) => {
  const html = await page.request.get('/user/list')
  expect(html.headers()['cache-control']).toBe('no-cache')
  const script = /assets\/[^"]+\.js/.exec(await html.text())?.[0]
  const asset = await page.request.get(`/${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  })
  expect((await page.request.get('/assets/gone-1234.js')).status()).toBe(404)
})

test('the API document opens without a content delivery network and without breaking the policy', async ({
  page,
}) => {
  // The page of all calls is drawn in one piece, which takes long on a busy machine.
  test.slow()
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  // The page renders only the visible calls; the address of a call scrolls to it.
  await page.goto('/api/docs#/user/user.page')
  await expect(page.getByText('/api/user/page', { exact: true })).toBeVisible({ timeout: 120_000 })
  expect([...hosts]).toEqual([new URL(page.url()).host])
})
