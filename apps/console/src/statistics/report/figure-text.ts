import type { Language } from '@kabao/contract/kernel/language'
import type { Format } from '@kabao/contract/statistics/report/figures'
import { formatFen, formatNumber, formatShare, formatShortFen, formatShortNumber } from '#kit/format.ts'

/** What stands for a quotient without a divisor. */
export const noFigure = '–'

type Value = number | null | undefined

/** A figure in full: `1,234`, `¥12.30`, `4.5%`. */
export function figureText(format: Format, value: Value, language: Language): string {
  if (value === null || value === undefined) return noFigure
  if (isMoney(format)) return formatFen(Math.round(value), language)
  return format === 'rate' ? formatShare(value * 10_000, language) : formatNumber(rounded(value), language)
}

/** A figure in little space: `1.23万`, `¥4.5万`. */
export function shortFigureText(format: Format, value: Value, language: Language): string {
  if (value === null || value === undefined || format === 'rate') return figureText(format, value, language)
  return isMoney(format)
    ? formatShortFen(Math.round(value), language)
    : formatShortNumber(rounded(value), language)
}

/** A figure as a spreadsheet reads it: yuan, a share as a percentage, no separators. */
export function plainFigure(format: Format, value: Value): string {
  if (value === null || value === undefined) return ''
  if (isMoney(format)) return (value / 100).toFixed(2)
  return format === 'rate' ? `${Number((value * 100).toFixed(2))}%` : String(rounded(value))
}

/** A difference with its sign: `+12`, `-¥3.00`. */
export function differenceText(format: Format, value: Value, language: Language): string {
  const text = figureText(format, value, language)
  return typeof value === 'number' && value > 0 ? `+${text}` : text
}

/** A change as a share of one, with its sign: `+12.5%`; without a figure before there is none. */
export function percentText(share: Value, language: Language): string {
  if (share === null || share === undefined) return noFigure
  return new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(share)
}

/** A change in one text: as a percentage, or as a difference where a percentage says nothing. */
export function changeText(
  format: Format,
  { change, percent }: { change?: Value; percent?: Value },
  language: Language,
): string {
  if (typeof percent === 'number' || format === 'rate') return percentText(percent, language)
  return differenceText(format, change, language)
}

const isMoney = (format: Format) => format === 'fen' || format === 'price'
const rounded = (value: number) => Math.round(value * 100) / 100
