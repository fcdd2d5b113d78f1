import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { rechargeMachine } from './recharge-machine.ts'

/** The texts of recharges. */
export const rechargeWords = words('recharge', {
  title: ['充值记录', 'Recharges'],
  add: ['提交充值', 'New recharge'],
  yuan: ['{{title}}（元）', '{{title}} (CNY)'],
  tabs: ['按状态查看', 'By status'],
  field: {
    id: ['充值编号', 'Recharge ID'],
    orgId: ['机构', 'Organization'],
    orgName: ['机构', 'Organization'],
    way: ['方式', 'Method'],
    amountFen: ['金额', 'Amount'],
    amountYuan: ['金额（元）', 'Amount (CNY)'],
    amountFrom: ['金额不低于', 'Amount from'],
    amountTo: ['金额不高于', 'Amount to'],
    voucherFileId: ['凭证', 'Voucher'],
    reason: ['说明', 'Reason'],
    status: ['状态', 'Status'],
    createdBy: ['提交人', 'Submitted by'],
    createdAt: ['提交时间', 'Submitted at'],
    reviewedBy: ['审核人', 'Reviewed by'],
    reviewedAt: ['审核时间', 'Reviewed at'],
    note: ['驳回原因', 'Why rejected'],
    transferId: ['流水编号', 'Transfer ID'],
    reversalId: ['冲正', 'Reversal'],
    balanceAfterFen: ['入账后余额', 'Balance afterwards'],
    balanceFen: ['余额', 'Balance'],
    heldFen: ['冻结', 'Held'],
    availableFen: ['可用余额', 'Available'],
    alertFen: ['余额预警线', 'Low-balance alert'],
    pendingFen: ['待审核充值', 'Waiting recharges'],
  },
  status: stateWords(rechargeMachine),
  way: {
    bank: ['银行转账', 'Bank transfer'],
    online: ['在线支付', 'Online payment'],
    gift: ['赠送', 'Gift'],
    refund: ['退款', 'Refund'],
  },
  action: {
    open: ['详情', 'Details'],
    recharge: ['充值', 'Recharge'],
    org: ['查看机构', 'View organization'],
    reversal: ['查看冲正', 'View reversal'],
    voucher: ['下载凭证', 'Download voucher'],
  },
  hint: {
    org: ['名称、编码或拼音', 'Name, code or pinyin'],
    filer: ['提交人姓名', 'Name of the submitter'],
    refund: ['将从可用余额中扣减', 'Taken from the available balance'],
    voucher: ['转账回单等，一张图片或 PDF', 'Such as a bank receipt: one image or PDF'],
    reason: ['赠送和退款必填', 'Required for gifts and refunds'],
    review: [
      '提交后由他人审核，通过后立即入账。',
      'Another person reviews it; once approved, it is booked at once.',
    ],
  },
  detail: { title: ['充值详情', 'Recharge'], balance: ['机构当前余额', 'Balance now'] },
  low: {
    title: ['{{count}} 家机构余额不足', '{{count}} low {{count, balance|balances}}'],
    none: ['没有机构余额不足', 'No organization has a low balance'],
    mark: ['余额不足', 'Low balance'],
    of: ['预警线 {{alert}}', 'Alert {{alert}}'],
    pending: ['待审核 {{pending}}', '{{pending}} to be reviewed'],
    all: ['机构列表', 'Organization list'],
    allUv: ['联登机构列表', 'Joint login organizations'],
    more: ['展开', 'Show'],
    less: ['收起', 'Hide'],
  },
  waiting: {
    title: ['充值待审核', 'A recharge waits for a review'],
    text: [
      '{{filer}}为机构“{{org}}”提交了{{way}} {{amount}} 元，请审核。',
      '{{filer}} submitted for “{{org}}”: {{way}}, ¥{{amount}}. Review it.',
    ],
  },
  reviewed: {
    approved: ['充值已入账', 'Recharge booked'],
    rejected: ['充值被驳回', 'Recharge rejected'],
    text: [
      '机构“{{org}}”：{{way}} {{amount}} 元，审核人{{reviewer}}。',
      '“{{org}}”: {{way}}, ¥{{amount}}, reviewed by {{reviewer}}.',
    ],
    note: [
      '机构“{{org}}”：{{way}} {{amount}} 元，审核人{{reviewer}}。原因：{{note}}',
      '“{{org}}”: {{way}}, ¥{{amount}}, reviewed by {{reviewer}}. Why: {{note}}',
    ],
  },
})
