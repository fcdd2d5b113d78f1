import { isIPv6 } from 'node:net'
import { normalIp } from '@kabao/contract/kernel/ip'
import { hashToken } from '../base/token.ts'

/** Where an attempt to sign in comes from. */
export interface Place {
  ip: string
  /** The token that the browser got at its last sign-in. */
  device: string | null
}

/** The names under which a place is stored: its network and, if it has one, its browser's token (hashed). */
export const namesOf = ({ ip, device }: Place): string[] => [
  `address:${networkOf(ip)}`,
  ...(device === null ? [] : [`device:${hashToken(device).toString('base64url')}`]),
]

/** The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 one, because subscribers choose the rest. */
export function networkOf(address: string): string {
  const ip = normalIp(address) ?? address
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] as string).toLowerCase().split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const left = groups(head)
  const right = tail === undefined ? [] : groups(tail)
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  const four = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${four.join(':')}::/64`
}
