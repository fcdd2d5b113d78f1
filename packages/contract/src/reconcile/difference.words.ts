import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { differenceMachine } from './difference-machine.ts'

/** The texts of differences. */
export const differenceWords = words('difference', {
  title: ['对账差异', 'Differences'],
  tabs: ['按状态查看', 'By status'],
  field: {
    kind: ['对账类型', 'Reconciliation'],
    item: ['内容', 'What'],
    gap: ['差异', 'Difference'],
    day: ['业务日', 'Day'],
    whose: ['对账方', 'With'],
    ref: ['单号', 'Number'],
    oursFen: ['我方金额', 'Our amount'],
    theirsFen: ['对方金额', 'Their amount'],
    differenceFen: ['差额', 'Difference in amount'],
    oursCount: ['我方数量', 'Our number'],
    theirsCount: ['统计数量', 'Number in the figures'],
    oursStatus: ['我方状态', 'Our status'],
    theirsStatus: ['对方状态', 'Their status'],
    status: ['状态', 'Status'],
    cause: ['原因', 'Reason'],
    note: ['说明', 'Explanation'],
    amountFen: ['更正金额（元）', 'Correction (CNY)'],
    reason: ['更正原因', 'Reason for the correction'],
    updatedBy: ['处理人', 'Handled by'],
    createdAt: ['发现时间', 'Found at'],
    reconcileId: ['对账编号', 'Reconciliation ID'],
  },
  item: {
    payment: ['收款', 'Payment'],
    refund: ['退款', 'Refund'],
    push: ['推送', 'Push'],
    charge: ['扣费', 'Charge'],
    payback: ['退还', 'Paid back'],
    cost: ['渠道成本', 'Channel cost'],
    hold: ['冻结', 'Hold'],
    order: ['订单应收', 'Order'],
    visit: ['访问', 'Visits'],
    registration: ['注册', 'Registrations'],
  },
  gap: {
    missingHere: ['我方缺失', 'Missing here'],
    missingThere: ['对方缺失', 'Missing there'],
    amount: ['金额不符', 'Amount differs'],
    status: ['状态不符', 'Status differs'],
  },
  status: stateWords(differenceMachine),
  cause: {
    timing: ['跨日时间差', 'Timing'],
    theirs: ['对方有误', 'Their mistake'],
    ours: ['我方有误，已另行处理', 'Our mistake, settled elsewhere'],
    fee: ['手续费', 'Fee'],
    test: ['测试数据', 'Test data'],
    other: ['其他', 'Other'],
  },
  behind: {
    title: ['相关记录', 'The rows behind it'],
    none: ['没有相关记录', 'There are no rows behind it'],
    push: ['推送', 'Push'],
    order: ['订单', 'Order'],
    line: ['账单行', 'Line of the bill'],
    transfer: ['资金流水', 'Transfer'],
    hold: ['冻结', 'Hold'],
    user: ['用户', 'User'],
    visit: ['访问', 'Visit'],
  },
  action: { open: ['详情', 'Details'], correct: ['申请更正', 'Ask for a correction'] },
  asked: ['已申请更正，待他人审核', 'Asked for; another person reviews it'],
  detail: { title: ['差异详情', 'Difference'] },
  hint: {
    figures: [
      '明细与渠道统计不一致。请运维重建该业务日的统计（npm run admin -- rebuild-statistics），次日对账一致后自动消除。',
      'The rows and the figures of the channel differ. Have the figures of this day rebuilt (npm run admin -- rebuild-statistics); the difference goes when the next comparison agrees.',
    ],
    toDo: [
      '只有账单有这笔收款。若属于我方订单，先到支付记录查询支付结果；查不到时按账单金额申请更正，经他人审核后进入待处理款，再分配给订单、退回或核销。',
      'Only the bill has this payment. If it is of an order of ours, ask the provider about the order first. If that finds nothing, ask for a correction of the bill’s amount: after another person’s review the payment is in suspense, where it is assigned to an order, paid back or written off.',
    ],
    account: {
      org: [
        '正数增加机构余额，负数减少；经他人审核后记账。',
        'A positive amount raises the organization’s balance, a negative one lowers it. Booked after another person’s review.',
      ],
      channel: [
        '正数增加应付渠道的金额，负数减少；经他人审核后记账。',
        'A positive amount raises what the channel is owed, a negative one lowers it. Booked after another person’s review.',
      ],
      provider: [
        '正数增加支付机构应收，负数减少，另一方记入待处理款；经他人审核后记账。',
        'A positive amount raises what the provider owes, a negative one lowers it, against suspense. Booked after another person’s review.',
      ],
    },
  },
})
