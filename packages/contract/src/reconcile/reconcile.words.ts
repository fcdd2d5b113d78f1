import { words } from '../kernel/language.ts'

/** The texts of reconciliations. */
export const reconcileWords = words('reconcile', {
  title: ['对账', 'Reconciliation'],
  within: ['内部账目', 'Our own records'],
  field: {
    kind: ['对账类型', 'Type'],
    whose: ['对账方', 'With'],
    days: ['对账日期', 'Days'],
    oneDay: ['对账日期', 'Day'],
    day: ['开始日期', 'First day'],
    toDay: ['结束日期', 'Last day'],
    fileName: ['文件', 'File'],
    status: ['状态', 'Status'],
    problem: ['说明', 'Note'],
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
    download: ['下载账单', 'Download a bill'],
    orgList: ['导入机构对账单', 'Import an organization’s list'],
    within: ['内部对账', 'Compare our own records'],
    start: ['开始对账', 'Compare'],
    check: ['预检', 'Dry run'],
  },
  hint: {
    same: [
      '同一文件重复导入不会改变任何结果；同一日期的新文件会取代旧文件。',
      'The same file again changes nothing. Another file for the same days replaces the one before.',
    ],
    orgList: [
      'CSV 或 XLSX，每行一条：机构单号、推送编号、手机号或手机号的 MD5、SHA-256（可用该机构的密钥加盐或 HMAC）；可含结果和金额。',
      'CSV or XLSX, one row each: the organization’s number, a push ID, a phone, or its MD5 or SHA-256, also with a secret of the organization; optionally the result and the amount.',
    ],
    bill: [
      '支付机构的账单文件或按模板填写的表格：CSV（GBK 或 UTF-8）、ZIP 或 XLSX。',
      'The bill of the provider, or a table with the columns of the template: CSV (GBK or UTF-8), ZIP or XLSX.',
    ],
    download: [
      '从支付机构下载该日账单并对账；尚未出账或未应答时会自动重试。每天早上会自动下载前一天的账单。',
      'Downloads the bill of the day from the provider and compares it. A bill that is not ready is asked for again. The bill of yesterday is downloaded every morning.',
    ],
    within: [
      '核对当日已接收推送的扣费、退还和渠道成本、已支付订单的应收，以及当前冻结的金额。',
      'Compares the charges, refunds and costs of the day’s accepted pushes, the receivables of paid orders, and what is held now.',
    ],
  },
  queued: ['对账已开始，完成后可查看差异', 'The comparison has started'],
  known: ['此文件已对过账，结果不变', 'This file was compared before; nothing has changed'],
  checking: ['正在预检…', 'Dry run…'],
  checked: ['预检结果（未写入任何数据）', 'Result of the dry run; nothing was written'],
  added: ['新的或变化的差异', 'New or changed differences'],
  template: ['下载模板：', 'Download template:'],
  templateFailed: ['下载失败，请重试', 'The download failed. Try again.'],
  wrongRows: ['无法读取的行', 'Rows that could not be read'],
  line: ['第 {{line}} 行', 'Line {{line}}'],
  repeated: ['与前面的行重复', 'Repeats an earlier row'],
  detail: { title: ['对账详情', 'Reconciliation'], result: ['结果', 'Result'] },
  list: {
    noSecret: [
      '名单中的 {{count}} 个手机号哈希都无法识别。如果是带密钥或加盐的哈希，请先在该机构的连接设置中填写密钥，再重新导入',
      'None of the hashes of phones in the list ({{count}}) is of anybody. If they are made with a key or a salt, set it among the secrets of the organization’s connection, and import the list again.',
    ],
    otherSecret: [
      '名单中的 {{count}} 个手机号哈希都无法识别，也不是用该机构已设置的密钥生成的',
      'None of the hashes of phones in the list ({{count}}) is of anybody, also not with the secrets that are set for the organization',
    ],
  },
  download: {
    notReady: ['账单尚未生成，稍后自动重试', 'The bill is not ready yet; it is asked for again'],
    unknown: [
      '支付机构未明确应答（{{reason}}），稍后自动重试',
      'The provider’s answer is unclear ({{reason}}); it is asked again',
    ],
    refused: ['支付机构拒绝下载（{{reason}}）', 'The provider refuses the download ({{reason}})'],
    cannot: ['该收款渠道不提供账单下载', 'This collection channel has no bills to download'],
  },
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
  notDownloaded: {
    title: ['账单下载失败', 'A bill could not be downloaded'],
    text: [
      '{{whose}} {{day}} 的账单未能下载，请查看原因，或手动导入账单文件。',
      'The bill of {{whose}} for {{day}} could not be downloaded. See why, or import its file by hand.',
    ],
  },
})
