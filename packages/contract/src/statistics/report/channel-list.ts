import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** How far the people of every channel got in the full flow. */
export const channelList = {
  name: 'reportChannelList',
  page: 'ChartChannelList',
  path: '/chart/channel-list',
  what: ['每日渠道统计·全流程', 'daily channels (full flow)'],
  dimension: 'channel',
  flow: 'full',
  figures: [
    'uv',
    'registrations',
    'registrationRate',
    'profiles',
    'profileRate',
    'matchedUsers',
    'matchRate',
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
  drillDown: 'reportOrgListPlatform',
} as const satisfies Report
export const reportChannelList = reportCalls(channelList)
