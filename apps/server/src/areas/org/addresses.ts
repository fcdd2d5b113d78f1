import type { Agreement } from '@kabao/contract/org'
import { invalid } from '#http/problem'
import { type AddressRules, readAddress } from '../../outgoing/address.ts'

/** What may be typed as an address. Names are resolved, and checked again, when an address is called. */
const rules: AddressRules = { schemes: ['https'], ports: [443], listed: new Set() }

/** Whether an address may be called: https, on port 443, and its form not that of an internal one. */
const isPublic = (typed: string): boolean => !('kind' in readAddress(typed, rules))

/** The addresses that an organisation is called at. */
export interface Addresses {
  checkUrl: string | null
  pushUrl: string | null
  loginUrl: string | null
}
const called = ['checkUrl', 'pushUrl', 'loginUrl'] as const

/** @throws Problem at the first address that is not on the public internet */
export function refusePrivate(org: Addresses & { agreements: readonly Agreement[] }): void {
  const typed = [
    ...called.map((field) => [field, org[field]] as const),
    ...org.agreements.map(({ url }, at) => [`agreements.${at}.url`, url] as const),
  ]
  const wrong = typed.find(([, url]) => url !== null && !isPublic(url))
  if (wrong) throw invalid({ [wrong[0]]: 'privateAddress' })
}

/** Whether an address leads to a host that none of the old ones led to. Such a host would receive what the stored secret signs. */
export function hasNewHost(before: Addresses, after: Addresses): boolean {
  const hostsOf = (of: Addresses) =>
    called.flatMap((field) => (of[field] === null ? [] : [new URL(of[field]).host]))
  const known = hostsOf(before)
  return hostsOf(after).some((host) => !known.includes(host))
}
