import { words } from '../kernel/language.ts'

/** How the calls to an organization go. */
export const deliveryWords = words('delivery', {
  title: ['推送健康', 'Delivery health'],
  span: { day: ['最近 24 小时', 'Last 24 hours'], week: ['最近 7 天', 'Last 7 days'] },
  period: ['时间范围', 'Period'],
  breaker: ['熔断', 'Breaker'],
  closed: ['正常', 'Closed'],
  open: ['{{at}} 熔断，{{probe}} 之后试探', 'Open since {{at}}; a probe is allowed after {{probe}}'],
  paused: ['机构要求暂停至 {{at}}', 'The organization asked for a pause until {{at}}'],
  calls: ['调用', 'Calls'],
  failures: ['失败', 'Failures'],
  answered: ['成功', 'Answered'],
  meanMs: ['平均毫秒', 'Mean ms'],
  slowestMs: ['最慢毫秒', 'Slowest ms'],
  limits: ['每个实例的限制', 'Limits of an instance'],
  limit: ['同时 {{atOnce}} 个，每秒 {{perSecond}} 个', '{{atOnce}} at once, {{perSecond}} a second'],
  waiting: ['等待中的推送与用户', 'Pushes and users that wait'],
  pending: ['进行中 {{count}}', '{{count}} under way'],
  unknown: ['待确认 {{count}}', '{{count}} unclear'],
  dead: ['不再重试 {{count}}', '{{count}} given up'],
  people: ['等待开放 {{count}}', '{{count}} waiting for a plan'],
  none: ['这段时间没有调用。', 'No calls in this period.'],
  chart: ['每小时的调用与失败', 'Calls and failures by hour'],
  latest: ['最近失败的推送', 'Latest failed pushes'],
  problems: ['机构侧的问题', 'Problems of the organization'],
  times: ['{{count}} 次', '{{count}} {{count, time|times}}'],
  fault: {
    template: ['模板无法生成请求', 'The template makes no request'],
    reply: ['没有规则能解读应答', 'No rule reads the reply'],
    certificate: ['证书不被接受', 'Certificate not accepted'],
    breaker: ['失败过多，已熔断', 'Breaker opened'],
  },
  close: {
    action: ['立即恢复', 'Close now'],
    title: ['恢复向该机构推送？', 'Send people there again?'],
    text: [
      '熔断和机构要求的暂停立即结束，之前的失败不再计算。若机构仍不可用，会再次熔断。',
      'The breaker, or the pause that the organization asked for, ends at once, and earlier failures no longer count. The breaker opens again if the organization is still out of reach.',
    ],
    done: ['已恢复', 'Breaker closed'],
  },
})
