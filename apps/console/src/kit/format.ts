import type { Language } from '@kabao/contract/kernel/language'
import { runtimeConfig } from './call/config.ts'

interface Formats {
  timeZone: string
  byLanguage: Record<Language, Intl.DateTimeFormat>
}
let formats: Formats | undefined

/** Created once per business time zone: creating one costs more than all formatting with it. */
function instantFormat(language: Language): Intl.DateTimeFormat {
  const timeZone = runtimeConfig().timezone
  if (formats?.timeZone !== timeZone) {
    formats = {
      timeZone,
      byLanguage: {
        'zh-CN': new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
        'en-US': new Intl.DateTimeFormat('en-US', {
          timeZone,
          dateStyle: 'medium',
          timeStyle: 'medium',
          hourCycle: 'h23',
        }),
      },
    }
  }
  return formats.byLanguage[language]
}
const numbers = (language: Language) => new Intl.NumberFormat(language)
const yuan = (language: Language) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' })
const shares = (language: Language) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })

/**
 * `2026-03-01 08:30:00` · `Mar 1, 2026, 08:30:00`; empty for null. The Swedish locale writes dates in the form of Chinese tables.
 */
export const formatInstant = (iso: string | null, language: Language): string =>
  iso === null ? '' : instantFormat(language).format(new Date(iso))

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A recorded value of the audit log: an instant in the business time zone, an empty value as the text `empty`. */
export const formatRecorded = (text: string, empty: string, language: Language): string => {
  if (text === '') return empty
  return isInstant.test(text) ? formatInstant(text, language) : text
}

/**
 * An instant in the width of a column, to the minute: without its year if that is the running one of the business, as `03-01 08:30` ·
 * `Mar 1, 08:30`; otherwise with it.
 */
export function formatShortInstant(iso: string, language: Language, now = Date.now()): string {
  // The Chinese form begins with the year.
  const year = instantFormat('zh-CN').format(now).slice(0, 4)
  const toTheMinute = formatInstant(iso, language).slice(0, -3)
  return toTheMinute.replace(language === 'zh-CN' ? `${year}-` : `, ${year}`, '')
}

/** `12,345` */
export const formatNumber = (value: number, language: Language): string => numbers(language).format(value)

/** Formats an amount in fen as yuan: `¥1,234.50`. */
export const formatFen = (fen: number, language: Language): string => yuan(language).format(fen / 100)

/** Formats a share in basis points as a percentage: `12.5%`. */
export const formatShare = (basisPoints: number, language: Language): string =>
  shares(language).format(basisPoints / 10_000)

/** `2026年3月1日 星期日` · `Sunday, March 1, 2026` */
export const formatDay = (day: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: runtimeConfig().timezone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(day)

/** A number in little space: `12.3万`, `4.56亿` · `123k`, `456M`; up to four digits it is whole. */
export const formatShortNumber = (value: number, language: Language): string =>
  Math.abs(value) < 10_000 ? formatNumber(value, language) : short(language, value, {})

/** An amount in fen in little space, in yuan: `¥12.3万` · `¥123k`; below ten thousand yuan it is whole, without empty decimals. */
export const formatShortFen = (fen: number, language: Language): string =>
  Math.abs(fen) >= 1_000_000
    ? short(language, fen / 100, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' })
    : formatFen(fen, language).replace(/\.00$/, '')

const short = (language: Language, value: number, style: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language, { ...style, notation: 'compact', maximumSignificantDigits: 3 })
    .format(value)
    .replace('K', 'k')

/** `340 B`, `12 KB`, `1.5 MB`, `2.4 GB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.round(kilobytes)} KB`
  let rest = kilobytes / 1024
  let at = 0
  for (; rest >= 1024 && at < largeUnits.length - 1; at++) rest /= 1024
  return `${rest.toFixed(1)} ${largeUnits[at]}`
}
const largeUnits = ['MB', 'GB', 'TB']
