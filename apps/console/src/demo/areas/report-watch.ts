import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import type { ReportName } from '@kabao/contract/kernel/report-names'
import { reportAlert as alertArea } from '@kabao/contract/statistics/report-alert'
import { type ReportRun, reportSchedule as scheduleArea } from '@kabao/contract/statistics/report-schedule'
import { accounts } from '../accounts.ts'
import { daysAgo } from '../random.ts'
import type { Reader } from '../respond.ts'
import type { Row } from '../row.ts'
import { special } from '../special.ts'

const today = () => businessDayAt(Date.now(), { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' })
/** The demo has no records to limit a report to. */
const everything = {
  flow: undefined,
  channelId: undefined,
  orgId: undefined,
  planId: undefined,
  productId: undefined,
  cityCode: undefined,
  channelName: null,
  orgName: null,
  planName: null,
  productName: null,
}
const owned = { ownerName: 'admin', createdBy: 'admin', recipientNames: ['admin'], recipients: ['1'] }
const stateOf = ({ isOn }: Row) => (isOn === false ? 'off' : 'on')
/** A filter that a new row does not have is made up as an empty text. */
const filtersOf = (row: Row) =>
  Object.fromEntries(
    ['channelId', 'orgId', 'planId', 'productId', 'cityCode'].map((name) => [name, row[name] || undefined]),
  )
/** What depends on the reader. */
const seen = (row: Row, { account }: Reader) => ({
  state: stateOf(row),
  isMine: row.createdBy === account?.username,
  ...filtersOf(row),
})
const people = () => accounts.map(({ id, name }) => ({ id, name }))

const judgment = (value: number, isMet: boolean) => ({
  until: daysAgo(0.05),
  day: today(),
  value,
  base: null,
  isMet,
})
const rules = [
  ['利润过低', 'reportSystemList', 'profit', 'below', 1_500_000, 1_902_450, false],
  ['华南拒绝过多', 'reportOrgList', 'rejected', 'above', 300, 342, true],
  ['注册突降', 'reportChannelListProfit', 'registrations', 'down', 3_000, 2_214, false],
] as const

/** Alerts of the demo's administrator; nobody judges them. */
export const reportAlert = special(alertArea, {
  count: rules.length,
  row: (_random, at) => {
    const [name, report, figure, condition, bound, value, isMet] = rules[at] as (typeof rules)[number]
    return {
      ...everything,
      ...owned,
      name,
      report,
      figure,
      condition,
      bound,
      every: 'hour' as const,
      isOn: true,
      state: 'on' as const,
      isMine: true,
      last: judgment(value, isMet),
      toldAt: isMet ? daysAgo(0.05) : null,
    }
  },
  fresh: ({ name, username }) => ({ ownerName: name, createdBy: username, last: null, toldAt: null }),
  now: seen,
  without: ['page', 'stop'],
  calls: {
    recipients: people,
    checks: () => [{ ...judgment(342, true), told: 1 }],
    try: ({ body }) => judgment(1_902_450, body.condition === 'above'),
  },
})

const sent = (): ReportRun => ({
  id: '1',
  dueAt: daysAgo(0.3),
  askedBy: null,
  status: 'ready',
  failure: null,
  sent: 1,
  createdAt: daysAgo(0.3),
  finishedAt: daysAgo(0.299),
})
const times = [
  ['每日渠道', 'reportChannelListProfit', 'yesterday', 'day', null, null],
  ['每周机构', 'reportOrgList', 'lastWeek', 'week', 1, null],
  ['每月总览', 'reportSystemList', 'lastMonth', 'month', null, 1],
] as const satisfies readonly (readonly [string, ReportName, ...unknown[]])[]

/** Scheduled reports of the demo's administrator; only the service writes files. */
export const reportSchedule = special(scheduleArea, {
  count: times.length,
  row: (_random, at) => {
    const [name, report, preset, rhythm, weekday, monthDay] = times[at] as (typeof times)[number]
    return {
      ...everything,
      ...owned,
      name,
      report,
      preset,
      rhythm,
      weekday,
      monthDay,
      hour: 8,
      byMail: false,
      isOn: true,
      state: 'on' as const,
      isMine: true,
      nextAt: daysAgo(-1),
      last: sent(),
    }
  },
  fresh: ({ name, username }) => ({
    ownerName: name,
    createdBy: username,
    last: null,
    nextAt: daysAgo(-1),
  }),
  now: seen,
  without: ['page', 'stop', 'run'],
  calls: { recipients: people, runs: () => [sent()] },
})
