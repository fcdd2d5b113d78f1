import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** What the visitors of every channel did in the UV joint login. */
export const otherChannelList = {
  name: 'reportOtherChannelList',
  page: 'ChartOtherChannelList',
  path: '/chart/other-channel-list',
  what: ['每日渠道统计·UV联登', 'daily channels (UV joint login)'],
  dimension: 'channel',
  flow: 'uv',
  figures: ['visits', 'uv', 'logins', 'loginRate', 'revenue', 'cost', 'profit', 'profitPerUv'],
  onCard: ['uv', 'logins', 'revenue', 'profit'],
  filters: ['channelId', 'orgId', 'productId', 'cityCode'],
  preset: 'last7',
  chart: 'uv',
  chartKind: 'lines',
} as const satisfies Report
export const reportOtherChannelList = reportCalls(otherChannelList)
