import { words } from '../kernel/language.ts'

/** The cards of the home page. */
export const homeWords = words('home', {
  none: ['没有待办事项。', 'Nothing waits for you.'],
  many: ['{{count}}+', '{{count}}+'],
  kind: {
    feedbackOverdue: ['已超时的反馈', 'Overdue feedback'],
    feedbackMine: ['我处理中的反馈', 'Feedback you’re handling'],
    feedbackPending: ['待处理的反馈', 'Pending feedback'],
    pushesDead: ['需要处理的推送', 'Pushes to look at'],
    leadsDue: ['今日待跟进的线索', 'Leads to follow up today'],
    changesToReview: ['待审核的变更', 'Changes to review'],
    suspenseOpen: ['待处理款', 'Payments in suspense'],
    resolutionsToReview: ['待审核的款项处理', 'Payment resolutions to review'],
    rechargesToReview: ['待审核的充值', 'Recharges to review'],
    differencesOpen: ['待处理的对账差异', 'Open differences'],
    adjustmentsToReview: ['待审核的调账', 'Adjustments to review'],
    correctionsToReview: ['待审核的更正', 'Corrections to review'],
    returnsToReview: ['待审核的退回', 'Returns to review'],
    settlementsToConfirm: ['待确认的结算单', 'Settlements to confirm'],
    importsToConfirm: ['待确认的导入', 'Imports to confirm'],
    exportsReady: ['可下载的导出', 'Exports ready to download'],
  },
  /** What is wrong: each a sentence, with how many and since when. */
  fine: ['当前没有异常。', 'Nothing is wrong.'],
  warning: {
    ledgerBroken: [
      '账目核对未通过：{{count}} 处不一致（{{at}}）',
      'The ledger check found {{count}} {{count, faults|faults}} ({{at}})',
    ],
    orgUnreachable: [
      '{{name}}自 {{at}} 起无法连通，暂停向其推送',
      '{{name}} is out of reach since {{at}}; nobody is sent there',
    ],
    orgFailing: [
      '{{name}}近 10 分钟的请求失败 {{count}}%',
      '{{name}}: {{count}}% of the calls of the last 10 minutes failed',
    ],
    stepsLate: [
      '{{count}} 个流程步骤积压，最早的自 {{at}} 起等待',
      '{{count}} {{count, step|steps}} of the pipeline waiting too long, the oldest since {{at}}',
    ],
    figuresLate: ['统计延迟：数据只到 {{at}}', 'The figures only go up to {{at}}'],
    backupFailed: ['{{at}} 的备份失败', 'The backup of {{at}} failed'],
    backupOld: ['最近一次可用的备份是 {{at}}', 'The newest good backup is of {{at}}'],
    jobsFailed: [
      '近 7 天有 {{count}} 个后台任务失败',
      '{{count}} background {{count, job|jobs}} failed in the last 7 days',
    ],
    differencesWithin: [
      '自有账目有 {{count}} 处差异未处理',
      '{{count}} open {{count, difference|differences}} within our own books',
    ],
    pushesUnclear: [
      '{{count}} 次推送超过一天结果未知，仍占用余额',
      '{{count}} {{count, push|pushes}} unclear for more than a day, with the price still held',
    ],
    pushesStuck: [
      '{{count}} 次推送提交超过一天仍无结果',
      '{{count}} submitted {{count, push|pushes}} without an answer for more than a day',
    ],
    balanceEnds: [
      '按当前速度，{{name}}的余额将在 {{at}} 用完',
      'At this pace the balance of {{name}} ends {{at}}',
    ],
    balancesLow: [
      '{{count}} 家机构余额不足',
      '{{count}} {{count, organization|organizations}} with a low balance',
    ],
    balancesLowUv: [
      '{{count}} 家联登机构余额不足',
      '{{count}} joint login {{count, organization|organizations}} with a low balance',
    ],
    planEnds: [
      '按当前速度，{{name}}将在 {{at}} 用完今日额度',
      'At this pace {{name}} reaches its limit of today {{at}}',
    ],
    plansExhausted: ['{{count}} 个计划今日已满', '{{count}} {{count, plan|plans}} full today'],
    poolsLow: ['{{count}} 个产品的支付链接不足', '{{count}} {{count, product|products}} with few links'],
  },
  customize: ['自定义首页', 'Customize'],
  customizeHint: [
    '取消勾选即可隐藏卡片；拖动或用箭头按钮调整顺序。仅对您的账号生效。',
    'Uncheck a card to hide it; drag it, or use the arrows, to move it. Only your own home page changes.',
  ],
  allHidden: ['所有卡片都已隐藏。', 'All cards are hidden.'],
  more: ['更多', 'More'],
  card: {
    figures: ['今日数据', 'Figures of today'],
    waiting: ['待办事项', 'Waiting for you'],
    warnings: ['当前异常', 'Wrong now'],
    funnel: ['今日转化', 'Funnel of today'],
    plans: ['正在运行的计划', 'Running plans'],
    channels: ['今日渠道排行', 'Top channels of today'],
    orgs: ['今日机构排行', 'Top organizations of today'],
    errors: ['最近的错误', 'Newest errors'],
    messages: ['未读消息', 'Unread messages'],
  },
  /** As the reports name them. */
  figure: {
    uv: ['UV', 'UV'],
    registrations: ['注册', 'Registrations'],
    matchedUsers: ['匹配用户', 'Matched users'],
    pushes: ['推送', 'Pushes'],
    accepted: ['接收', 'Accepted'],
    allRevenue: ['总收入', 'Total revenue'],
    allProfit: ['总利润', 'Total profit'],
    revenue: ['推送收入', 'Push revenue'],
    profit: ['推送利润', 'Push profit'],
  },
  upTo: ['数据截至 {{at}}', 'Figures up to {{at}}'],
  /** The days before, until the minute that today has reached. */
  yesterday: ['昨日同期', 'Yesterday'],
  lastWeek: ['上周同期', 'Last week'],
  comparedTo: ['同期均截至 {{at}}', 'Both until {{at}}'],
  step: ['占上一步 {{share}}', '{{share}} of the step before'],
  accepted: ['接收 {{count}}', '{{count}} accepted'],
  rate: ['接收率 {{share}}', '{{share}} accepted'],
  cap: ['{{used}} / {{most}}', '{{used}} / {{most}}'],
  noCap: ['{{used}}，不限量', '{{used}}, no cap'],
  pace: ['按均匀投放应达 {{count}}', 'Even pacing allows {{count}}'],
  times: ['{{count}} 次', '{{count}} {{count, time|times}}'],
  noPlans: ['没有正在运行的计划。', 'No plan is running.'],
  noTops: ['今天还没有数据。', 'Nothing yet today.'],
  noErrors: ['没有未处理的错误。', 'No open errors.'],
  all: ['查看全部', 'View all'],
})
