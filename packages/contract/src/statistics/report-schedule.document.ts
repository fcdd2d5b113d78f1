import { document } from '../kernel/area-document.ts'
import type { BodyInput } from '../kernel/kernel.ts'
import { reportSchedule } from './report-schedule.ts'

const scheduleExample: Omit<BodyInput<(typeof reportSchedule)['create']>, 'report'> = {
  name: '渠道周报',
  preset: 'lastWeek',
  compare: 'previous',
  by: 'dimension',
  sort: '-profit',
  columns: ['name', 'uv', 'profit', 'profitChange'],
  format: 'xlsx',
  language: 'zh-CN',
  rhythm: 'week',
  weekday: 1,
  hour: 8,
  recipients: ['7', '9'],
}

export const reportScheduleDocument = document(
  reportSchedule,
  ['定时发送', 'Scheduled reports'],
  {
    mine: { current: 1, size: 20, state: 'on' },
    page: { current: 1, size: 20, report: 'reportChannelListProfit' },
    create: { report: 'reportChannelListProfit', ...scheduleExample },
    update: { id: '12', version: 3, ...scheduleExample },
  },
  [[/^(create|update)\.body\.name$/, 'stored, and refused where it holds a number']],
)
