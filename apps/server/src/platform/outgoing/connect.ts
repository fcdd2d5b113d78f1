import { isIP, connect as netConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { Address } from './address.ts'
import { mayConnect } from './public-address.ts'
import { type GivenUp, type NotSent, type NotSentReason, notSent, type Refused, refused } from './result.ts'

/** Opens a connection to an IP address; no other code makes a socket. */
export type Dial = (address: string, port: number) => Socket

export const dialDirectly: Dial = (address, port) => netConnect({ host: address, port })

export interface Connecting {
  /** The addresses that the name resolved to. */
  addresses: readonly string[]
  dial: Dial
  /** Certificates that are trusted in addition to those of Node, in PEM. */
  ca?: string
  signal: AbortSignal
}

/** How many addresses of a name are tried, one after the other. */
const mostAddresses = 3
/** How long each of several addresses may take, in milliseconds; the last one may take all remaining time. */
const attemptMs = 3_000

/**
 * A connection, after the TLS handshake if there is one, over which nothing of the request has been sent. A name with one refused
 * address is refused altogether, and each address is checked again where the socket is made.
 */
export async function connectTo(
  address: Address,
  { addresses, dial, ca, signal }: Connecting,
): Promise<Socket | NotSent | Refused> {
  if (!addresses.every((one) => mayConnect(one, address.isListed))) return refused('notPublic')
  const tried = addresses.slice(0, mostAddresses)
  let last: NotSent | Refused = notSent('unreachable')
  for (const [at, one] of tried.entries()) {
    if (!mayConnect(one, address.isListed)) return refused('notPublic')
    const limit = at < tried.length - 1 ? attemptMs : null
    const socket = await opened(dial(one, address.port), 'connect', { signal, limit, name: nameTcp })
    if ('kind' in socket) {
      last = socket
      if (signal.aborted) break
      continue
    }
    if (!address.isTls) return socket
    return secured(socket, address, ca, signal)
  }
  return last
}

function secured(socket: Socket, { host }: Address, ca: string | undefined, signal: AbortSignal) {
  const servername = isIP(host) === 0 ? host : undefined
  const secure = tlsConnect({
    socket,
    // The certificate must name the host name, or the address if there is no name.
    host,
    servername,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
  })
  return opened(secure, 'secureConnect', { signal, limit: null, name: nameTls })
}

interface Opening {
  signal: AbortSignal
  /** In milliseconds; null: until the signal aborts. */
  limit: number | null
  name: (error: unknown) => NotSentReason
}

/** Waits until a socket is ready. A socket that fails is destroyed, and cannot throw later. */
function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  opening: Opening,
): Promise<S | NotSent> {
  const { signal, limit, name } = opening
  return new Promise((resolve) => {
    const timer = limit === null ? undefined : setTimeout(() => fail('timeout'), limit)
    const settle = (result: S | NotSent) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      // The socket may break before its next owner listens, and an error without a listener would end the process.
      socket
        .on('error', () => {})
        .off('close', onClose)
        .off('error', onError)
      resolve(result)
    }
    const fail = (why: NotSentReason) => {
      settle(notSent(why))
      socket.destroy()
    }
    const onAbort = () => fail(signal.reason as GivenUp)
    const onError = (error: unknown) => fail(name(error))
    const onClose = () => fail(name(null))
    socket.once('error', onError).once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else socket.once(event, () => settle(socket))
  })
}

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? ''

function nameTcp(error: unknown): NotSentReason {
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return 'connectionRefused'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return 'unreachable'
    case 'ETIMEDOUT':
      return 'timeout'
    default:
      return 'connectionFailed'
  }
}

function nameTls(error: unknown): NotSentReason {
  switch (codeOf(error)) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'tlsSelfSigned'
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_SIGNATURE_FAILURE':
    case 'CERT_REVOKED':
    case 'CERT_UNTRUSTED':
    case 'CERT_REJECTED':
    case 'INVALID_CA':
    case 'INVALID_PURPOSE':
      return 'tlsUntrusted'
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return 'tlsExpired'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'tlsWrongName'
    default:
      return 'tlsFailed'
  }
}
