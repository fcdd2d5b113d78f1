import type { ReportAsked, ReportCalls } from '@kabao/contract/statistics/report/calls'
import type { Report } from '@kabao/contract/statistics/report/report'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices, orgChoices, planChoices, productChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { findChart } from './chart.ts'
import { ofColumn } from './cross.ts'
import { findPageOfCross } from './cross-page.ts'
import { reportExportOf } from './export.ts'
import { findPageOfRows } from './page.ts'
import { questionOf } from './question.ts'
import { findPageOfRecords } from './records.ts'

/** Answers the endpoints of a report. */
export const reportRoutes = (services: Services, report: Report, calls: ReportCalls) => {
  const { settings } = services
  const context = (asked: ReportAsked, caller: Caller) =>
    questionOf(report, asked, { clock: businessClock(settings), owner: ownerOf(caller) })
  return serve(calls, {
    page: ({ db, body, caller }) => {
      const { across } = body
      const question = context(body, caller)
      return across ? findPageOfCross(db, question, { ...body, across }) : findPageOfRows(db, question, body)
    },
    chart: ({ db, body, caller }) => findChart(db, context(body, caller), body.figure ?? report.chart),
    records: ({ db, body, caller }) =>
      findPageOfRecords(db, ofColumn(context(body, caller), body.ofFlow), body),
    export: exporting(services, reportExportOf(report, calls)),
    channels: choosing(channelChoices),
    orgs: choosing(orgChoices),
    plans: choosing(planChoices),
    products: choosing(productChoices),
  })
}
