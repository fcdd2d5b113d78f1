/** China has had one time zone without summer time since 1991. */
const offsetMs = 8 * 3_600_000

/** `2026-03-01 10:00:00` of China; as Alipay and bills write a time. */
export const chinaTime = (at: Date): string =>
  new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace('T', ' ')

/** `2026-03-01T10:00:00+08:00`; as WeChat Pay writes a time. */
export const chinaInstant = (at: Date): string => `${chinaTime(at).replace(' ', 'T')}+08:00`

/** The instant of a time of China, `2026-03-01 10:00:00`; null for anything else. */
export function readChinaTime(text: unknown): Date | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,3})?$/.test(text)) return null
  return real(`${text.replace(' ', 'T')}+08:00`)
}

/** The instant of an RFC 3339 time with its offset; null for anything else. */
export function readInstant(text: unknown): Date | null {
  if (typeof text !== 'string') return null
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.test(text)
  return isWhole ? real(text) : null
}

function real(text: string): Date | null {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
