/** The largest amount of one payment, in fen: ten million yuan. A larger one is a mistake. */
export const mostFen = 1_000_000_000

/** `1234` → `12.34`. @param amountFen not negative */
export const yuanOf = (amountFen: number): string =>
  `${Math.trunc(amountFen / 100)}.${String(amountFen % 100).padStart(2, '0')}`

/** `12.34`, `12.3` or `12` yuan → 1234 fen, exactly; null for anything else. */
export function fenOfYuan(text: unknown): number | null {
  const [, whole, part = ''] = (typeof text === 'string' && /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)) || []
  return whole === undefined ? null : within(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

/** A whole number of fen, as a number or as its digits; null for anything else. */
export function fenOf(value: unknown): number | null {
  if (typeof value === 'string') return /^\d{1,12}$/.test(value) ? within(Number(value)) : null
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? within(value) : null
}

const within = (fen: number) => (fen <= mostFen ? fen : null)
