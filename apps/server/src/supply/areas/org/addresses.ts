import type { Agreement } from '@kabao/contract/supply/org'
import { invalid } from '#platform/base/problem'
import { type AddressRules, readAddress } from '#platform/outgoing/address'

/** What may be typed as an address. Names are resolved, and checked again, when an address is called. */
const rules: AddressRules = { schemes: ['https'], ports: [443], listed: new Set() }

/** Whether an address may be called: https, on port 443, and its form not that of an internal one. */
const isPublic = (typed: string): boolean => !('kind' in readAddress(typed, rules))

/** @throws Problem at the first address that is not on the public internet */
export function refusePrivate(org: { loginUrl: string | null; agreements: readonly Agreement[] }): void {
  const typed = [
    ['loginUrl', org.loginUrl] as const,
    ...org.agreements.map(({ url }, index) => [`agreements.${index}.url`, url] as const),
  ]
  const wrong = typed.find(([, url]) => url !== null && !isPublic(url))
  if (wrong) throw invalid({ [wrong[0]]: 'privateAddress' })
}
