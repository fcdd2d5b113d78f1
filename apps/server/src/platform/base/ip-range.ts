import { isIP } from 'node:net'
import { codes } from '@kabao/contract'
import { normalIp } from '@kabao/contract/kernel/ip'
import ipaddr from 'ipaddr.js'
import { Problem } from './problem.ts'

/**
 * The normal form of an address or a network, so that two spellings of one are the same: `10.1.2.3/8` → `10.0.0.0/8`,
 * `2001:DB8::1` → `2001:db8::1`. A network of a single address becomes the address, and an IPv4 address inside IPv6 becomes IPv4.
 * @returns null for anything else, and for a network that has every address
 */
export function normalIpRange(text: string): string | null {
  const [address = '', prefix, ...rest] = text.trim().split('/')
  // `isIP` refuses decimal, octal and short forms, which the library accepts. A zone names an interface of one machine.
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return null
  if (prefix === undefined) return normalIp(address)
  const parsed = ipaddr.parse(address)
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()
  const most = parsed instanceof ipaddr.IPv4 ? 32 : 128
  const bits = Number(prefix)
  if (!/^\d{1,3}$/.test(prefix) || bits === 0 || bits > most) return null
  if (isMapped) return bits > 96 ? normalIpRange(`${parsed.toIPv4Address()}/${bits - 96}`) : null
  if (bits === most) return parsed.toString()
  const Family = parsed instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${Family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/** The normal form of each address and network of a field, once. @throws Problem at the field */
export function normalIpRanges(typed: readonly string[], field: string): string[] {
  const normal = typed.map((value) => {
    const range = normalIpRange(value)
    if (range === null)
      throw new Problem(codes.invalid, 'invalid', { fields: { [field]: 'ipRange' }, values: { value } })
    return range
  })
  return [...new Set(normal)]
}
