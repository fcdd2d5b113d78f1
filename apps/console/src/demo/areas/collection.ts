import { collection as area } from '@kabao/contract/payment/collection'
import type { ProductDetail } from '@kabao/contract/supply/product'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'

/** The collection channels of the demo; orders name them. */
export const collections = [
  { name: '沙箱收款', provider: 'sandbox', merchantNo: 'M1001', weight: 100, paid: 38, share: 6_500 },
  {
    name: '支付宝主商户',
    provider: 'alipay',
    merchantNo: '2088000000000001',
    weight: 40,
    paid: 14,
    share: 2_600,
  },
  { name: '微信支付', provider: 'wechat', merchantNo: '1900000001', weight: 20, paid: 5, share: 900 },
] as const

export const collection = special(area, {
  count: collections.length,
  row: (_random, at) => {
    const { paid, share: shareBp, ...row } = collections[at] as (typeof collections)[number]
    return {
      ...row,
      status: at === 2 ? ('disabled' as const) : ('enabled' as const),
      feeBp: 60,
      minFen: 1,
      maxFen: 5_000_000,
      dailyLimitFen: 100_000_000,
      productIds: [],
      settings: { merchantNo: row.merchantNo },
      secretNames: ['privateKey'],
      openUntil: null,
      previousSecrets: [],
      isWaiting: false,
      triedAt: daysAgo(1),
      triedReason: null,
      remark: '',
      references: paid,
      createdAt: daysAgo(90 - at),
      today: { orderedFen: paid * 9_900, orders: paid + 4, paid, paidFen: paid * 9_900, failed: 4, shareBp },
    }
  },
  fresh: () => ({
    previousSecrets: [],
    isWaiting: false,
    today: { orderedFen: 0, orders: 0, paid: 0, paidFen: 0, failed: 0, shareBp: null },
  }),
  unique: ['name'],
  // The demo has no provider that could be asked.
  without: ['tryIt', 'trial'],
  choices: {
    products: () =>
      rowsOf<ProductDetail>('product').map(({ id, name, orgName }) => ({ id, name, hint: orgName })),
  },
  calls: {
    callbacks: ({ params: { id } }) => ({
      address: `/open/pay/callback/${id.padStart(32, '0')}`,
      isTakenById: false,
      wrong: [],
    }),
    endSecret: () => null,
  },
})
