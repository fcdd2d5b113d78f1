import { providerFields, templateSecretPrefix } from '@kabao/contract/payment/payment-provider'
import { type Attempt, attemptsWith } from '#partners'
import type { ProviderAccount, ProviderServices } from './provider.ts'

/** The attempts to read what a provider sent: with the keys as they are, then with previous ones. Nothing is sent with a previous one. */
export const attemptsOf = ({ previous = [] }: Pick<ProviderAccount, 'previous'>): Attempt[] =>
  attemptsWith(previous)

/** An account with previous values in the places of its own; what was empty before is empty. */
export function accountWith(account: ProviderAccount, { values }: Attempt): ProviderAccount {
  const secretNames = new Set(
    providerFields[account.kind].flatMap(({ name, isSecret }) => (isSecret ? [name] : [])),
  )
  const isSecret = (name: string) => secretNames.has(name) || name.startsWith(templateSecretPrefix)
  const those = (which: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => which(name)))
  return {
    ...account,
    settings: { ...account.settings, ...those((name) => !isSecret(name)) },
    secrets: { ...account.secrets, ...those(isSecret) },
  }
}

/**
 * Reads what arrived with each attempt until one fits, and notes the previous secrets that it needed. If none fits, what the current keys
 * make of it stands.
 * @param fits whether it was verified and decrypted
 * @param counts whether that shows that the other side still uses these keys
 */
export async function readWithPrevious<T>(
  account: ProviderAccount,
  { notePrevious }: ProviderServices,
  read: (account: ProviderAccount) => T,
  { fits, counts = fits }: { fits: (read: T) => boolean; counts?: (read: T) => boolean },
): Promise<T> {
  const [current, ...others] = attemptsOf(account)
  const first = read(accountWith(account, current as Attempt))
  if (fits(first)) return first
  for (const attempt of others) {
    const found = read(accountWith(account, attempt))
    if (!fits(found)) continue
    if (counts(found)) await notePrevious?.(attempt.ids)
    return found
  }
  return first
}

/** Every value that no text may repeat. */
export const hiddenIn = ({ secrets, previous = [] }: Pick<ProviderAccount, 'secrets' | 'previous'>) => ({
  ...secrets,
  ...Object.fromEntries(
    previous.flatMap(({ id, values }) =>
      Object.entries(values).map(([name, value]) => [`${id} ${name}`, value]),
    ),
  ),
})
