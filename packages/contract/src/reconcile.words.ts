import { words } from './language.ts'

/** The texts of reconciliations. */
export const reconcileWords = words('reconcile', {
  title: ['对账', 'Reconciliation'],
  within: ['内部账目', 'Our own records'],
  field: {
    kind: ['对账类型', 'Type'],
    whose: ['对账方', 'With'],
    days: ['对账日期', 'Days'],
    day: ['开始日期', 'First day'],
    toDay: ['结束日期', 'Last day'],
    fileName: ['文件', 'File'],
    status: ['状态', 'Status'],
    problem: ['失败原因', 'Why it failed'],
    lines: ['对方行数', 'Rows'],
    matched: ['一致', 'Agree'],
    missingHere: ['我方缺失', 'Missing here'],
    missingThere: ['对方缺失', 'Missing there'],
    amount: ['金额不符', 'Amount differs'],
    statusDiffers: ['状态不符', 'Status differs'],
    wrong: ['无法读取', 'Unreadable'],
    open: ['待处理差异', 'Open differences'],
    createdBy: ['发起人', 'Started by'],
    createdAt: ['发起时间', 'Started at'],
    endedAt: ['完成时间', 'Ended at'],
    orgId: ['机构', 'Organization'],
    collectionId: ['收款渠道', 'Collection channel'],
    fileId: ['文件', 'File'],
  },
  kind: {
    bill: ['支付机构账单', 'Provider’s bill'],
    orgList: ['机构对账单', 'Organization’s list'],
    within: ['内部对账', 'Within'],
  },
  status: {
    queued: ['对账中', 'Running'],
    done: ['已完成', 'Done'],
    failed: ['失败', 'Failed'],
  },
  service: ['系统', 'Service'],
  action: {
    open: ['详情', 'Details'],
    differences: ['查看差异', 'View differences'],
    bill: ['导入账单', 'Import a bill'],
    orgList: ['导入机构对账单', 'Import an organization’s list'],
    within: ['内部对账', 'Compare our own records'],
    start: ['开始对账', 'Compare'],
  },
  hint: {
    same: [
      '同一文件重复导入不会改变任何结果；同一日期的新文件会取代旧文件。',
      'The same file again changes nothing. Another file for the same days replaces the one before.',
    ],
    orgList: [
      'CSV 或 XLSX，每行一条：机构单号、推送编号、手机号或手机号的 MD5、SHA-256；可含结果和金额。',
      'CSV or XLSX, one row each: the organization’s number, a push ID, a phone, or its MD5 or SHA-256; optionally the result and the amount.',
    ],
    bill: [
      '支付机构的账单文件：CSV（GBK 或 UTF-8）、ZIP 或 XLSX。',
      'The bill of the provider: CSV (GBK or UTF-8), ZIP or XLSX.',
    ],
    within: [
      '核对当日已接收推送的扣费、退还和渠道成本、已支付订单的应收，以及当前冻结的金额。',
      'Compares the charges, refunds and costs of the day’s accepted pushes, the receivables of paid orders, and what is held now.',
    ],
  },
  queued: ['对账已开始，完成后可查看差异', 'The comparison has started'],
  known: ['此文件已对过账，结果不变', 'This file was compared before; nothing has changed'],
  wrongRows: ['无法读取的行', 'Rows that could not be read'],
  line: ['第 {{line}} 行：{{reason}}', 'Line {{line}}: {{reason}}'],
  repeated: ['与前面的行重复', 'Repeats an earlier row'],
  detail: { title: ['对账详情', 'Reconciliation'], result: ['结果', 'Result'] },
  found: {
    title: ['对账发现 {{count}} 条差异', 'Reconciliation found {{count}} {{count, difference|differences}}'],
    text: ['{{whose}}，{{day}}：请逐条处理。', '{{whose}}, {{day}}: each one needs a decision.'],
  },
  failed: {
    title: ['对账失败', 'A reconciliation failed'],
    text: [
      '{{day}} 的对账未能完成，请查看原因。',
      'The reconciliation of {{day}} could not be done. See why.',
    ],
  },
})
