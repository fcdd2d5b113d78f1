import { document } from '../kernel/area-document.ts'
import { reportAlert } from './report-alert.ts'

/** A fifth less than on the last four same weekdays. */
const alertExample = {
  report: 'reportChannelListProfit',
  figure: 'registrations',
  channelId: '3',
  condition: 'down',
  bound: 2_000,
  every: 'hour',
} as const

export const reportAlertDocument = document(
  reportAlert,
  ['数据提醒', 'Alerts on figures'],
  {
    mine: { current: 1, size: 20, state: 'on' },
    page: { current: 1, size: 20, report: 'reportChannelListProfit' },
    try: alertExample,
    create: { ...alertExample, name: '注册量下降', recipients: ['7'], isOn: true },
    update: {
      id: '12',
      version: 3,
      name: '注册量下降',
      figure: 'registrations',
      condition: 'down',
      bound: 3_000,
      every: 'day',
      recipients: [],
      isOn: false,
    },
  },
  [[/^(create|update)\.body\.name$/, 'stored, and refused where it holds a number']],
)
