import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** What every channel brought, cost and earned, in all flows. */
export const channelListProfit = {
  name: 'reportChannelListProfit',
  page: 'ChartChannelListProfit',
  path: '/chart/channel-list-profit',
  what: ['每日渠道统计·总', 'daily channels (total)'],
  dimension: 'channel',
  figures: ['uv', 'registrations', 'profiles', 'pushes', 'accepted', 'revenue', 'cost', 'profit', 'roi'],
  inTable: ['uv', 'registrations', 'pushes', 'accepted', 'revenue', 'cost', 'profit', 'roi'],
  onCard: ['registrations', 'accepted', 'revenue', 'profit'],
  filters: ['channelId', 'orgId', 'planId', 'cityCode'],
  preset: 'last7',
  chart: 'profit',
  chartKind: 'lines',
  drillDown: 'reportOrgList',
} as const satisfies Report
export const reportChannelListProfit = reportCalls(channelListProfit)
