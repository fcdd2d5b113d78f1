import { exportWords } from '@kabao/contract/kernel/export.words'
import type { Days } from '@kabao/contract/statistics/report/range'
import type { RunFailure } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { filled } from '#ledger'
import type { Db } from '#platform/db/client'
import { type NoticeEnclosed, sendMessage, tellNotice } from '#platform/db/messages'
import type { QueuedRun } from './runs.ts'

const words = reportScheduleWords.tree.message
const failures = reportScheduleWords.tree.failure

export const daysText = ({ from, to }: Days): string => (from === to ? from : `${from} ~ ${to}`)

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
    title: filled(words.title, { name }),
    content: filled(words.text, {
      report: exportWords.tree.resource[report],
      days: daysText(sent.days),
      rows: String(sent.rows),
      keep: String(sent.keep),
    }),
    link: { name: 'ExportCenter', query: { resource: report } },
  })

/** Tells whoever listens outside the console of a run, once. @param enclosed what goes by e-mail; null: nothing */
export const tellRun = (
  write: Db,
  { report, name }: QueuedRun,
  { days, told, enclosed }: { days: Days; told: readonly string[]; enclosed: NoticeEnclosed | null },
) =>
  tellNotice(write, {
    about: 'reportSchedule',
    told,
    title: filled(words.title, { name }),
    content: filled(words.run, {
      report: exportWords.tree.resource[report],
      days: daysText(days),
      count: String(told.length),
    }),
    link: { name: 'ExportCenter', query: { resource: report } },
    enclosed,
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
