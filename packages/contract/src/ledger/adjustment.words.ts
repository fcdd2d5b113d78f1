import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { adjustmentMachine } from './adjustment-machine.ts'

/** The texts of adjustments. */
export const adjustmentWords = words('adjustment', {
  title: ['调账记录', 'Adjustments'],
  add: ['提交调账', 'New adjustment'],
  tabs: ['按状态查看', 'By status'],
  field: {
    id: ['调账编号', 'Adjustment ID'],
    kind: ['类型', 'Type'],
    ownerKind: ['资金账归属', 'Account of'],
    orgId: ['机构', 'Organization'],
    orgName: ['机构', 'Organization'],
    channelId: ['渠道', 'Channel'],
    channelName: ['渠道', 'Channel'],
    amountFen: ['金额', 'Amount'],
    amountYuan: ['金额（元）', 'Amount (CNY)'],
    reason: ['原因', 'Reason'],
    linkKind: ['更正对象', 'Corrects'],
    linkId: ['对象编号', 'ID of what it corrects'],
    status: ['状态', 'Status'],
    createdBy: ['提交人', 'Submitted by'],
    createdAt: ['提交时间', 'Submitted at'],
    reviewedBy: ['审核人', 'Reviewed by'],
    reviewedAt: ['审核时间', 'Reviewed at'],
    note: ['驳回原因', 'Why rejected'],
    transferId: ['流水编号', 'Transfer ID'],
    availableFen: ['当前可用余额', 'Available now'],
    balanceAfterFen: ['入账后余额', 'Balance afterwards'],
  },
  status: stateWords(adjustmentMachine),
  kind: { adjust: ['调账', 'Adjustment'], reverse: ['冲正', 'Reversal'] },
  owner: { org: ['机构', 'Organization'], channel: ['渠道', 'Channel'] },
  linkKind: {
    transfer: ['流水', 'Transfer'],
    push: ['推送', 'Push'],
    recharge: ['充值', 'Recharge'],
  },
  action: {
    open: ['详情', 'Details'],
    link: ['查看', 'View'],
  },
  hint: {
    sign: ['正数增加余额，负数减少余额', 'Below zero, the balance falls'],
    org: ['名称、编码或拼音', 'Name, code or pinyin'],
    filer: ['提交人姓名', 'Name of the submitter'],
    linkId: ['流水、推送或充值的编号', 'ID of a transfer, push or recharge'],
    transferId: ['要冲正的流水编号', 'ID of the transfer to reverse'],
    reverse: [
      '冲正将按原流水的金额反向入账，每笔流水只能冲正一次。',
      'A reversal books the opposite of the transfer, with its whole amount. A transfer is reversed once.',
    ],
    review: [
      '提交后由他人审核，通过后立即入账。',
      'Another person reviews it; once approved, it is booked at once.',
    ],
  },
  detail: { title: ['调账详情', 'Adjustment'], account: ['资金账', 'Account'] },
  waiting: {
    title: ['{{kind}}待审核', 'To be reviewed: {{kind}}'],
    text: [
      '{{filer}}为“{{owner}}”提交了{{kind}} {{amount}} 元，请审核。',
      '{{filer}} submitted for “{{owner}}”: {{kind}}, ¥{{amount}}. Review it.',
    ],
  },
  reviewed: {
    approved: ['{{kind}}已入账', 'Booked: {{kind}}'],
    rejected: ['{{kind}}被驳回', 'Rejected: {{kind}}'],
    text: [
      '“{{owner}}”：{{kind}} {{amount}} 元，审核人{{reviewer}}。',
      '“{{owner}}”: {{kind}}, ¥{{amount}}, reviewed by {{reviewer}}.',
    ],
    note: [
      '“{{owner}}”：{{kind}} {{amount}} 元，审核人{{reviewer}}。原因：{{note}}',
      '“{{owner}}”: {{kind}}, ¥{{amount}}, reviewed by {{reviewer}}. Why: {{note}}',
    ],
  },
})
