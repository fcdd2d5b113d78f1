import type { Words } from '@kabao/contract'
import { type BusinessClock, wallClockAt } from '@kabao/contract/kernel/business-clock'
import { type Format, figures } from '@kabao/contract/statistics/report/figures'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { filled } from '#ledger'
import { yuan } from '#platform/base/yuan'
import { boundOf, type Rule } from './rule.ts'
import type { Span } from './span.ts'

const { rule: ruleWords, try: tryWords, unknown } = reportAlertWords.tree
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A figure as a text: `1,234`, `¥1,234.50`, `12.5%`. */
export function valueText(format: Format, value: number | null): string | Words {
  if (value === null) return unknown
  if (format === 'fen' || format === 'price') return `¥${yuan(Math.round(value))}`
  if (format === 'rate') return `${plain.format(value * 100)}%`
  return plain.format(value)
}

/** What makes the alert fire. */
export function ruleText(rule: Rule): Words {
  const isDeviation = rule.condition === 'up' || rule.condition === 'down'
  const format = isDeviation ? 'rate' : figures[rule.figure].format
  return filled(ruleWords[rule.condition], { bound: valueText(format, boundOf(rule)) })
}

/** The day, or the day until an hour. */
export const spanText = ({ day, hours, until }: Span, { timeZone }: BusinessClock): Words =>
  hours === null
    ? filled(tryWords.day, { day })
    : filled(tryWords.hour, { day, time: wallClockAt(until, timeZone).slice(11, 16) })
