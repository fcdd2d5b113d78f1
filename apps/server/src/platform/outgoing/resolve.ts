import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Address } from './address.ts'
import { type NotSent, notSent } from './result.ts'

/**
 * The addresses of a name; empty if it has none.
 * @throws an error with a DNS code, or any error once `signal` is aborted
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>

/**
 * Queries the name servers directly. The system's lookup would also read this machine's hosts file and search domains, which must
 * not apply to a typed address, and would block one of Node's four threads for as long as a name server is slow.
 */
export const askNameServers: Resolve = async (host, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected' && !isUnknownName(answer.reason))
    if (found.length === 0 && failed?.status === 'rejected') throw failed.reason
    return found
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Resolves like this machine: for hosts that the operator allowed, which may be in the hosts file only. */
export const askSystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** The addresses of a host, resolved once; connections go to one of these only. */
export async function addressesOf(
  { host, isListed }: Address,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<string[] | NotSent> {
  if (isIP(host) !== 0) return [host]
  try {
    const found = await unlessAborted((isListed ? askSystem : resolve)(host, signal), signal)
    return found.length > 0 ? found : notSent('nameUnknown')
  } catch (error) {
    if (signal.aborted) return notSent(signal.reason)
    return notSent(isUnknownName(error) ? 'nameUnknown' : 'nameLookup')
  }
}

const isUnknownName = (error: unknown) =>
  ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')

/** A lookup that cannot be cancelled runs to its end, and its result is ignored. */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('aborted'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
