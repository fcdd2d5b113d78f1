import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** What every organization was sent, accepted and was charged, in the full flow. */
export const orgListPlatform = {
  name: 'reportOrgListPlatform',
  page: 'ChartOrgListPlatform',
  path: '/chart/org-list-platform',
  what: ['每日机构统计·全流程', 'daily organizations (full flow)'],
  dimension: 'org',
  flow: 'full',
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
  drillDown: 'reportChannelList',
} as const satisfies Report
export const reportOrgListPlatform = reportCalls(orgListPlatform)
