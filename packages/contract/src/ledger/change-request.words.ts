import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { changeRequestMachine } from './change-request-machine.ts'

/** The texts of changes that a second person approves. */
export const changeRequestWords = words('changeRequest', {
  title: ['变更审核', 'Changes under review'],
  tabs: ['按状态查看', 'By status'],
  field: {
    id: ['变更编号', 'Change ID'],
    kind: ['类型', 'Type'],
    targetId: ['对象编号', 'Subject ID'],
    targetName: ['对象', 'Subject'],
    amountFen: ['金额', 'Amount'],
    reason: ['原因', 'Reason'],
    status: ['状态', 'Status'],
    createdBy: ['提交人', 'Submitted by'],
    createdAt: ['提交时间', 'Submitted at'],
    reviewedBy: ['审核人', 'Reviewed by'],
    reviewedAt: ['审核时间', 'Reviewed at'],
    note: ['驳回原因', 'Why rejected'],
  },
  status: stateWords(changeRequestMachine),
  kind: {
    refund: ['订单退款', 'Refund of an order'],
    collection: ['收款渠道的商户、密钥或地址', 'Merchant, keys or address of a collection channel'],
    orgTemplate: ['机构对接的新地址', 'New address of an organization'],
  },
  /** What the facts are called; other facts have the name of the provider's field. */
  fact: { provider: ['支付机构', 'Provider'] },
  /** Instead of the value of a secret. */
  replaced: ['（更换）', '(replaced)'],
  facts: ['变更内容', 'What changes'],
  action: { open: ['详情', 'Details'], target: ['查看对象', 'View subject'] },
  hint: {
    filer: ['提交人姓名', 'Name of the submitter'],
    whole: ['完整编号', 'Full ID'],
  },
  detail: { title: ['变更详情', 'Change'] },
  /** Where what changes is shown, while the change waits. */
  waits: [
    '有变更待他人审核，审核前原值继续有效。',
    'A change waits for another person’s review. Until then, the current value stays.',
  ],
  filed: ['已提交，由他人审核后生效', 'Submitted. It takes effect once another person approves it.'],
  see: ['查看变更', 'View the change'],
  waiting: {
    title: ['变更待审核：{{kind}}', 'Change to be reviewed: {{kind}}'],
    text: [
      '{{filer}}提交了“{{target}}”的变更：{{kind}}。',
      '{{filer}} submitted for “{{target}}”: {{kind}}.',
    ],
  },
  reviewed: {
    approved: ['变更已生效：{{kind}}', 'Change in effect: {{kind}}'],
    rejected: ['变更被驳回：{{kind}}', 'Change rejected: {{kind}}'],
    text: [
      '“{{target}}”：{{kind}}，审核人{{reviewer}}。',
      '“{{target}}”: {{kind}}, reviewed by {{reviewer}}.',
    ],
    note: [
      '“{{target}}”：{{kind}}，审核人{{reviewer}}。原因：{{note}}',
      '“{{target}}”: {{kind}}, reviewed by {{reviewer}}. Why: {{note}}',
    ],
  },
})
