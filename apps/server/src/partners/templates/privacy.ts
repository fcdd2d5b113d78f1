import { templateFields } from '@kabao/contract/partners/template-fields'
import type { Step, Use } from './analyze.ts'

export type PrivacyCode = 'checkPersonal' | 'checkPhonePart' | 'checkPhoneUnkeyed' | 'personalInUrl'

/** Filters that keep the whole phone, readable. */
const keeping = new Set(['append', 'prepend', 'upcase', 'downcase', 'strip', 'default'])
/** Filters after which a part of the phone may be readable. */
const cutting = new Set(['slice', 'replace'])
const digests = new Set(['md5', 'sha256', 'sm3'])
const keyedDigests = new Set(['hmac_md5', 'hmac_sha256', 'hmac_sm3'])

/**
 * Whether a text of a check may be sent before the person has consented: it names no personal field, except the phone as a whole
 * through a digest with a secret. Without a secret, all phones can be tried in a minute; the receiver can decrypt what was encrypted.
 */
export function checkRefusal(use: Use): PrivacyCode | null {
  if (!isPersonal(use)) return null
  if (use.name !== 'phone' || use.role !== 'value') return 'checkPersonal'
  return phoneRefusal(use.steps)
}

function phoneRefusal(steps: readonly Step[]): PrivacyCode | null {
  let state: 'clear' | 'unkeyed' | 'keyed' = 'clear'
  let hasSecret = false
  for (const { filter, secrets } of steps) {
    if (state === 'keyed') return null
    if (cutting.has(filter) && state === 'clear') return 'checkPhonePart'
    if (keyedDigests.has(filter)) state = secrets.length > 0 ? 'keyed' : 'unkeyed'
    else if (digests.has(filter)) state = hasSecret ? 'keyed' : 'unkeyed'
    else if (!keeping.has(filter) && state === 'clear') return 'checkPersonal'
    else if (secrets.length > 0 && (filter === 'append' || filter === 'prepend')) hasSecret = true
  }
  if (state === 'keyed') return null
  return state === 'unkeyed' ? 'checkPhoneUnkeyed' : 'checkPersonal'
}

/** An address is written to logs on its way, so it names no person at any stage. */
export const urlRefusal = (use: Use): PrivacyCode | null => (isPersonal(use) ? 'personalInUrl' : null)

const isPersonal = ({ kind, name }: Use) =>
  kind === 'field' && 'isPersonal' in templateFields[name as keyof typeof templateFields]
