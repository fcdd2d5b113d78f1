import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerSecurityHeaders } from './security-headers.ts'

test.each(['/', '/error', '/unknown'])('the answer of %s has the security headers', async (url) => {
  const app = Fastify()
  await registerSecurityHeaders(app)
  app.get('/', async () => ({}))
  app.get('/error', async () => {
    throw new Error('it failed')
  })
  const { headers } = await app.inject(url)
  await app.close()
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'self';img-src 'self' data: blob:;object-src 'none';base-uri 'self';form-action 'self';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  })
  expect(headers).not.toHaveProperty('strict-transport-security')
})
