import { poolLink as area, type PoolLinkDetail, poolLinkStatuses } from '@kabao/contract/payment/pool-link'
import type { ProductDetail } from '@kabao/contract/supply/product'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'

const count = 60
const perBatch = 20
/** The collection channels of the demo that give links. */
const collections = [{ id: '3', name: '链接池收款' }]
const fileOf = (batch: number) => `收款链接-第 ${batch} 批.csv`
const batchOf = (at: number) => 1 + Math.floor(at / perBatch)

/** The link pool; the demo gives no link to an order. */
export const poolLink = special(area, {
  count,
  row: (random, at) => {
    const products = rowsOf<ProductDetail>('product')
    const product = products[at % 3]
    const status = random.pick([
      'idle',
      'idle',
      'idle',
      'assigned',
      'used',
      'used',
      'expired',
      'void',
    ] as const)
    const isGiven = status === 'assigned' || status === 'used'
    const orderId = isGiven ? String(7_280_000 + at) : null
    const assignedAt = isGiven ? daysAgo(0.2 + at / 40) : null
    return {
      url: `https://pay.example.com/q/${(10_007 * (at + 1)).toString(36)}${at}`,
      productId: product?.id ?? '1',
      productName: product?.name ?? '',
      collectionId: at % 2 === 0 ? '3' : null,
      collectionName: at % 2 === 0 ? '链接池收款' : null,
      amountFen: product?.priceFen ?? 990,
      expiresAt:
        status === 'expired' ? daysAgo(1) : random.chance(0.5) ? daysAgo(-30 - random.below(60)) : null,
      batchId: String(batchOf(at)),
      fileName: fileOf(batchOf(at)),
      status,
      orderId,
      assignedAt,
      orders: orderId && assignedAt ? [{ orderId, at: assignedAt, endedAt: null }] : [],
      createdAt: daysAgo(2 + batchOf(at)),
    }
  },
  filters: {
    amountFrom: ({ amountFen }, value) => amountFen >= Number(value),
    amountTo: ({ amountFen }, value) => amountFen <= Number(value),
    expiresFrom: ({ expiresAt }, value) => expiresAt !== null && expiresAt >= value,
    expiresTo: ({ expiresAt }, value) => expiresAt !== null && expiresAt < value,
  },
  choices: {
    products: () =>
      rowsOf<ProductDetail>('product').map(({ id, name, orgName }) => ({ id, name, hint: orgName })),
    collections: () => collections,
  },
  calls: {
    batches: ({ body }) => {
      const batches = Array.from({ length: count / perBatch }, (_, index) => {
        const links = rowsOf<PoolLinkDetail>('poolLink').filter(
          ({ batchId }) => batchId === String(index + 1),
        )
        const inState = (status: string) => links.filter((link) => link.status === status).length
        return {
          id: String(index + 1),
          fileName: fileOf(index + 1),
          total: links.length,
          ...(Object.fromEntries(poolLinkStatuses.map((status) => [status, inState(status)])) as Record<
            (typeof poolLinkStatuses)[number],
            number
          >),
          createdBy: '李敏',
          createdAt: daysAgo(3 + index),
        }
      })
        .filter(({ createdAt }) => !body.createdFrom || createdAt >= body.createdFrom)
        .filter(({ createdAt }) => !body.createdTo || createdAt < body.createdTo)
      const sorted = body.sort === 'createdAt' ? batches.toReversed() : batches
      const start = (body.current - 1) * body.size
      return {
        records: sorted.slice(start, start + body.size),
        total: batches.length,
        current: body.current,
        size: body.size,
      }
    },
  },
})
