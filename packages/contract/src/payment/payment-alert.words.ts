import { words } from '../kernel/language.ts'

/** Messages about payments that a person must look after; only the service reads them. */
export const paymentAlertWords = words('paymentAlert', {
  refused: {
    title: ['退款被拒绝', 'Refunds were refused'],
    text: [
      '{{count}} 笔退款被支付机构拒绝，共 {{amount}} 元。请重新退款或手工退款。',
      '{{count}} {{count, refund was|refunds were}} refused by the provider: ¥{{amount}} in all. Ask again, or pay back by hand.',
    ],
  },
  givenUp: {
    title: ['渠道通知未送达', 'Notices were given up'],
    text: [
      '{{count}} 条通知多次发送后仍未送达渠道“{{channel}}”。请核对其通知地址后重新发送。',
      '{{count}} {{count, notice|notices}} could not be delivered to “{{channel}}”. Check its address, then send again.',
    ],
  },
  suspense: {
    title: ['有新的待处理款', 'Payments in suspense'],
    text: [
      '{{count}} 笔款项与订单不符，共 {{amount}} 元，请处理。',
      '{{count}} {{count, payment fits|payments fit}} no order: ¥{{amount}} in all. Decide what becomes of them.',
    ],
  },
  backing: {
    title: ['重复或迟到的款项正在退回', 'Payments are going back'],
    text: [
      '{{count}} 笔重复或关闭后到账的款项，共 {{amount}} 元，正在自动退回。',
      '{{count}} second or late {{count, payment is|payments are}} being paid back: ¥{{amount}} in all.',
    ],
  },
  breaker: {
    title: ['收款渠道暂停使用', 'A collection channel is paused'],
    text: [
      '“{{collection}}”连续 {{count}} 次失败，新订单暂时不使用它。请测试该渠道。',
      '“{{collection}}” has failed {{count}} {{count, time|times}} in a row, so new orders leave it out for a while. Test it.',
    ],
  },
})
