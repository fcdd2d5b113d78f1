import type { PoolSale } from './collection.ts'
import { call, expect, type Page, tokenOf } from './product.ts'

/** Adds links of a sale's product to the pool, by the call for programs. */
export async function importLinks(page: Page, sale: PoolSale, count: number): Promise<void> {
  const url = (at: number) => `https://pay.example.com/${sale.productId}/${Date.now()}/${at}`
  const lines = Array.from(
    { length: count },
    (_, index) => `${url(index)},${sale.productName},${sale.collectionName}`,
  )
  const csv = ['链接,产品,收款渠道', ...lines].join('\n')
  const answer = await page.request.post('/api/payPool/import', {
    headers: { token: await tokenOf(page) },
    multipart: { file: { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) } },
  })
  const { data: started } = await answer.json()
  const statusOf = async () => (await call(page, 'GET', `/import/poolLink/${started.id}`)).data.status
  await expect.poll(statusOf).toBe('checked')
  const committed = await call(page, 'POST', `/import/poolLink/${started.id}/commit`)
  expect(committed.code).toBe('0000')
  await expect.poll(statusOf).toBe('done')
}
