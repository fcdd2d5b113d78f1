import {
  type ProviderKind,
  type ProviderProblem,
  type ProviderValues,
  providerFields,
} from '@kabao/contract/payment-provider'
import { problem } from './problem.ts'
import type { PaymentProvider, ProviderAccount, ProviderMaker, ProviderServices } from './provider.ts'
import { pool } from './providers/pool.ts'
import { sandbox } from './providers/sandbox.ts'

const makers: Record<ProviderKind, ProviderMaker> = { pool, sandbox } as Record<ProviderKind, ProviderMaker>

/** The provider of a collection channel. It reads no key before the first call, so it can always be opened. */
export const openProvider = (account: ProviderAccount, services: ProviderServices): PaymentProvider =>
  makers[account.kind].open(account, services)

/** The names of the values that are stored encrypted and never shown. */
export const secretNamesOf = (kind: ProviderKind, _settings: ProviderValues): string[] =>
  providerFields[kind].flatMap(({ name, isSecret }) => (isSecret ? [name] : []))

/**
 * What is wrong with the settings and secrets of a collection channel, for its form; an empty list if they may be saved. Secrets that are
 * kept as they are must be given as well, because pairs are compared.
 */
export function checkProvider(
  { kind, settings, secrets }: Pick<ProviderAccount, 'kind' | 'settings' | 'secrets'>,
  now: Date,
): ProviderProblem[] {
  const secretNames = new Set(secretNamesOf(kind, settings))
  const fields = providerFields[kind]
  const known = new Set([...fields.map(({ name }) => name), ...secretNames])
  const found = [
    ...Object.keys(settings).flatMap((name) =>
      known.has(name) && !secretNames.has(name) ? [] : [problem(name, 'unknownField')],
    ),
    ...Object.keys(secrets).flatMap((name) => (secretNames.has(name) ? [] : [problem(name, 'unknownField')])),
    ...fields.flatMap(({ name, isSecret, isRequired, most }) => {
      const value = (isSecret ? secrets : settings)[name] ?? ''
      if (value === '') return isRequired ? [problem(name, 'required')] : []
      return value.length > most ? [problem(name, 'tooLong')] : []
    }),
  ]
  return found.length > 0 ? found : makers[kind].check({ settings, secrets }, now)
}
