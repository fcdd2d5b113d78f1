import { words } from './language.ts'

/** Refusals about reviews and what they book. Only the service words them, so the console does not load them. */
export const reviewProblemWords = words('reviewProblem', {
  ownReview: [
    '不能审核自己提交的内容，须由他人审核',
    'You cannot review what you filed. Another person reviews it.',
  ],
  aboveAvailable: [
    '“{{name}}”的可用余额为 {{available}} 元，不足以扣减 {{amount}} 元',
    'Only ¥{{available}} of “{{name}}” is available, so ¥{{amount}} cannot be taken from it',
  ],
  alreadyReversed: ['流水 {{id}} 已被冲正', 'The transfer {{id}} was reversed before'],
  sentBefore: [
    '同一表单已提交过其他内容，请重新打开表单后提交',
    'This form was sent before with other values. Open it again.',
  ],
  alreadyReviewed: [
    '已有他人处理，当前状态为“{{state}}”',
    'Someone else has dealt with this already: its status is “{{state}}”',
  ],
  nothingToCorrect: ['该差异不涉及记账，无法更正', 'No account is concerned, so there is nothing to correct'],
  balanceTooLow: ['余额不足，无法记账', 'The balance does not suffice for this'],
  othersReturn: [
    '机构申请的退回只能审核，不能撤回',
    'A return that the organization asked for is reviewed, not withdrawn',
  ],
})
