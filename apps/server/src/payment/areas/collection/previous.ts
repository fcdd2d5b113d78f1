import type { ProviderKind, ProviderValues } from '@kabao/contract/payment/payment-provider'
import { isSame, type Replaced } from '#partners'
import { decryptingNamesIn, newHostsOf, receivingPartsIn } from '../../providers.ts'

/** Settings and secrets of a collection channel, in clear. */
interface Keys {
  settings: ProviderValues
  secrets: ProviderValues
}

/**
 * What a change replaces of that which verifies or decrypts what the provider sends. A part that is only removed, or that the provider is
 * not asked with any more, ends at once.
 * @returns also the names of the parts whose previous values may stay
 */
export function replacedIn(
  provider: ProviderKind,
  before: Keys,
  after: Keys,
): { replaced: Replaced[]; names: string[] } {
  // Who may edit an address could have answers decrypted that were meant for the host before.
  const closed =
    newHostsOf(provider, before.settings, after.settings).length > 0
      ? [...decryptingNamesIn(provider, before.settings), ...decryptingNamesIn(provider, after.settings)]
      : []
  const parts = receivingPartsIn(provider, after.settings).filter(([name]) => !closed.includes(name))
  const replaced = parts.flatMap((part): Replaced[] => {
    const valuesOf = ({ settings, secrets }: Keys) =>
      Object.fromEntries(part.map((name) => [name, secrets[name] ?? settings[name] ?? '']))
    const [values, next] = [valuesOf(before), valuesOf(after)]
    const isSet = [values, next].every((each) => Object.values(each).some((value) => value !== ''))
    return isSet && !isSame(values, next) ? [{ name: part[0], values, next }] : []
  })
  return { replaced, names: parts.map(([name]) => name) }
}
