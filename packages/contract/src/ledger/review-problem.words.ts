import { words } from '../kernel/language.ts'

/** Refusals about reviews and what they book. Only the service words them, so the console does not load them. */
export const reviewProblemWords = words('reviewProblem', {
  ownReview: [
    '不能审核自己提交的内容，须由他人审核',
    'You cannot review what you submitted. Another person reviews it.',
  ],
  ownAccountReview: [
    '您与提交人的账号在 30 天内存在创建或设置（密码、两步验证、角色）关系，须由他人审核',
    'One of your account and the submitter’s set up the other within 30 days: made it, or set its password, its two-step verification or its roles. Another person reviews it.',
  ],
  aboveAvailable: [
    '“{{name}}”的可用余额为 {{available}} 元，不足以扣减 {{amount}} 元',
    'Only ¥{{available}} of “{{name}}” is available, so ¥{{amount}} cannot be taken from it',
  ],
  alreadyReversed: ['流水 {{id}} 已被冲正', 'The transfer {{id}} was reversed before'],
  alreadyReviewed: [
    '已有他人处理，当前状态为“{{state}}”',
    'Someone else has dealt with this already: its status is “{{state}}”',
  ],
  nothingToCorrect: ['该差异不涉及记账，无法更正', 'No account is concerned, so there is nothing to correct'],
  balanceTooLow: ['余额不足，无法记账', 'The balance does not suffice for this'],
  resolutionPending: ['已有处理待审核', 'Another resolution of it waits for a review'],
  resolutionDone: ['该款项已处理，请刷新', 'It was resolved meanwhile. Reload it.'],
  refundBeingAsked: [
    '刚刚询问过支付机构，请 2 分钟后再试',
    'The provider was asked a moment ago. Try again in 2 minutes.',
  ],
  resolutionUnderWay: [
    '支付机构正在处理退款，结果未定前不能手工退回；1 小时没有明确答复，或停用该收款渠道 2 分钟后可以',
    'Its provider is being asked for the refund. It can be paid back by hand once that is refused, after an hour without a clear answer, or 2 minutes after the collection channel was disabled.',
  ],
  refundOfSuspense: [
    '这笔退款属于待处理款，请在待处理款中处理',
    'It pays back a payment in suspense. Resolve it there.',
  ],
  noSandbox: [
    '此环境不允许模拟支付收款：不会收到真实款项',
    'This deployment does not let the sandbox take orders: it collects no money',
  ],
  targetGone: [
    '订单已关闭且库存或限额已被占用，无法归入',
    'That order is closed, and its stock or its place within the limit is taken',
  ],
  changeWaits: [
    '已有变更待审核，请先处理或撤回',
    'Another change of it waits for a review. Have that reviewed or withdrawn first.',
  ],
  refundGone: ['订单的可退金额已不足', 'Less than this is left to refund of the order'],
  neverApproved: [
    '该收款渠道的商户与密钥尚未通过他人审核，不能启用',
    'Nobody has approved the merchant and the keys of this collection channel yet, so it cannot be enabled',
  ],
  othersReturn: [
    '机构申请的退回只能审核，不能撤回',
    'A return that the organization asked for is reviewed, not withdrawn',
  ],
})
