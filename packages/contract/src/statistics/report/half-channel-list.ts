import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** How far the people of every channel got in the half flow, which has no profiles. */
export const halfChannelList = {
  name: 'reportHalfChannelList',
  page: 'ChartHalfChannelList',
  path: '/chart/half-channel-list',
  what: ['每日渠道统计·半流程', 'daily channels (half flow)'],
  dimension: 'channel',
  flow: 'half',
  figures: [
    'uv',
    'registrations',
    'registrationRate',
    'matchedUsers',
    'halfMatchRate',
    'matches',
    'pushes',
    'pushRate',
    'accepted',
    'acceptRate',
    'cost',
    'revenue',
  ],
  inTable: ['uv', 'registrations', 'matchedUsers', 'pushes', 'accepted', 'acceptRate', 'cost', 'revenue'],
  onCard: ['registrations', 'accepted', 'cost', 'revenue'],
  filters: ['channelId', 'orgId', 'planId', 'cityCode'],
  preset: 'last7',
  chart: 'registrations',
  chartKind: 'lines',
  drillDown: 'reportOrgHalfList',
} as const satisfies Report
export const reportHalfChannelList = reportCalls(halfChannelList)
