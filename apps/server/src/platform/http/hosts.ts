import { isIP } from 'node:net'
import { codes } from '@kabao/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { say } from './errors.ts'

/**
 * The host names that the service answers. A foreign page can point its own host name at the address of this service (DNS
 * rebinding) and then read the responses; the `Host` header still holds the foreign name.
 */
export interface AllowedHosts {
  /** Names and addresses in their normal form: lower case, IPv6 in brackets, no port, no dot at the end. */
  names: readonly string[]
  /** Any IP address too, because DNS rebinding needs a name. */
  anyAddress: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Paths that are answered under any host, because supervisors call the process by its address or without a host. */
    anyHost?: true
  }
}

/** The normal form of a `Host` header without its port, or null if it is invalid. */
export function hostOf(header: string): string | null {
  const [, host] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header) ?? []
  if (host === undefined) return null
  if (!host.startsWith('[')) return host.toLowerCase().replace(/\.$/, '')
  return isIP(host.slice(1, -1)) === 6 ? new URL(`http://${host}`).hostname : null
}

/** Whether a request names an allowed host. @param allowed null: any */
export function isHostAllowed({ headers }: FastifyRequest, allowed: AllowedHosts | null): boolean {
  if (allowed === null) return true
  const host = hostOf(headers.host ?? '')
  return host !== null && (allowed.names.includes(host) || (allowed.anyAddress && isAddress(host)))
}

const isAddress = (host: string) => host.startsWith('[') || isIP(host) === 4

/** Refuses requests under any other host, before any other check. Source: RFC 9110, section 15.5.20 (421). */
export function registerHosts(app: FastifyInstance, allowed: AllowedHosts | null): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.anyHost) return done()
    const { host } = request.headers
    // Source: RFC 9112, section 3.2: a request without a host, or with two, is a bad request.
    if (host === undefined || hostOf(host) === null || countOfHosts(request) > 1)
      return say(request, reply, 400, codes.invalid, 'unreadable')
    if (!isHostAllowed(request, allowed)) return say(request, reply, 421, codes.forbidden, 'wrongHost')
    done()
  })
}

function countOfHosts({ raw: { rawHeaders } }: FastifyRequest): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
