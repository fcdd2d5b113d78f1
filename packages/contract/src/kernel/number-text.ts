import type { numberWords } from './number.words.ts'
import { narrow } from './typed/marks.ts'

/**
 * What a typed number counts, and in which unit it is kept: `whole` in itself, `money` typed in yuan and kept in fen, `percent` typed in
 * percent and kept in basis points.
 */
export type NumberKind = 'whole' | 'money' | 'percent'

/** The bounds of a number, in the unit in which it is kept. Default: from 0 to the largest number that is kept exactly. */
export interface NumberBounds {
  min?: number | undefined
  max?: number | undefined
}

/** Why a text is no number: a key of `numberWords`, or of `problemWords` what a schema finds too. */
export type NumberFault = Exclude<keyof typeof numberWords.tree, 'least' | 'between'> | 'integer' | 'range'

/** A number in the unit in which it is kept, null for an empty text, or why the text is no number. */
export type NumberReading = { value: number | null } | { fault: NumberFault }

/** How many of the kept units are one of the typed ones. */
export const unitsIn = { whole: 1, money: 100, percent: 100 } as const satisfies Record<NumberKind, number>

const general = { whole: 'integer', money: 'money', percent: 'percentage' } as const

/**
 * Reads a number that a person typed or that a table holds: `1,234.50` as money is `{ value: 123450 }`, `1,2345` is `{ fault: 'separators' }`.
 * Width, Chinese punctuation and invisible marks do not matter. Nothing else is guessed, cut or dropped (decision 087).
 */
export function readNumber(
  kind: NumberKind,
  text: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: NumberBounds = {},
): NumberReading {
  const plain = withoutUnit(kind, narrow(text).replaceAll('￥', '¥'))
  if (plain === '') return { value: null }
  const [, sign, digits] = /^([+-]?)([\d.,]+)$/.exec(plain) ?? []
  if (digits === undefined) return { fault: faultOf(kind, plain) }
  if (digits.split('.').length > 2) return { fault: 'points' }
  const match = /^(\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/.exec(digits)
  if (!match) return { fault: 'separators' }
  const [, whole = '', part = ''] = match
  // `12.0` is a whole number. `1.000` is not read, because for many people it is a thousand.
  const fits = kind === 'whole' ? /^0{0,2}$/.test(part) : part.length <= 2
  if (!fits || whole + part === '') return { fault: general[kind] }
  if (sign === '-' && min >= 0) return { fault: 'minus' }
  const units = unitsIn[kind]
  const size =
    Number(whole.replaceAll(',', '')) * units + (kind === 'whole' ? 0 : Number(part.padEnd(2, '0')))
  if (!Number.isSafeInteger(size)) return { fault: 'tooLarge' }
  const value = sign === '-' ? 0 - size : size
  return value < min || value > max ? { fault: 'range' } : { value }
}

/** Writes a number as a field shows it: `1,234.50` for 123450 as money; nothing for null and for what is no number. */
export function writeNumber(kind: NumberKind, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return ''
  const size = Math.abs(value)
  const rest = size % unitsIn[kind]
  const whole = String((size - rest) / unitsIn[kind]).replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = String(rest).padStart(2, '0')
  const part = { whole: '', money: decimals, percent: decimals.replace(/0{1,2}$/, '') }[kind]
  return `${value < 0 ? '-' : ''}${whole}${part && `.${part}`}`
}

/** The text without the one mark that its unit may have: `¥` before money or `元` after it, `%` after a percentage. */
function withoutUnit(kind: NumberKind, text: string): string {
  if (kind === 'whole') return text
  if (kind === 'percent') return text.replace(/([\d.])\s*%$/, '$1')
  const bare = text.replace(/^([+-]?)\s*¥\s*(?=[+\-\d.])/, '$1')
  return bare === text ? text.replace(/([\d.])\s*元$/, '$1') : bare
}

function faultOf(kind: NumberKind, text: string): NumberFault {
  if (/^\(.*\)$/.test(text)) return 'parentheses'
  if (/^[+-]?[\d.,]+e[+-]?\d+$/i.test(text)) return 'exponent'
  return /^[+-]?¥?[\d.,]+\s*[十百千万亿萬億kmw]+元?$/i.test(text) ? 'unitWord' : general[kind]
}
