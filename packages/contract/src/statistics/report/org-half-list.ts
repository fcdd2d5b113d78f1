import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** What every organization was sent, accepted and was charged, in the half flow. */
export const orgHalfList = {
  name: 'reportOrgHalfList',
  page: 'ChartOrgHalfList',
  path: '/chart/org-half-list',
  what: ['每日机构统计·半流程', 'daily organizations (half flow)'],
  dimension: 'org',
  flow: 'half',
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
  drillDown: 'reportHalfChannelList',
} as const satisfies Report
export const reportOrgHalfList = reportCalls(orgHalfList)
