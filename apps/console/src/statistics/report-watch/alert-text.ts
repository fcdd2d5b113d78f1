import { figures } from '@kabao/contract/statistics/report/figures'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import type { ReportAlertRow } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { wallClock } from '#kit/form/business-time.ts'
import { formatShare } from '#kit/format.ts'
import { wordsOf } from '#kit/words/words.ts'
import { figureText } from '../report/figure-text.ts'

type Rule = Pick<ReportAlertRow, 'figure' | 'condition' | 'bound'>

export const isDeviation = ({ condition }: Pick<Rule, 'condition'>): boolean =>
  condition === 'up' || condition === 'down'

/** What makes an alert fire: `注册低于 100`. */
export function ruleText(rule: Rule): string {
  const { t, language } = wordsOf(reportAlertWords)
  const { format } = figures[rule.figure]
  const bound =
    isDeviation(rule) || format === 'rate'
      ? formatShare(rule.bound, language)
      : figureText(format, rule.bound, language)
  return `${wordsOf(reportWords).t(`figure.${rule.figure}`)} ${t(`rule.${rule.condition}`, { bound })}`
}

/** A figure of an alert; what is not known says so. */
export function valueText({ figure }: Pick<Rule, 'figure'>, value: number | null): string {
  const { t, language } = wordsOf(reportAlertWords)
  return value === null ? t('unknown') : figureText(figures[figure].format, value, language)
}

/** What was judged: a day, or a day until an hour. */
export function spanText(
  { every }: Pick<ReportAlertRow, 'every'>,
  { day, until }: { day: string; until: string },
): string {
  const { t } = wordsOf(reportAlertWords)
  return every === 'day'
    ? t('try.day', { day })
    : t('try.hour', { day, time: wallClock(until).slice(11, 16) })
}
