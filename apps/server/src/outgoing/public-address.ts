import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Where a machine asks its cloud who it is. Most are link-local and refused as such; these are not: Azure's is in a public
 * range, Alibaba's in the carriers', Amazon's over IPv6 in the unique local one.
 */
const metadata = new Set(
  ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'].map((ip) =>
    ipaddr.parse(ip).toString(),
  ),
)

/** What an operator may open by name: the networks inside a company, and this machine. */
const inside = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/** IANA has given out global unicast addresses from this block alone. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether a connection to this address may be made. Only what is known to be on the public internet is; a range that nobody
 * thought of is refused. An IPv6 address that carries one of IPv4 (mapped, NAT64, 6to4, Teredo) is refused whatever it carries.
 * @param address an IPv4 or IPv6 address, as a resolver gives it; anything else is refused
 * @param isListed the operator named this host and port: networks inside are open too, but no metadata, multicast or link-local
 */
export function mayConnect(address: string, isListed: boolean): boolean {
  // A zone id names an interface of this machine. `isIP` also knows no decimal, octal or short forms, which the library reads.
  if (isIP(address) === 0 || address.includes('%')) return false
  const ip = ipaddr.parse(address)
  if (metadata.has(ip.toString())) return false
  const range = ip.range()
  if (isListed && inside.has(range)) return true
  if (range !== 'unicast') return false
  return ip instanceof ipaddr.IPv4 || ip.match(globalUnicast)
}
