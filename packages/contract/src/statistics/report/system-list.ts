import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** The whole service, day by day. */
export const systemList = {
  name: 'reportSystemList',
  page: 'ChartSystemList',
  path: '/chart/system-list',
  what: ['每日系统统计', 'daily system'],
  dimension: 'none',
  figures: [
    'visits',
    'uv',
    'activeUsers',
    'registrations',
    'profiles',
    'matches',
    'pushes',
    'accepted',
    'rejected',
    'duplicates',
    'failed',
    'returns',
    'logins',
    'acceptRate',
    'orders',
    'paidOrders',
    'paidFen',
    'refundedFen',
    'revenue',
    'allRevenue',
    'cost',
    'allProfit',
    'errors',
  ],
  filters: ['channelId', 'orgId', 'planId', 'productId', 'cityCode'],
  preset: 'last30',
  chart: 'allRevenue',
  chartKind: 'lines',
} as const satisfies Report
export const reportSystemList = reportCalls(systemList)
