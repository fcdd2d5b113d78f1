import * as z from 'zod'
import { changeFields } from '../kernel/crud.ts'
import { area, id, instant, pageAnswer, requiredText, version } from '../kernel/kernel.ts'
import { languages } from '../kernel/language.ts'
import { withoutNumbers } from '../kernel/personal-text.ts'
import { reportNames } from '../kernel/report-names.ts'
import { toExport } from './report/calls.ts'
import { reportFilterShape, reportFilterTitles } from './report/filter-shape.ts'
import { presets } from './report/range.ts'
import { alertStates, mostRecipients, watchPage } from './report-alert.ts'

/** How often a report is sent. */
export const scheduleRhythms = ['day', 'week', 'month'] as const
export type ScheduleRhythm = (typeof scheduleRhythms)[number]
/** A run waits, has sent its files, or failed. */
export const runStatuses = ['queued', 'ready', 'failed'] as const
export type RunStatus = (typeof runStatuses)[number]
/**
 * Why nothing was sent: the owner may not export the report any more, none of the recipients may, too many rows, or the report has
 * no such filter or column any more.
 */
export const runFailures = ['owner', 'nobody', 'tooManyRows', 'unfit', 'unexpected', 'stopped'] as const
export type RunFailure = (typeof runFailures)[number]

const { grain, way, compare, by, regionLevel, sort, columns, format } = toExport.shape

const editable = {
  name: withoutNumbers(requiredText(40)),
  /** The report as the reader sees it. Its days move with the day on which it is sent. */
  preset: z.enum(presets, 'choice'),
  grain,
  way,
  compare,
  by,
  regionLevel,
  sort,
  columns,
  format,
  ...reportFilterShape,
  /** The language of the file. */
  language: z.enum(languages, 'choice'),
  rhythm: z.enum(scheduleRhythms, 'choice').default('day'),
  /** Only by week: 1 is Monday. */
  weekday: z.int('required').min(1, 'range').max(7, 'range').nullable().default(null),
  /** Only by month; a shorter month has it on its last day, so 31 is the last day of every month. */
  monthDay: z.int('required').min(1, 'range').max(31, 'range').nullable().default(null),
  /** By the clock of the business zone. */
  hour: z.int('required').min(0, 'range').max(23, 'range'),
  /** Each gets a file of what this one may see. */
  recipients: z.array(id).min(1, 'required').max(mostRecipients, 'tooMany'),
  /** It also goes to the targets of notices by e-mail, as a file and a chart of what its owner may see. */
  byMail: z.boolean().default(false),
  isOn: z.boolean().default(true),
}

interface Times {
  rhythm: ScheduleRhythm
  weekday: number | null
  monthDay: number | null
}
const hasWeekday = ({ rhythm, weekday }: Times) => (weekday !== null) === (rhythm === 'week')
const hasMonthDay = ({ rhythm, monthDay }: Times) => (monthDay !== null) === (rhythm === 'month')

const create = z
  .strictObject({ report: z.enum(reportNames, 'choice'), ...editable })
  .refine(hasWeekday, { path: ['weekday'], error: 'required' })
  .refine(hasMonthDay, { path: ['monthDay'], error: 'required' })
/** The report of a schedule stays; a filter that is left out is removed. */
const update = z
  .strictObject({ id, version, ...editable })
  .refine(hasWeekday, { path: ['weekday'], error: 'required' })
  .refine(hasMonthDay, { path: ['monthDay'], error: 'required' })

const run = z.object({
  id,
  /** The time at which it was due; null: by hand. */
  dueAt: instant.nullable(),
  askedBy: z.string().nullable(),
  status: z.enum(runStatuses),
  failure: z.enum(runFailures).nullable(),
  /** How many got a file. */
  sent: z.int(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
run.register(z.globalRegistry, { id: 'ReportRun' })

const row = z.object({
  id,
  report: z.enum(reportNames),
  ...editable,
  name: z.string(),
  recipients: z.array(id),
  columns: z.array(z.string()),
  /** In the order of the recipients. */
  recipientNames: z.array(z.string()),
  /** `silent`: it is on, but its owner may not export the report any more. */
  state: z.enum(alertStates),
  ...reportFilterTitles,
  ownerName: z.string(),
  isMine: z.boolean(),
  /** When it is sent next, if it is on. */
  nextAt: instant,
  /** The last run; null before the first. */
  last: run.nullable(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'ReportSchedule' })

/** Reports that one administrator has sent at fixed times; with permission, those of all. */
export const reportSchedule = area('reportSchedule', {
  mine: {
    method: 'POST',
    path: '/report-schedule/mine',
    kind: 'read',
    access: 'signedIn',
    lists: ['reportScheduleMine'],
    summary: ['我的定时发送', 'My scheduled reports'],
    body: watchPage,
    answer: pageAnswer(row),
  },
  page: {
    method: 'POST',
    path: '/report-schedule/page',
    kind: 'read',
    owned: true,
    summary: ['查看所有定时发送', 'View all scheduled reports'],
    body: watchPage,
    answer: pageAnswer(row),
  },
  get: {
    method: 'GET',
    path: '/report-schedule/{id}',
    kind: 'read',
    access: 'signedIn',
    summary: ['查看定时发送', 'View a scheduled report'],
    answer: row,
  },
  runs: {
    method: 'GET',
    path: '/report-schedule/{id}/runs',
    kind: 'read',
    access: 'signedIn',
    summary: ['定时发送的记录', 'The last runs of a scheduled report'],
    /** The newest 50. */
    answer: z.array(run),
  },
  recipients: {
    method: 'GET',
    path: '/report-schedule/recipients',
    kind: 'read',
    access: 'signedIn',
    summary: ['可以接收报表文件的人', 'Who can be sent a report'],
    query: z.strictObject({ report: z.enum(reportNames, 'choice') }),
    answer: z.array(z.object({ id, name: z.string() })),
  },
  create: {
    method: 'POST',
    path: '/report-schedule',
    kind: 'write',
    access: 'signedIn',
    summary: ['添加定时发送', 'Add a scheduled report'],
    body: create,
    answer: row,
  },
  update: {
    method: 'PUT',
    path: '/report-schedule',
    kind: 'write',
    access: 'signedIn',
    summary: ['编辑定时发送', 'Edit a scheduled report'],
    body: update,
    answer: row,
  },
  remove: {
    method: 'DELETE',
    path: '/report-schedule/{id}',
    kind: 'write',
    access: 'signedIn',
    summary: ['删除定时发送', 'Delete a scheduled report'],
    answer: z.null(),
  },
  run: {
    method: 'POST',
    path: '/report-schedule/{id}/run',
    kind: 'write',
    access: 'signedIn',
    summary: ['立即发送报表', 'Send a scheduled report at once'],
    answer: run,
  },
  /** Also that of another administrator. */
  stop: {
    method: 'POST',
    path: '/report-schedule/{id}/stop',
    kind: 'write',
    owned: true,
    summary: ['停用他人的定时发送', 'Turn off scheduled reports of others'],
    answer: row,
  },
})

export type ReportScheduleRow = z.output<typeof row>
export type ReportScheduleCreate = z.output<typeof create>
export type ReportScheduleUpdate = z.output<typeof update>
export type ReportSchedulePage = z.output<typeof watchPage>
export type ReportRun = z.output<typeof run>
