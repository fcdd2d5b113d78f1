import type * as z from 'zod'
import { isPersonalNumber } from './personal.ts'

/**
 * Phone and id numbers in a text that a person wrote, in any form: with spaces, dots, hyphens, brackets or invisible marks between the
 * digits, with full-width digits, with a country code. The two patterns are used by JavaScript and, through `inPostgres`, by PostgreSQL,
 * which masks rows that leave it without passing through our code, so they use only what both understand in the same way. No two
 * neighboring parts of a pattern match the same character and a number has few digits, so the time is linear in the text.
 */

const digit = '[0-9\\uff10-\\uff19]'
/** One of these digits, half or full width. */
const oneOf = (...digits: number[]) => `[${digits.map((each) => `${each}\\uff1${each}`).join('')}]`
/** The characters of JavaScript's `\s`; PostgreSQL's depends on the locale. */
const space = '\\t\\n\\u000b\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
/** Every hyphen and dash. It must be last in a character class. */
const hyphen = '\\u2010-\\u2015\\u2212\\uff0d-'
/** Any number of characters that nobody sees may stand anywhere: `Default_Ignorable_Code_Point`, and the byte order mark. */
const marks = `[${[
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f',
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}',
].join('')}]*`
/** What may stand between two digits, and what must between two groups of them. */
const gap = `${marks}(?:[${space}._/()\\u00b7\\u30fb\\uff08\\uff09\\uff0e\\uff0f${hyphen}]${marks}){0,3}`
const spaced = `${marks}(?:[${space}${hyphen}]${marks}){1,2}`

/** `+86`, `86`, `0086`, or the 0 that was once dialed before a mobile number of another province. */
const prefix = `(?:[+\\uff0b]?(?:${oneOf(0)}${marks}${oneOf(0)}${marks})?${oneOf(8)}${marks}${oneOf(6)}${gap}|(?<!-)${oneOf(0)}${marks})?`
const begin = `${oneOf(1)}${gap}${oneOf(3, 4, 5, 6, 7, 8, 9)}${gap}${digit}`

/** So many digits without a gap. */
const run = (count: number) => `${digit}(?:${marks}${digit}){${count - 1}}`
/** The ways in which eleven digits are grouped. An IP address or a date matches none of these. */
const groupings = [
  [3, 4, 4].map(run).join(gap),
  ...[
    [3, 3, 5],
    [4, 3, 4],
    [4, 4, 3],
    [5, 6],
    [6, 5],
  ].map((sizes) => sizes.map(run).join(spaced)),
  `${digit}(?:${spaced}${digit}){10}`,
].join('|')

/**
 * A mainland mobile number. The kept digits are in two groups: the first three, and the last four. Not part of a longer number, nor
 * of a hexadecimal one: `0e13812345678aa` is the id of a request and not a phone.
 */
export const phonePattern =
  `(?<!${digit})(?<![^A-Za-z][A-Fa-f])` +
  `(?=${prefix}(?:${groupings})(?!${digit}|[A-Fa-f](?:[^A-Za-z]|$)))` +
  `(${prefix}${begin})(?:${gap}${digit}){4}${gap}(${digit}(?:${gap}${digit}){3})`

/** The first two digits of an id number: the provinces by their codes (GB/T 2260). */
const province = `(?:${oneOf(1)}J${oneOf(1, 2, 3, 4, 5)}|${oneOf(2)}J${oneOf(1, 2, 3)}|${oneOf(3)}J${oneOf(1, 2, 3, 4, 5, 6, 7)}|${oneOf(4)}J${oneOf(1, 2, 3, 4, 5, 6)}|${oneOf(5)}J${oneOf(0, 1, 2, 3, 4)}|${oneOf(6)}J${oneOf(1, 2, 3, 4, 5)}|${oneOf(7)}J${oneOf(1)}|${oneOf(8)}J${oneOf(1, 2, 3)}|${oneOf(9)}J${oneOf(1)})`
const birthday =
  `(?:${oneOf(1)}J${oneOf(9)}|${oneOf(2)}J${oneOf(0)})J${digit}J${digit}` +
  `J(?:${oneOf(0)}J${oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9)}|${oneOf(1)}J${oneOf(0, 1, 2)})` +
  `J(?:${oneOf(0)}J${oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9)}|${oneOf(1, 2)}J${digit}|${oneOf(3)}J${oneOf(0, 1)})`
const checkDigit = '[0-9\\uff10-\\uff19Xx\\uff38\\uff58]'

/** A resident id number: a province, a possible birthday, four more characters. The first three and the last four are kept. */
export const idNumberPattern = [
  `(?<!${checkDigit})(${province}J${digit})(?:J${digit}){3}J${birthday}J`,
  `(${digit}J${digit}J${digit}J${checkDigit})(?!${checkDigit})`,
]
  .join('')
  .replaceAll('J', gap)

const phones = new RegExp(phonePattern, 'gu')
const idNumbers = new RegExp(idNumberPattern, 'gu')

/** A pattern as PostgreSQL writes it: `\\U000e0fff` for `\\u{e0fff}`. */
export const inPostgres = (pattern: string): string =>
  pattern.replace(/\\u\{(\w+)\}/g, (_, digits: string) => `\\U${digits.padStart(8, '0')}`)

/** Masks the phone and id numbers in a text that a person wrote: `138****5678`. */
export const maskText = (text: string): string =>
  text.replace(idNumbers, '$1***********$2').replace(phones, '$1****$2')

/** Replaces every phone and id number in a text by the result of `replace`. */
export const replaceNumbers = (
  text: string,
  replace: (kind: 'phone' | 'idNumber', number: string, before: string, after: string) => string,
): string => {
  const each =
    (kind: 'phone' | 'idNumber') =>
    (number: string, _first: string, _last: string, at: number, all: string) =>
      replace(
        kind,
        number,
        all.slice(Math.max(0, at - 2), at),
        all.slice(at + number.length, at + number.length + 2),
      )
  return text.replace(idNumbers, each('idNumber')).replace(phones, each('phone'))
}

/**
 * The text to store after somebody edited a masked text. A mask that was left in place is replaced by the stored number; equal
 * masks are replaced in the order of their numbers.
 * @param given the text as it was sent
 * @param stored the stored text, unmasked
 */
export function restoreMasked(given: string, stored: string): string {
  const wholes = new Map<string, string[]>()
  const keep = (whole: string, masked: string) => {
    wholes.set(masked, [...(wholes.get(masked) ?? []), whole])
    return masked
  }
  stored
    .replace(idNumbers, (whole, first: string, last: string) => keep(whole, `${first}***********${last}`))
    .replace(phones, (whole, first: string, last: string) => keep(whole, `${first}****${last}`))
  let restored = given
  for (const [masked, numbers] of wholes) {
    const parts = restored.split(masked)
    restored = parts
      .map((part, index) => (index === 0 ? part : (numbers[index - 1] ?? masked) + part))
      .join('')
  }
  return restored
}

/** A text of a person that is shown to others, so it may hold no phone and no id number. */
export const withoutNumbers = <S extends z.ZodType<string>>(schema: S): S =>
  schema.refine((value) => !holdsPersonalNumber(value), 'personalNumber')

/**
 * An identifier that a machine made, and that is kept in clear also when a person is deleted: it may be neither a phone nor an id
 * number, nor hold one.
 */
export const namesNobody = <S extends z.ZodType<string>>(schema: S): S =>
  schema.refine((value) => !namesPerson(value), 'personalNumber')

/** With a version and a variant. Source: RFC 9562, section 4. */
const uuids = /\b[a-f\d]{8}-[a-f\d]{4}-[1-8][a-f\d]{3}-[89ab][a-f\d]{3}-[a-f\d]{12}\b/gi

/**
 * Whether an identifier is a phone or an id number, or holds one. Unlike in a text that a person wrote, digits on both sides of a hyphen
 * are not joined, and a hexadecimal number holds none, nor a UUID: else one UUID of 3,600 would name a person.
 */
function namesPerson(identifier: string): boolean {
  if (isPersonalNumber(identifier)) return true
  const words = identifier.replace(uuids, ' ').match(/[A-Za-z\d]+/g) ?? []
  return words.some((word) => {
    if (/^(?=.*[a-f])[a-f\d]{12,}$/i.test(word)) return false
    const numbers = word.match(/\d+[Xx]?/g) ?? []
    return numbers
      .flatMap((number) => [number, number.replace(/x$/i, '')])
      .some((number) => isPersonalNumber(number) && maskText(number) !== number)
  })
}

/** Whether a text holds a whole phone or id number. Such a number names a person. */
export const holdsPersonalNumber = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(holdsPersonalNumber)
    : typeof value === 'string' && (isPersonalNumber(value) || maskText(value) !== value)
