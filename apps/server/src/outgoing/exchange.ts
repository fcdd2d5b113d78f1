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
  /** Bytes of the answer's body that are read. */
  mostBytes: number
  signal: AbortSignal
}

export interface RawAnswer {
  kind: 'raw'
  status: number
  headers: Record<string, string>
  /** As it came over the line: compressed where the other side compressed it. */
  bytes: Buffer
  tooLarge: boolean
}

/** Bytes of an answer's head, and of its trailers. */
const mostHeaderBytes = 16 * 1024
/** Heads with a status of 100 to 199 before the answer; one or two are usual. */
const mostInterim = 8

/**
 * Sends one request over a connection that is there already, and reads the answer. From here on the request may have reached the other side,
 * whatever goes wrong. The connection is closed at the end: one that is kept could be closed by the other side just as the
 * next request leaves, and nobody would know whether that one arrived.
 */
export function exchange(socket: Socket, request: Exchange): Promise<RawAnswer | Unknown> {
  const { origin, path, method, headers, body, mostBytes, signal } = request
  return new Promise((resolve) => {
    let isUsed = false
    const client = new Client(origin, {
      pipelining: 0,
      // One deadline counts, and it is the signal's.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: mostHeaderBytes,
      connect: (_options, callback) => {
        // The library may ask again after a failure: a request is never sent twice.
        if (isUsed) return callback(new Error('The connection is used up'), null)
        isUsed = true
        // Later, for the library does not see a connection that is there while it asks for it.
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
        // Copied: the library reuses what it reads into.
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

/** A cookie is a secret of the other side, and nothing here keeps one. */
function joined(head: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(head).flatMap(([name, value]) =>
    value === undefined || name === 'set-cookie' ? [] : [[name, [value].flat().join(', ')] as const],
  )
  return Object.fromEntries(entries)
}
