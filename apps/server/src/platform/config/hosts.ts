import { StartRefusal } from '../base/refusal.ts'
import { type AllowedHosts, hostOf } from '../http/hosts.ts'

interface Listening {
  /** `HOST`. */
  host: string
  /** Whether `HOST` is a loopback address. */
  isLocal: boolean
  isEmbedded: boolean
  trustProxy: number
}

const loopback = ['localhost', '127.0.0.1', '[::1]']
const everywhere = ['0.0.0.0', '[::]']

/**
 * The hosts that are answered: those in `ALLOWED_HOSTS`, where `*` is any. If it is not set: loopback names and `HOST`, when the
 * service listens on loopback without a proxy and for the embedded demo on any address; otherwise any host, because only the
 * operator knows the name that a proxy or a network gives the service.
 * @returns null: any host
 * @throws StartRefusal if the list holds an entry that is not a host
 */
export function allowedHosts(
  list: string | undefined,
  { host, ...listening }: Listening,
): AllowedHosts | null {
  const entries = (list ?? '').split(',').map((entry) => entry.trim())
  const given = entries.filter((entry) => entry !== '')
  if (given.includes('*')) return null
  if (given.length > 0) return { names: given.map(named), anyAddress: false }
  const { isLocal, isEmbedded, trustProxy } = listening
  if (!isEmbedded && !(isLocal && trustProxy === 0)) return null
  const own = hostOf(host.includes(':') ? `[${host}]` : host) ?? host
  const anyAddress = everywhere.includes(own)
  return { names: [...new Set([...loopback, ...(anyAddress ? [] : [own])])], anyAddress }
}

function named(entry: string): string {
  const bare = entry.split(':').length > 2 && /^[0-9a-f:.]*$/i.test(entry) ? `[${entry}]` : entry
  const host = hostOf(bare)
  if (host === null || /^[^[]*:|\]:/.test(bare))
    throw new StartRefusal(
      'The configuration is not right. ALLOWED_HOSTS: must be host names or addresses without a port, separated by commas',
    )
  return host
}

/** The answered hosts in one sentence, for the operator who starts the service. */
export function hostsInWords(allowed: AllowedHosts | null): string {
  if (allowed === null)
    return 'It answers under any host name; set ALLOWED_HOSTS to the names of the console to refuse all others.'
  const names = [...allowed.names, ...(allowed.anyAddress ? ['any IP address'] : [])]
  return `It answers under these host names only (ALLOWED_HOSTS): ${names.join(', ')}.`
}
