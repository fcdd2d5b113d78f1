import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** What happened in every city. */
export const cityList = {
  name: 'reportCityList',
  page: 'ChartCityList',
  path: '/chart/city-list',
  what: ['每日城市统计', 'daily cities'],
  dimension: 'city',
  figures: ['uv', 'registrations', 'pushes', 'accepted', 'acceptRate', 'revenue'],
  onCard: ['registrations', 'accepted', 'acceptRate', 'revenue'],
  filters: ['cityCode', 'channelId', 'orgId'],
  preset: 'last7',
  chart: 'registrations',
  chartKind: 'stacked',
  drillDown: 'reportChannelListProfit',
} as const satisfies Report
export const reportCityList = reportCalls(cityList)
