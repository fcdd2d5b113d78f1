import { isIP } from 'node:net'
import { mayConnect } from './public-address.ts'
import { type Refusal, refused } from './result.ts'

export interface AddressRules {
  /** The allowed schemes. */
  schemes: readonly ('http' | 'https')[]
  /** The allowed ports, including those of the schemes. */
  ports: readonly number[]
  /** `host:port` of hosts that the operator allows although the rules refuse them, over http too; see `readListed`. */
  listed: ReadonlySet<string>
}

export interface Address {
  url: URL
  isTls: boolean
  /** A name in lower case, or an IP address without brackets. */
  host: string
  port: number
  /** The operator named this host and port. */
  isListed: boolean
}

/** Longer than any address that a person types. */
const longestAddress = 2_048

/** A name of the DNS: at least two labels. */
const name = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Endings that no public name has. */
const insideEndings =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|onion)$/

/**
 * Checks the form of an address that a person typed; nothing is resolved. Each host has one accepted spelling: spellings that
 * browsers accept leniently (blanks, backslashes, percent signs in a host, 0x7f.1) are refused.
 */
export function readAddress(text: string, rules: AddressRules): Address | ReturnType<typeof refused> {
  const why = (reason: Refusal) => refused(reason)
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text)
  if (!parts || text.length > longestAddress || /[\p{C}\p{Z}\\]/u.test(text)) return why('addressForm')
  const [, scheme = '', authority = ''] = parts
  if (!/^https?$/i.test(scheme)) return why('scheme')
  if (authority.includes('@')) return why('credentials')
  if (authority.includes('%') || !URL.canParse(text)) return why('addressForm')

  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isTls = url.protocol === 'https:'
  const port = Number(url.port || (isTls ? 443 : 80))
  // The URL parser takes 2130706433, 0x7f.1 and full-width digits for IP addresses; people do not write them.
  if (isIP(host) === 4 && authority.replace(/:\d*$/, '') !== host) return why('addressForm')

  const isListed = rules.listed.has(`${url.hostname}:${port}`)
  // An address in numbers needs no name server; `connect.ts` checks it again, with those of names.
  const isInside = isIP(host) !== 0 && !mayConnect(host, isListed)
  if (isListed) return isInside ? why('notPublic') : { url, isTls, host, port, isListed }
  if (!rules.schemes.includes(isTls ? 'https' : 'http')) return why('scheme')
  if (!rules.ports.includes(port)) return why('port')
  if (isInside) return why('notPublic')
  if (host.endsWith('.')) return why('addressForm')
  if (isIP(host) === 0 && (insideEndings.test(host) || !name.test(host))) return why('hostName')
  return { url, isTls, host, port, isListed }
}

/**
 * Converts `host:port` to the form in which addresses are compared with it.
 * @throws Error with the entry, if it is not a host with a port
 */
export function readListed(entry: string): string {
  const url = URL.canParse(`http://${entry}/`) ? new URL(`http://${entry}/`) : null
  const port = /:(\d{1,5})$/.exec(entry)?.[1]
  if (!url || !port || url.pathname !== '/' || url.username !== '' || entry.includes('/'))
    throw new Error(`${entry} is not a host with a port, as in partner.example:8443.`)
  return `${url.hostname}:${Number(port)}`
}
