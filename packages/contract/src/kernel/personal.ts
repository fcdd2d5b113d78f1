import * as z from 'zod'
import { text } from './kernel.ts'
import { plainIdNumber } from './typed/id-number.ts'
import { narrow } from './typed/marks.ts'
import { plainName } from './typed/person-name.ts'
import { plainPhone } from './typed/phone.ts'

/** Personal data (phone, id number, name): how it is written, checked and masked. Source: docs/specification/personal-data.md. */

/** A mainland mobile number in its normal form: 11 digits. */
export const phone = z
  .string('required')
  .max(64, 'phone')
  .transform(plainPhone)
  .pipe(z.string().regex(/^1[3-9]\d{9}$/, 'phone'))

/**
 * A resident id number in its normal form: 18 characters, upper-case X, a right check digit (GB 11643-1999). Its day of birth may be
 * impossible, as in older rows; for what looks rows up.
 */
export const writtenIdNumber = z
  .string('required')
  .max(60, 'idNumber')
  .transform(plainIdNumber)
  .pipe(z.string().refine(isIdNumber, 'idNumber'))

/** The provinces and special regions by the first two digits of their codes. Of what is below them, older codes are not known. */
const provinces = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/

/** An id number that a living person can have, in its normal form. */
export const idNumber = writtenIdNumber.refine(
  (value) => provinces.test(value) && isBirth(birthdayOf(value) ?? ''),
  'idNumber',
)

/** A person's name in its normal form, at most 40 characters; `requiredName` is not empty. */
export const personName = text(40).overwrite(plainName)
export const requiredName = personName.min(1, 'required')

/** Weights and check characters of GB 11643-1999 (ISO 7064 MOD 11-2). */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checks = '10X98765432'

export function isIdNumber(value: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(value)) return false
  const birth = birthdayOf(value)
  if (birth === null) return false
  return checkDigit(value) === value[17]
}

/** The check character for the first 17 digits. */
export const checkDigit = (value: string): string =>
  checks[weights.reduce((sum, weight, at) => sum + weight * Number(value[at]), 0) % 11] as string

/** The birthday in an id number, `yyyy-mm-dd`, or null if there is no such day. */
export function birthdayOf(value: string): string | null {
  const [year, month, day] = [value.slice(6, 10), value.slice(10, 12), value.slice(12, 14)]
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isReal ? `${year}-${month}-${day}` : null
}

/** How far the clocks of the earliest zone are ahead of UTC, in milliseconds. */
const earliestZoneMs = 14 * 3_600_000

/**
 * Whether a day, `yyyy-mm-dd`, can be the day of birth of a living person: from 1900 to the day that it is somewhere on earth. The
 * service knows which day it is in the business zone, and refuses a later one.
 */
export const isBirth = (day: string): boolean =>
  day >= '1900-01-01' && day <= new Date(Date.now() + earliestZoneMs).toISOString().slice(0, 10)

/** 138****1234 */
export const maskPhone = (value: string): string => `${value.slice(0, 3)}****${value.slice(-4)}`
/** 张* · 欧阳** → the first character stays */
export const maskName = (value: string): string => {
  const [first = '', ...rest] = value
  return first + '*'.repeat(Math.min(Math.max(rest.length, 1), 3))
}
/** 440***********1234 */
export const maskIdNumber = (value: string): string => `${value.slice(0, 3)}***********${value.slice(-4)}`
/** l***@example.com */
export const maskEmail = (value: string): string =>
  `${[...value][0] ?? ''}***${value.slice(value.lastIndexOf('@'))}`

/**
 * Whether a text is a whole phone or id number. Such a value names a person: it may be sent and shown, but never be in an address,
 * a history or a log.
 */
export const isPersonalNumber = (value: unknown): boolean =>
  typeof value === 'string' && (phone.safeParse(value).success || isIdNumber(plainIdNumber(value)))

/** The parts of a phone that a filter may name: all of it, or only the digits that the mask shows. */
export interface PhoneFilter {
  whole?: string
  first3?: string
  last4?: string
}

/** Reads a phone filter: the whole number, its first 3 or last 4 digits, or a masked number; null for anything else. */
export function readPhoneFilter(value: string): PhoneFilter | null {
  const digits = narrow(value)
  const masked = /^(1\d{2})\*{4}(\d{4})$/.exec(digits)
  if (masked) return { first3: masked[1] as string, last4: masked[2] as string }
  const whole = phone.safeParse(value)
  if (whole.success) return { whole: whole.data }
  if (/^1\d{2}$/.test(digits)) return { first3: digits }
  if (/^\d{4}$/.test(digits)) return { last4: digits }
  return null
}

/** A person's contact of any kind, masked: a phone as lists show it; otherwise the beginning, and an email's host. */
export function maskContact(contact: string): string {
  const number = phone.safeParse(contact)
  if (number.success) return maskPhone(number.data)
  const at = contact.lastIndexOf('@')
  const [first = '', second = ''] = contact
  return at > 0 ? `${first}***${contact.slice(at)}` : `${first}${contact.length > 4 ? second : ''}****`
}
