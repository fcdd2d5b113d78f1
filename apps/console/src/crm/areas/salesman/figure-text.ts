import type { MonthFigure, SalesmanMonth } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { formatFen, formatNumber, useWords } from '#kit'

/** A figure of the month as a text; empty if there is none. */
export function useFigureText() {
  const { t, language } = useWords(salesmanWords)
  return (month: SalesmanMonth, figure: MonthFigure): string => {
    const value = month[figure]
    if (value === null) return ''
    if (figure === 'wonFen') return formatFen(value, language)
    const count = formatNumber(value, language)
    return figure === 'firstContactMinutes' ? t('minutes', { count }) : count
  }
}
