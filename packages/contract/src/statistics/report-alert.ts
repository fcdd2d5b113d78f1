import * as z from 'zod'
import { changeFields } from '../kernel/crud.ts'
import { area, id, instant, pageAnswer, pageBody, requiredText, version } from '../kernel/kernel.ts'
import { withoutNumbers } from '../kernel/personal-text.ts'
import { reportNames } from '../kernel/report-names.ts'
import { figureNames } from './report/figures.ts'
import { reportFilterShape, reportFilterTitles } from './report/filter-shape.ts'

/** When an alert fires: above or below a bound, or by so much more or less than on the last four same weekdays. */
export const alertConditions = ['above', 'below', 'up', 'down'] as const
export type AlertCondition = (typeof alertConditions)[number]
/** When it is judged: after each full hour, for the day until then, or at the end of the day. */
export const alertRhythms = ['hour', 'day'] as const
/** `silent`: it is on, but its owner may not see the report any more. */
export const alertStates = ['on', 'off', 'silent'] as const
/** The most alerts, and the most schedules, of one administrator. */
export const mostWatched = 50
/** The most administrators who are told besides the owner, or sent a file. */
export const mostRecipients = 50
const highest = 10_000_000_000_000

const name = withoutNumbers(requiredText(40))

/** What is watched, and what is too much or too little of it. */
const rule = {
  report: z.enum(reportNames, 'choice'),
  figure: z.enum(figureNames, 'choice'),
  ...reportFilterShape,
  condition: z.enum(alertConditions, 'choice'),
  /** In the unit of the figure: a count, fen, or of a rate basis points. Of a deviation basis points: 2000 is 20%. */
  bound: z.int('required').min(-highest, 'range').max(highest, 'range'),
  every: z.enum(alertRhythms, 'choice').default('day'),
}

/** A deviation is a positive share, and nothing falls by more than all of it. */
function fits({ condition, bound }: { condition: AlertCondition; bound: number }): boolean {
  if (condition === 'above' || condition === 'below') return true
  return bound >= 1 && bound <= (condition === 'up' ? 1_000_000 : 10_000)
}
const outside = { path: ['bound'], error: 'range' }

const editable = {
  ...rule,
  name,
  /** Details besides the owner, as long as they may see the report. */
  recipients: z.array(id).max(mostRecipients, 'tooMany').default([]),
  isOn: z.boolean().default(true),
}
const create = z.strictObject(editable).refine(fits, outside)
/** The report of an alert stays; a filter that is left out is removed. */
const { report: _report, ...changeable } = editable
const update = z.strictObject({ id, version, ...changeable }).refine(fits, outside)
const trial = z.strictObject(rule).refine(fits, outside)

/** What an alert was at the end of an hour or day. */
const judged = {
  /** The end of what was judged, and its business day. */
  until: instant,
  day: z.iso.date(),
  /** In the unit of the figure, a rate as a share of 1; null: not known. */
  value: z.number().nullable(),
  /** The average of the last four same weekdays; null: not known. */
  base: z.number().nullable(),
  isMet: z.boolean(),
}
const judgment = z.object(judged)
judgment.register(z.globalRegistry, { id: 'ReportAlertJudgment' })
const check = z.object({
  ...judged,
  /** To how many an occurrence that began here was told; null: none began. */
  told: z.int().nullable(),
})
check.register(z.globalRegistry, { id: 'ReportAlertCheck' })

const row = z.object({
  id,
  ...rule,
  name: z.string(),
  recipients: z.array(id),
  /** In the order of the recipients. */
  recipientNames: z.array(z.string()),
  isOn: z.boolean(),
  state: z.enum(alertStates),
  ...reportFilterTitles,
  ownerName: z.string(),
  isMine: z.boolean(),
  /** The last check; null before the first. */
  last: judgment.nullable(),
  /** When an occurrence was told last. */
  toldAt: instant.nullable(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'ReportAlert' })

/** The filters of alerts, and of schedules. */
export const watchPage = pageBody(['createdAt'], '-createdAt', {
  report: z.enum(reportNames, 'choice').optional(),
  state: z.enum(alertStates, 'choice').optional(),
})

/** One administrator's alerts on figures of the reports that this one may see; with permission, those of all. */
export const reportAlert = area('reportAlert', {
  mine: {
    method: 'POST',
    path: '/report-alert/mine',
    kind: 'read',
    access: 'signedIn',
    lists: ['reportAlertMine'],
    summary: ['我的数据提醒', 'My alerts on figures'],
    body: watchPage,
    answer: pageAnswer(row),
  },
  page: {
    method: 'POST',
    path: '/report-alert/page',
    kind: 'read',
    owned: true,
    summary: ['查看所有数据提醒', 'View all alerts on figures'],
    body: watchPage,
    answer: pageAnswer(row),
  },
  get: {
    method: 'GET',
    path: '/report-alert/{id}',
    kind: 'read',
    access: 'signedIn',
    summary: ['查看数据提醒', 'View an alert on a figure'],
    answer: row,
  },
  checks: {
    method: 'GET',
    path: '/report-alert/{id}/checks',
    kind: 'read',
    access: 'signedIn',
    summary: ['数据提醒的检查记录', 'The last checks of an alert'],
    /** The newest 50. */
    answer: z.array(check),
  },
  recipients: {
    method: 'GET',
    path: '/report-alert/recipients',
    kind: 'read',
    access: 'signedIn',
    summary: ['可以接收提醒的人', 'Who can receive an alert'],
    query: z.strictObject({ report: z.enum(reportNames, 'choice') }),
    answer: z.array(z.object({ id, name: z.string() })),
  },
  /** What the rule comes to for what was over last. */
  try: {
    method: 'POST',
    path: '/report-alert/try',
    kind: 'read',
    access: 'signedIn',
    summary: ['试算数据提醒', 'Try the rule of an alert'],
    body: trial,
    answer: judgment,
  },
  create: {
    method: 'POST',
    path: '/report-alert',
    kind: 'write',
    access: 'signedIn',
    summary: ['添加数据提醒', 'Add an alert on a figure'],
    body: create,
    answer: row,
  },
  update: {
    method: 'PUT',
    path: '/report-alert',
    kind: 'write',
    access: 'signedIn',
    summary: ['编辑数据提醒', 'Edit an alert on a figure'],
    body: update,
    answer: row,
  },
  remove: {
    method: 'DELETE',
    path: '/report-alert/{id}',
    kind: 'write',
    access: 'signedIn',
    summary: ['删除数据提醒', 'Delete an alert on a figure'],
    answer: z.null(),
  },
  /** Also that of another administrator. */
  stop: {
    method: 'POST',
    path: '/report-alert/{id}/stop',
    kind: 'write',
    owned: true,
    summary: ['停用他人的数据提醒', 'Turn off alerts of others'],
    answer: row,
  },
})

export type ReportAlertRow = z.output<typeof row>
export type ReportAlertRule = z.output<typeof trial>
export type ReportAlertCreate = z.output<typeof create>
export type ReportAlertUpdate = z.output<typeof update>
export type ReportAlertPage = z.output<typeof watchPage>
export type ReportAlertJudgment = z.output<typeof judgment>
export type ReportAlertCheck = z.output<typeof check>
