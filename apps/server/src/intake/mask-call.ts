import { idNumber, maskIdNumber, maskName, maskPhone, phone } from '@kabao/contract/kernel/personal'
import { scrub } from '#platform/base/scrub'

/** How much of a body the request log keeps, in characters, and how many entries of a list. */
const longest = 2_000
const entries = 3

/** Fields whose text is a number or a word of the open contract. */
const plain = new Set([
  ...['id', 'userId', 'productId', 'planId', 'pushId', 'orderNo', 'visitorId', 'cityCode', 'page', 'version'],
  ...['kind', 'level', 'status', 'result', 'gender', 'incomeBand', 'creditBand', 'code', 'desc', 'missing'],
  ...['at', 'expiresAt', 'closesAt', 'paidAt', 'requestId'],
])

/** Fields of which a part is kept. */
const partly: Record<string, (text: string) => string> = {
  phone: (text) => {
    const read = phone.safeParse(text)
    return read.success ? maskPhone(read.data) : hidden
  },
  idNumber: (text) => {
    const read = idNumber.safeParse(text)
    return read.success ? maskIdNumber(read.data) : hidden
  },
  name: maskName,
  birthday: (text) => (/^\d{4}-/.test(text) ? `${text.slice(0, 4)}-**-**` : hidden),
  ip: (text) => (/^\d+\.\d+\.\d+\.\d+$/.test(text) ? text.replace(/\.\d+\.\d+$/, '.*.*') : hidden),
  phoneHash: (text) => (/^[0-9a-f]{64}$/.test(text) ? `${text.slice(0, 6)}…` : hidden),
}
const hidden = '***'

/**
 * A body as the request log keeps it: only what the contract knows to be harmless is kept as it is, phones, names and id numbers are
 * masked, and every other text is left out.
 * @param text the JSON as it was sent
 * @param value of the text, if it is parsed already
 * @returns null if there is none
 */
export function maskedBody(text: string | Buffer, value?: unknown): string | null {
  if (text.length === 0) return null
  try {
    const masked = JSON.stringify(kept(value === undefined ? JSON.parse(text.toString()) : value, ''))
    return masked.length > longest ? `${masked.slice(0, longest)}…` : masked
  } catch {
    return `[not JSON, ${Buffer.byteLength(text)} bytes]`
  }
}

/** A path without its query, and without what could be a phone or an id number. */
export const maskedPath = (target: string): string => scrub(target.split('?', 1)[0] as string).slice(0, 200)

function kept(value: unknown, field: string): unknown {
  if (value === null || typeof value === 'boolean') return value
  // The names of its pairs are the partner's.
  if (field === 'extra') return '[text]'
  if (typeof value === 'number') return plain.has(field) || Math.abs(value) < 1e9 ? value : hidden
  if (typeof value === 'string') return keptText(value, field)
  if (Array.isArray(value)) {
    const shown = value.slice(0, entries).map((each) => kept(each, field))
    return value.length > entries ? [...shown, `[${value.length - entries} more]`] : shown
  }
  const fields = Object.entries(value as object).slice(0, 40)
  return Object.fromEntries(
    fields.map(([name, each]) => {
      const isKnown = /^[A-Za-z][A-Za-z.]{0,39}$/.test(name)
      // The sentences at the fields of a refusal are ours.
      if (field === 'fields' && typeof each === 'string') return [isKnown ? name : '[field]', scrub(each)]
      return [isKnown ? name : '[field]', isKnown ? kept(each, name) : '[text]']
    }),
  )
}

function keptText(text: string, field: string): string {
  if (text === '') return ''
  if (plain.has(field)) return scrub(text).slice(0, 200)
  return Object.hasOwn(partly, field) ? (partly[field]?.(text) ?? hidden) : '[text]'
}
