import { isIdNumber, maskIdNumber, maskPhone, phone } from '@kabao/contract/kernel/personal'
import { plainIdNumber } from '@kabao/contract/kernel/typed/id-number'
import { scrub } from '../base/scrub.ts'

/** Names of fields whose text is never kept, whatever area sets it. */
const secretName = /password|passwd|secret|token|hash|sealed|recovery|credential|api_?key|private_?key/i
const longest = 1_000
const most = 200

/**
 * Cleans values before the audit log stores them, as the last safeguard in case an area forgot to. Secrets are removed, phone and
 * id numbers are masked anywhere in the value, and long values are cut.
 */
export function auditValues(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .slice(0, most)
      .map(([name, value]) => [name, kept(name, value)]),
  )
}

/**
 * What the audit log keeps of a text about a person: only that there is one. The log cannot be changed, but the text must be
 * deletable with the person.
 */
export const writtenText = (text: string): string => (text === '' ? '' : '[text]')

function kept(name: string, value: unknown): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  if (secretName.test(name)) return '[removed]'
  if (typeof value === 'string') return keptText(value)
  if (Buffer.isBuffer(value)) return '[bytes]'
  if (Array.isArray(value)) return value.slice(0, most).map((each) => kept(name, each))
  if (typeof value === 'object') return auditValues(value as Record<string, unknown>)
  return value === undefined ? undefined : String(value)
}

function keptText(text: string): string {
  const number = phone.safeParse(text)
  if (number.success) return maskPhone(number.data)
  const idNumber = plainIdNumber(text)
  if (isIdNumber(idNumber)) return maskIdNumber(idNumber)
  return scrub(text.length > longest ? `${text.slice(0, longest)}…` : text)
}
