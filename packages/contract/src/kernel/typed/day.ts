import { narrow } from './marks.ts'

/** `2027-12-31`, `2027/1/2`, `2027.1.2`, `2027年12月31日` or `20271231`, and what follows it. */
const written =
  /^(?:(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*日)?|(\d{4})(\d\d)(\d\d))(?![\d\p{L}])(?:\s+(.*))?$/u

/** A day, `yyyy-mm-dd`, and what stands after it; null for anything else, and for a day that does not exist. */
export function readDay(text: string): { day: string; rest: string } | null {
  const [, year, month, day, y, m, d, rest = ''] = written.exec(narrow(text)) ?? []
  const parts = [year ?? y, (month ?? m)?.padStart(2, '0'), (day ?? d)?.padStart(2, '0')]
  if (parts[0] === undefined) return null
  const read = parts.join('-')
  const at = Date.parse(`${read}T00:00:00Z`)
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(read) ? null : { day: read, rest }
}

/** A day as `yyyy-mm-dd`; any other text unchanged. */
export function plainDay(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  const read = readDay(text)
  return read?.rest === '' ? read.day : text
}
