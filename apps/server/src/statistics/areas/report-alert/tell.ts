import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { exportWords } from '@kabao/contract/kernel/export.words'
import { writeDrillDown } from '@kabao/contract/statistics/report/drill-down'
import { figures } from '@kabao/contract/statistics/report/figures'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportOf } from '@kabao/contract/statistics/report/reports'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { filled } from '#ledger'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import type { DueAlert } from './judge.ts'
import type { Span } from './span.ts'
import { ruleText, spanText, valueText } from './texts.ts'

const words = reportAlertWords.tree.message

interface Occurrence {
  value: number | null
  base: number | null
  span: Span
  clock: BusinessClock
  to: readonly string[]
}

/** Tells of an occurrence; the link opens the report of the day at the figure. */
export function tellAlert(
  write: Db,
  alert: DueAlert,
  { value, base, span, clock, to }: Occurrence,
): Promise<number> {
  const { report, figure, filter, name, condition } = alert
  const { format } = figures[figure]
  const isDeviation = condition === 'up' || condition === 'down'
  return sendMessage(write, {
    to,
    kind: 'notice',
    about: 'figureAlert',
    title: filled(words.title, { name }),
    content: filled(isDeviation ? words.compared : words.text, {
      report: exportWords.tree.resource[report],
      figure: reportWords.tree.figure[figure],
      period: spanText(span, clock),
      value: valueText(format, value),
      base: valueText(format, base),
      rule: ruleText(alert),
    }),
    link: {
      name: reportOf(report).page,
      query: { ...filter, from: span.day, to: span.day, drillDown: writeDrillDown({ figure, side: 'now' }) },
    },
  })
}
