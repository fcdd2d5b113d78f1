import { isIP } from 'node:net'
import { codes } from '@kabao/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { say } from './errors.ts'

/**
 * The hosts that the service answers under. A page of a stranger can point its own name at the address of this service
 * (DNS rebinding) and then read what it answers; the `Host` header still holds the stranger's name.
 */
export interface AllowedHosts {
  /** Names and addresses in their normal form: lower case, IPv6 in brackets, no port, no dot at the end. */
  names: readonly string[]
  /** Any IP address too: no stranger's name is one. */
  anyAddress: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers under any host: what looks after the process calls it by its address, or names no host at all. */
    anyHost?: true
  }
}

/** The normal form of a `Host` header without its port, or null where it is none. */
export function hostOf(header: string): string | null {
  const [, host] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header) ?? []
  if (host === undefined) return null
  if (!host.startsWith('[')) return host.toLowerCase().replace(/\.$/, '')
  return isIP(host.slice(1, -1)) === 6 ? new URL(`http://${host}`).hostname : null
}

/** Whether a call names a host that is allowed. @param allowed null: any */
export function isHostAllowed({ headers }: FastifyRequest, allowed: AllowedHosts | null): boolean {
  if (allowed === null) return true
  const host = hostOf(headers.host ?? '')
  return host !== null && (allowed.names.includes(host) || (allowed.anyAddress && isAddress(host)))
}

const isAddress = (host: string) => host.startsWith('[') || isIP(host) === 4

/** Refuses calls under any other host, before anything else looks at them. Source: RFC 9110, section 15.5.20 (421). */
export function registerHosts(app: FastifyInstance, allowed: AllowedHosts | null): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.anyHost) return
    const { host } = request.headers
    // Source: RFC 9112, section 3.2: a request without a host, or with two of them, is a bad one.
    if (host === undefined || hostOf(host) === null || countOfHosts(request) > 1)
      return say(request, reply, 400, codes.invalid, 'unreadable')
    if (!isHostAllowed(request, allowed)) return say(request, reply, 421, codes.forbidden, 'wrongHost')
  })
}

const countOfHosts = ({ raw }: FastifyRequest) =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
