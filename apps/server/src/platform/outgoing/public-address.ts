import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Addresses of cloud metadata services. Most are link-local and refused as such; these are not: Azure's is in a public range,
 * Alibaba's in the carriers' range, Amazon's IPv6 one in the unique local range.
 */
const metadata = new Set(
  ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'].map((ip) =>
    ipaddr.parse(ip).toString(),
  ),
)

/** Ranges that an operator may allow by name: internal networks, and this machine. */
const inside = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/** The only block from which IANA has assigned global unicast addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether a connection to this address may be made. Only known public ranges are allowed, so an unlisted range is refused. An
 * IPv6 address that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo) is refused, whichever address it embeds.
 * @param address an IPv4 or IPv6 address, as a resolver gives it; anything else is refused
 * @param isListed the operator allowed this host and port: internal networks too, but not metadata, multicast or link-local
 */
export function mayConnect(address: string, isListed: boolean): boolean {
  // A zone id names an interface of this machine. `isIP` also refuses decimal, octal and short forms, which the library accepts.
  if (isIP(address) === 0 || address.includes('%')) return false
  const ip = ipaddr.parse(address)
  if (metadata.has(ip.toString())) return false
  const range = ip.range()
  if (isListed && inside.has(range)) return true
  if (range !== 'unicast') return false
  return ip instanceof ipaddr.IPv4 || ip.match(globalUnicast)
}
