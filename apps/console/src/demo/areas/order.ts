import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { order as area } from '@kabao/contract/payment/payment-order'
import type { UserDetail } from '@kabao/contract/users/user'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'
import { channels } from './channels.ts'
import { collections } from './collection.ts'

const products = ['新人礼包', '咖啡立减券', '健身月卡', '视频会员季卡']
const states = ['paid', 'paid', 'partlyRefunded', 'closed', 'refunded', 'created'] as const

export const order = special(area, {
  count: 48,
  row: (random, at) => {
    const users = rowsOf<UserDetail>('user')
    const { id: userId, phone, name, channelId, channelName } = users[at % users.length] as UserDetail
    const status = states[at % states.length] as (typeof states)[number]
    const isPaid = status === 'paid' || status === 'partlyRefunded' || status === 'refunded'
    const amountFen = 1_000 * (1 + random.below(20)) - 100
    const createdAt = daysAgo(at / 3 + 0.1)
    const paidAt = new Date(Date.parse(createdAt) + 40_000).toISOString()
    const nth = random.below(2)
    return {
      userId,
      phone,
      name,
      channelId: channelId ?? '1',
      channelName: channelName ?? '',
      status,
      amountFen,
      createdAt,
      channelNo: `C-2026-${1000 + at}`,
      productId: String(1 + (at % 4)),
      productName: products[at % 4] as string,
      collectionId: String(nth + 1),
      collectionName: collections[nth]?.name ?? null,
      provider: collections[nth]?.provider ?? null,
      poolLinkId: null,
      tradeNo: isPaid ? `S${random.digits(18)}` : null,
      reason: status === 'closed' ? ('expired' as const) : null,
      paidFen: isPaid ? amountFen : 0,
      feeFen: isPaid ? Math.round(amountFen * 0.006) : 0,
      refundedFen: status === 'refunded' ? amountFen : status === 'partlyRefunded' ? 100 : 0,
      refundingFen: 0,
      paidAt: isPaid ? paidAt : null,
      endedAt: status === 'closed' ? paidAt : null,
      closesAt: new Date(Date.parse(createdAt) + 1_800_000).toISOString(),
      attempts: [],
      callbacks: [],
      refunds: [],
      isWaiting: false,
      notices: [],
      // Most orders have no refund; no answer has this field.
      refundStatus: status === 'refunded' ? ('refunded' as const) : null,
    }
  },
  masks: { phone: maskPhone, name: maskName },
  filters: {
    refundStatus: ({ status }, value) => status === 'refunded' && value === 'refunded',
    // No channel of the demo misses a notice.
    noticeStatus: () => false,
  },
  // No provider pays back in the demo, and no channel is told.
  without: ['refund', 'refundAgain', 'notify'],
  choices: { channels: () => channels },
})
