import { words } from '../kernel/language.ts'

/** What the pages of reports say besides the words of their figures. */
export const reportPageWords = words('reportPage', {
  kinds: ['报表', 'Reports'],
  kind: {
    channel: ['渠道', 'Channels'],
    org: ['机构', 'Organizations'],
    product: ['产品', 'Products'],
    cities: ['城市', 'Cities'],
    system: ['系统', 'System'],
    all: ['总', 'All'],
    full: ['全流程', 'Full'],
    half: ['半流程', 'Half'],
    uv: ['UV联登', 'UV'],
    city: ['城市联登', 'City'],
  },
  controls: ['统计范围', 'What is counted'],
  more: ['更多', 'More'],
  less: ['收起', 'Less'],
  moreClear: ['清除', 'Clear'],
  range: ['日期范围', 'Days'],
  wayHint: {
    day: [
      '每件事计入它发生的那一天；一天结束后，数字不再变化。',
      'Everything counts on the day it happened. Once a day is over, its figures stay as they are.',
    ],
    came: [
      '每件事计入用户到达的那一天；之后的推送、退回和收入仍会计入，带 * 的数字在当天结束后变过。',
      'Everything counts on the day its person came. What follows still counts there; figures with * changed after their day was over.',
    ],
  },
  wholeDays: [
    '今天尚未结束，而对比期按整天统计。',
    'Today is not over yet, while the days it is compared with are whole.',
  ],
  compare: {
    now: ['本期', 'Now'],
    before: ['对比期', 'Before'],
    change: ['变化', 'Change'],
    percent: ['变化率', 'In %'],
  },
  figures: ['合计指标', 'Totals'],
  against: ['{{change}}，对比期 {{before}}', '{{change}}, {{before}} before'],
  chart: {
    label: ['{{figure}}的图表', 'Chart of {{figure}}'],
    figure: ['图表指标', 'Figure of the chart'],
    series: ['图表中的系列', 'Series of the chart'],
    hide: ['收起图表', 'Hide chart'],
    show: ['展开图表', 'Show chart'],
    hint: [
      '在图上拖动可缩小日期范围；下方表格列出全部数字。',
      'Drag over the chart to narrow the days. The table below has all the figures.',
    ],
    nothing: ['所选范围内没有数字', 'No figures in these days'],
  },
  cross: {
    period: ['日期交叉表', 'Cross: periods'],
    flow: ['流程交叉表', 'Cross: flows'],
    figure: ['交叉表指标', 'Figure of the cells'],
  },
  copy: ['复制表格', 'Copy table'],
  link: {
    copy: ['复制链接', 'Copy link'],
    copied: [
      '链接已复制：打开后是同样的日期、筛选条件、列和排序',
      'Link copied. It opens with the same days, filters, columns and sorting.',
    ],
    failed: ['复制失败，请手动复制：{{link}}', 'Copy failed. Copy it manually: {{link}}'],
  },
  keys: [
    '在一行上按左右方向键移到各个数字，按回车键打开数字背后的记录。',
    'On a row, the left and right arrow keys move to its figures; Enter opens the records behind a figure.',
  ],
  records: {
    title: ['{{figure}}的记录', 'Records behind {{figure}}'],
    side: ['时期', 'Period'],
    part: ['分子或分母', 'Part of the quotient'],
    top: ['分子', 'Numerator'],
    bottom: ['分母', 'Denominator'],
    label: ['记录', 'Records'],
    count: ['共 {{count}} 条', '{{count}} {{count, record|records}}'],
    notKept: [
      '访问记录只保留 {{day}} 及以后的；更早的日期只有数字，没有记录。',
      'Visits are kept from {{day}} on. Of earlier days there are figures only, no records.',
    ],
    sum: ['共 {{count}} 条，合计 {{sum}}', '{{count}} {{count, record|records}}, {{sum}} in total'],
    at: ['时间', 'Time'],
    kind: ['事件', 'Event'],
    user: ['用户', 'User'],
    about: ['相关对象', 'About'],
    amount: ['金额', 'Amount'],
    open: ['查看', 'Open'],
    openOf: ['查看{{kind}} {{id}}', 'Open {{kind}} {{id}}'],
    none: ['没有记录', 'No records'],
  },
})
