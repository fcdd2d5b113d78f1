import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** What every organization was sent, accepted and was charged, in the city joint login. */
export const orgCityAutoList = {
  name: 'reportOrgCityAutoList',
  page: 'ChartOrgCityAutoList',
  path: '/chart/org-cityAuto-list',
  what: ['每日机构统计·城市联登', 'daily organizations (city joint login)'],
  dimension: 'org',
  flow: 'city',
  figures: [
    'logins',
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
  inTable: ['logins', 'accepted', 'acceptRate', 'rejected', 'returns', 'revenue', 'averagePrice', 'closing'],
  onCard: ['logins', 'accepted', 'revenue', 'closing'],
  filters: ['orgId', 'channelId', 'planId', 'cityCode'],
  preset: 'last7',
  chart: 'revenue',
  chartKind: 'stacked',
} as const satisfies Report
export const reportOrgCityAutoList = reportCalls(orgCityAutoList)
