import type { Socket } from 'node:net'
import { inSpan, type Span } from '../tracing/tracing.ts'
import { type Address, type AddressRules, readAddress, readListed } from './address.ts'
import { readBody } from './body.ts'
import { connectTo, type Dial, dialDirectly } from './connect.ts'
import { exchange } from './exchange.ts'
import { areSendable } from './headers.ts'
import { createGate, type Limits } from './limits.ts'
import { addressesOf, askNameServers, type Resolve } from './resolve.ts'
import { type GivenUp, type NotSent, notSent, type OutgoingResult, type Refused, refused } from './result.ts'

export type { Limits } from './limits.ts'
export type { Answer, NotSent, OutgoingResult, Refused, Unknown } from './result.ts'

export interface OutgoingOptions {
  /** Default: only https. */
  schemes?: AddressRules['schemes']
  /** Default: 80 and 443. */
  ports?: readonly number[]
  /** `host:port` of internal hosts that may be called, over http too, such as the demo's partner. */
  listed?: readonly string[]
  /** Certificates that are trusted in addition to those of Node, in PEM. */
  ca?: string
  /** How many bytes of a response's body are read; default 64 KiB. */
  mostBytes?: number
  /** Is called for each call; gets neither path nor query, which may hold a secret. */
  report?: (line: OutgoingLine) => void
  /** How names are resolved; default: by the name servers. */
  resolve?: Resolve
  /** How a connection to an address is opened, once the address is allowed. */
  dial?: Dial
}

export interface OutgoingLine {
  /** What the call is for: the word before the colon in the key of its limits. */
  purpose: string
  /** `host:port`, or null if the address is malformed. */
  target: string | null
  kind: OutgoingResult['kind']
  why?: string
  status?: number
  ms: number
}

export interface OutgoingRequest {
  /** As a person typed it. */
  address: string
  method: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The deadline for the whole call: name, connection, head and body. In milliseconds, 1 to 120,000. */
  deadlineMs: number
  /** For a file: the bytes of the response are in the answer as they came, up to this many, and `body` is empty. */
  bytes?: { most: number }
  /** The key of its limits, such as `partner:42`. */
  key: string
  limits: Limits
  /** Aborts the call, for example when the service stops. */
  signal?: AbortSignal
}

export interface Outgoing {
  /** Makes one call without retries. Never throws: the result holds the error, and whether the request may have been received. */
  call(request: OutgoingRequest): Promise<OutgoingResult>
  /** Opens a connection to a server of another protocol, which passes the same checks as an address; it has no TLS yet. */
  connect(server: OutgoingServer): Promise<{ socket: Socket; ca: string | undefined } | NotSent | Refused>
  /** What is wrong with the form of an address, for the input field; null if nothing is. Resolves no name. */
  look(address: string): Refused | null
  /** The same of a server of another protocol. */
  lookAt(server: Pick<OutgoingServer, 'host' | 'port' | 'ports'>): Refused | null
}

export interface OutgoingServer {
  /** As a person typed it. */
  host: string
  port: number
  /** The ports of this protocol. */
  ports: readonly number[]
  /** Aborted with a `GivenUp` when it has taken too long. */
  signal: AbortSignal
}

const longestMs = 120_000

/**
 * Calls addresses that a person typed. A person who types an address must not be able to reach what only this machine can reach:
 * no internal network, no cloud metadata, no other port, neither by a name nor by a redirect.
 * @throws Error for an entry of `listed` that is not a host with a port
 */
export function createOutgoing(options: OutgoingOptions = {}): Outgoing {
  const rules: AddressRules = {
    schemes: options.schemes ?? ['https'],
    ports: options.ports ?? [80, 443],
    listed: new Set((options.listed ?? []).map(readListed)),
  }
  const { resolve = askNameServers, dial = dialDirectly, ca, mostBytes = 64 * 1024, report } = options
  const gate = createGate()

  async function call(request: OutgoingRequest): Promise<OutgoingResult> {
    const begun = performance.now()
    const purpose = request.key.split(':')[0] ?? ''
    const address = readAddress(request.address, rules)
    const result = await inSpan(spanOf(purpose, request, address), async (span) => {
      const made = 'kind' in address ? address : await admitted(request, address, begun)
      noteOn(span, made)
      return made
    })
    report?.({
      purpose,
      target: 'kind' in address ? null : `${address.host}:${address.port}`,
      kind: result.kind,
      ...('why' in result ? { why: result.why } : {}),
      ...('status' in result && result.status !== undefined ? { status: result.status } : {}),
      ms: Math.round(performance.now() - begun),
    })
    return result
  }

  async function admitted(
    request: OutgoingRequest,
    address: Address,
    begun: number,
  ): Promise<OutgoingResult> {
    if (!areSendable(request.headers ?? {})) return refused('headers')
    const place = await gate.enter(request.key, request.limits)
    if ('kind' in place) return place
    const given = untilGivenUp(request)
    try {
      return await attempt(request, address, given.signal, begun)
    } catch {
      // Nothing is known to throw here. If something does, the result is unknown, so that the request is not repeated.
      return { kind: 'unknown', why: 'broken' } as const
    } finally {
      given.end()
      place.leave()
    }
  }

  async function attempt(
    request: OutgoingRequest,
    address: Address,
    signal: AbortSignal,
    begun: number,
  ): Promise<OutgoingResult> {
    const addresses = await addressesOf(address, resolve, signal)
    if ('kind' in addresses) return addresses
    const socket = await connectTo(address, { addresses, dial, ca, signal })
    if ('kind' in socket) return socket
    if (signal.aborted) {
      socket.on('error', () => {}).destroy()
      return notSent(signal.reason as GivenUp)
    }
    const raw = await exchange(socket, {
      origin: address.url.origin,
      path: address.url.pathname + address.url.search,
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      body: request.body ?? null,
      mostBytes: request.bytes?.most ?? mostBytes,
      signal,
    })
    if (raw.kind === 'unknown') return raw
    const { status, headers } = raw
    const ms = Math.round(performance.now() - begun)
    if (request.bytes) {
      const { bytes, tooLarge } = raw
      return { kind: 'answer', status, headers, body: '', bytes, tooLarge, unreadable: null, ms }
    }
    const read = await readBody(raw, mostBytes)
    return { kind: 'answer', status, headers, ...read, ms: Math.round(performance.now() - begun) }
  }

  const serverOf = ({ host, port, ports }: Pick<OutgoingServer, 'host' | 'port' | 'ports'>) =>
    // Two names of one host would be two servers.
    /[/?#@]/.test(host) ? refused('addressForm') : readAddress(`https://${host}:${port}`, { ...rules, ports })

  return {
    call,
    async connect(server) {
      const address = serverOf(server)
      if ('kind' in address) return address
      const { signal } = server
      const addresses = await addressesOf(address, resolve, signal)
      if ('kind' in addresses) return addresses
      const socket = await connectTo({ ...address, isTls: false }, { addresses, dial, ca, signal })
      return 'kind' in socket ? socket : { socket, ca }
    },
    lookAt(server) {
      const address = serverOf(server)
      return 'kind' in address ? address : null
    },
    look(text) {
      const address = readAddress(text, rules)
      return 'kind' in address ? address : null
    },
  }
}

/** The span of a call: where it goes, without path and query, and what it is for. */
const spanOf = (purpose: string, { method }: OutgoingRequest, address: Address | Refused) => ({
  name: `${method} ${purpose}`,
  kind: 'client' as const,
  attributes: {
    'http.request.method': method,
    'kabao.purpose': purpose,
    ...('kind' in address ? {} : { 'server.address': address.host, 'server.port': Number(address.port) }),
  },
})

function noteOn(span: Span, result: OutgoingResult): void {
  if ('status' in result && result.status !== undefined)
    span.set({ 'http.response.status_code': result.status })
  if (result.kind !== 'answer') span.fail(result.why)
  else if (result.status >= 400) span.fail(String(result.status))
}

/** A word for how a call went: the class of its status, such as `2xx`, or why there is no answer. */
export const outcomeOf = ({ kind, why, status }: Pick<OutgoingLine, 'kind' | 'why' | 'status'>): string =>
  kind === 'answer' && status !== undefined ? `${Math.floor(status / 100)}xx` : (why ?? kind)

/** Aborted when the deadline passes or the request is aborted, with a `GivenUp` as its reason. */
function untilGivenUp({ deadlineMs, signal }: OutgoingRequest) {
  const controller = new AbortController()
  const ms = Math.min(Math.max(1, Math.floor(deadlineMs) || 1), longestMs)
  const timer = setTimeout(() => controller.abort('timeout' satisfies GivenUp), ms)
  const stop = () => controller.abort('stopped' satisfies GivenUp)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}
