import { type Address, type AddressRules, readAddress, readListed } from './address.ts'
import { readBody } from './body.ts'
import { connectTo, type Dial, dialDirectly } from './connect.ts'
import { exchange } from './exchange.ts'
import { areSendable } from './headers.ts'
import { type Limits, openGate } from './limits.ts'
import { addressesOf, askNameServers, type Resolve } from './resolve.ts'
import { type GivenUp, notSent, type OutgoingResult, type Refused, refused } from './result.ts'

export type { Limits } from './limits.ts'
export type { Answer, NotSent, OutgoingResult, Refused, Unknown } from './result.ts'

export interface OutgoingOptions {
  /** Default: https alone. */
  schemes?: AddressRules['schemes']
  /** Default: 80 and 443. */
  ports?: readonly number[]
  /** `host:port` of hosts inside that may be called, over http too, as the partner of the demo. */
  listed?: readonly string[]
  /** Certificates that are trusted beside those of Node, in PEM. */
  ca?: string
  /** Bytes of an answer's body that are read; default 64 KiB. */
  mostBytes?: number
  /** Is told of each call; holds neither path nor query, which may have a secret in them. */
  report?: (line: OutgoingLine) => void
  /** How names are resolved; default: by the name servers. */
  resolve?: Resolve
  /** How a connection to an address is opened, once the address is allowed. */
  dial?: Dial
}

export interface OutgoingLine {
  /** `host:port`, or null where the address could not be read. */
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
  /** Until the answer is whole, everything included: the name, the connection, the head, the body. In milliseconds, 1 to 120,000. */
  deadlineMs: number
  /** Whose limits count, as `partner:42`. */
  key: string
  limits: Limits
  /** Gives the call up, for example when the service stops. */
  signal?: AbortSignal
}

export interface Outgoing {
  /** Calls once. Never throws: what went wrong is in the result, and whether the other side may have heard of it. */
  call(request: OutgoingRequest): Promise<OutgoingResult>
  /** What is wrong with an address by its form, for the form in which it is typed; null where nothing is. Resolves no name. */
  look(address: string): Refused | null
}

const longestMs = 120_000

/**
 * Calls to addresses that a person typed. Whoever may type an address must not be able to reach what only this machine reaches:
 * no network inside, no metadata of the cloud, no other port, neither by a name nor by a redirect.
 * @throws Error for an entry of `listed` that is no host with a port
 */
export function openOutgoing(options: OutgoingOptions = {}): Outgoing {
  const rules: AddressRules = {
    schemes: options.schemes ?? ['https'],
    ports: options.ports ?? [80, 443],
    listed: new Set((options.listed ?? []).map(readListed)),
  }
  const { resolve = askNameServers, dial = dialDirectly, ca, mostBytes = 64 * 1024, report } = options
  const gate = openGate()

  async function call(request: OutgoingRequest): Promise<OutgoingResult> {
    const begun = performance.now()
    const address = readAddress(request.address, rules)
    const result = 'kind' in address ? address : await admitted(request, address, begun)
    report?.({
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
      // Nothing is known to throw here; if it does, nobody may send the request again unasked.
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
      mostBytes,
      signal,
    })
    if (raw.kind === 'unknown') return raw
    const { status, headers } = raw
    const read = await readBody(raw, mostBytes)
    return { kind: 'answer', status, headers, ...read, ms: Math.round(performance.now() - begun) }
  }

  return {
    call,
    look(text) {
      const address = readAddress(text, rules)
      return 'kind' in address ? address : null
    },
  }
}

/** Aborted when the deadline is over or the request is stopped, with a `GivenUp` as its reason. */
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
