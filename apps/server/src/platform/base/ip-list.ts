import { BlockList, isIP } from 'node:net'
import { normalIp } from '@kabao/contract/kernel/ip'

/** The addresses from which somebody may call. */
export interface IpList {
  has(ip: string): boolean
}

/** @param ranges addresses and networks in their normal form; none: any address */
export function ipListOf(ranges: readonly string[]): IpList {
  if (ranges.length === 0) return { has: () => true }
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return {
    has(ip) {
      const plain = normalIp(ip) ?? ip
      const family = isIP(plain)
      return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
    },
  }
}
