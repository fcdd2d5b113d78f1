import * as z from 'zod'
import { text } from './kernel.ts'
import { narrow } from './typed/marks.ts'

// Not Zod's schemas of addresses, which every list that looks people up would load.
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const ipv6 = /^[\da-f:.]*$/i
/** An IPv4 address that IPv6 writes, in the short form: `::ffff:cb00:714d`. */
const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/**
 * The one form in which an address is stored and compared: an IPv4 address that IPv6 writes (`::ffff:203.0.113.7`) as IPv4, any
 * other IPv6 address in its short form in lower case (RFC 5952), which is the form of a URL's host.
 * @returns null for anything else
 */
export function normalIp(value: string): string | null {
  if (ipv4.test(value)) return value
  if (!value.includes(':') || !ipv6.test(value)) return null
  try {
    const short = new URL(`http://[${value}]`).hostname.slice(1, -1)
    const [, high, low] = mapped.exec(short) ?? []
    if (high === undefined || low === undefined) return short
    return [high, low]
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  } catch {
    return null
  }
}

/** An address in its normal form. */
export const ipAddress = z
  .string('required')
  .max(64, 'ip')
  .transform((value, context) => {
    const normal = normalIp(value) ?? normalIp(narrow(value))
    if (normal === null) context.addIssue({ code: 'custom', message: 'ip' })
    return normal ?? z.NEVER
  })

/** A filter by a whole address, in any spelling. A text that is no address finds nothing. */
export const ipFilter = text(64).transform((value) => normalIp(value) ?? normalIp(narrow(value)) ?? value)

/** The most addresses and networks from which somebody may be allowed to call. */
export const mostIps = 100

/** IPv4 or IPv6, each an address or a network (`10.0.0.0/8`); the service stores the normal form of each, once. */
export const ipRanges = z
  .array(text(64))
  .max(200, 'tooMany')
  .overwrite((lines) => lines.filter((line) => line !== ''))
  .max(mostIps, 'tooMany')
  .default([])
