import type { Socket } from 'node:net'
import { Client, type Dispatcher } from 'undici'
import type { GivenUp, Unknown, UnknownReason } from './result.ts'

export interface Exchange {
  origin: string
  /** With the query. */
  path: string
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  body: string | Uint8Array | null
  /** How many bytes of the response's body are read. */
  mostBytes: number
  signal: AbortSignal
}

export interface RawAnswer {
  kind: 'raw'
  status: number
  headers: Record<string, string>
  /** As it was received: compressed if the other side compressed it. */
  bytes: Buffer
  tooLarge: boolean
}

/** The maximum size of a response's head, and of its trailers, in bytes. */
const mostHeaderBytes = 16 * 1024
/** The maximum number of interim responses (status 100 to 199); one or two are usual. */
const mostInterim = 8

/**
 * Sends one request over an open connection, and reads the response. From here on the request may have reached the other side,
 * even if an error follows. The connection is closed at the end. If it were kept, the other side could close it just as the next
 * request is sent, and it would be unknown whether that request arrived.
 */
export function exchange(socket: Socket, request: Exchange): Promise<RawAnswer | Unknown> {
  const { origin, path, method, headers, body, mostBytes, signal } = request
  return new Promise((resolve) => {
    let isUsed = false
    const client = new Client(origin, {
      pipelining: 0,
      // The signal's deadline is the only one.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: mostHeaderBytes,
      connect: (_options, callback) => {
        // The library may retry after a failure, but a request is never sent twice.
        if (isUsed) return callback(new Error('The connection is used up'), null)
        isUsed = true
        // Deferred, because the library does not expect the connection before its own call has returned.
        queueMicrotask(() => callback(null, socket))
      },
    })

    let isSettled = false
    const settle = (result: RawAnswer | Unknown) => {
      if (isSettled) return
      isSettled = true
      signal.removeEventListener('abort', onAbort)
      resolve(result)
      socket.on('error', () => {}).destroy()
      client.destroy().catch(() => {})
    }
    const fail = (why: UnknownReason) =>
      settle({ kind: 'unknown', why, ...(status === undefined ? {} : { status }) })
    const onAbort = () => fail(signal.reason as GivenUp)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()

    let status: number | undefined
    let answerHeaders: Record<string, string> = {}
    let interim = 0
    let size = 0
    const chunks: Buffer[] = []
    const finish = (tooLarge: boolean) => {
      if (status === undefined) return fail('badAnswer')
      settle({ kind: 'raw', status, headers: answerHeaders, bytes: Buffer.concat(chunks), tooLarge })
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, code, head) {
        if (code < 200) {
          interim += 1
          if (interim > mostInterim) fail('badAnswer')
          return
        }
        if (code > 599) return fail('badAnswer')
        status = code
        answerHeaders = joined(head)
      },
      onResponseData(_controller, chunk) {
        if (isSettled) return
        const room = mostBytes - size
        size += chunk.length
        // Copied, because the library reuses its buffer.
        chunks.push(Buffer.from(chunk.subarray(0, room)))
        if (chunk.length > room) finish(true)
      },
      onResponseEnd: () => finish(false),
      onResponseError: (_controller, error) => fail(nameOf(error)),
    }
    try {
      client.dispatch({ origin, path, method, headers, body, reset: true }, handler)
    } catch (error) {
      fail(nameOf(error))
    }
  })
}

function nameOf(error: unknown): UnknownReason {
  const { code = '', name = '', message = '' } = error as { code?: string; name?: string; message?: string }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'headersTooLarge'
  const isBad =
    name === 'HTTPParserError' || code.startsWith('HPE_') || /^bad (response|upgrade)$/.test(message)
  return isBad ? 'badAnswer' : 'broken'
}

/** A cookie is a secret of the other side, and none is stored here. */
function joined(head: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(head).flatMap(([name, value]) =>
    value === undefined || name === 'set-cookie' ? [] : [[name, [value].flat().join(', ')] as const],
  )
  return Object.fromEntries(entries)
}
