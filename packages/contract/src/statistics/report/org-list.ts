import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** What every organization was sent, accepted and was charged, in all flows. */
export const orgList = {
  name: 'reportOrgList',
  page: 'ChartOrgList',
  path: '/chart/org-list',
  what: ['每日机构统计', 'daily organizations'],
  dimension: 'org',
  figures: [
    'pushes',
    'accepted',
    'acceptRate',
    'rejected',
    'duplicates',
    'failed',
    'returns',
    'revenue',
    'averagePrice',
    'closing',
  ],
  inTable: ['pushes', 'accepted', 'acceptRate', 'rejected', 'returns', 'revenue', 'averagePrice', 'closing'],
  onCard: ['pushes', 'accepted', 'revenue', 'closing'],
  filters: ['orgId', 'channelId', 'planId', 'cityCode'],
  preset: 'last7',
  chart: 'revenue',
  chartKind: 'stacked',
  drillDown: 'reportChannelListProfit',
} as const satisfies Report
export const reportOrgList = reportCalls(orgList)
