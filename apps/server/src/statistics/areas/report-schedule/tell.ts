import { exportWords } from '@kabao/contract/kernel/export.words'
import type { Days } from '@kabao/contract/statistics/report/range'
import type { RunFailure } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { filled } from '#ledger'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import type { QueuedRun } from './runs.ts'

const words = reportScheduleWords.tree.message
const failures = reportScheduleWords.tree.failure

interface Sent {
  days: Days
  rows: number
  /** For how many days the file is kept. */
  keep: number
}

/** Tells a recipient that the file is in the export center. */
export const tellSent = (write: Db, { report, name }: QueuedRun, adminId: string, sent: Sent) =>
  sendMessage(write, {
    to: [adminId],
    kind: 'notice',
    about: 'reportSchedule',
    title: filled(words.title, { name }),
    content: filled(words.text, {
      report: exportWords.tree.resource[report],
      days: sent.days.from === sent.days.to ? sent.days.from : `${sent.days.from} ~ ${sent.days.to}`,
      rows: String(sent.rows),
      keep: String(sent.keep),
    }),
    link: { name: 'ExportCenter', query: { resource: report } },
  })

/** Tells the owner of a schedule why nothing was sent. */
export const tellFailed = (write: Db, { report, name, ownerId }: QueuedRun, failure: RunFailure) =>
  sendMessage(write, {
    to: [ownerId],
    kind: 'notice',
    title: filled(words.failedTitle, { name }),
    content: filled(words.failedText, {
      report: exportWords.tree.resource[report],
      failure: failures[failure],
    }),
    link: { name: 'ReportWatch', query: { tab: 'schedules' } },
  })
