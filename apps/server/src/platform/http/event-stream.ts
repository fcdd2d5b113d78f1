import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** A stream of server-sent events to one caller. */
export interface EventStream {
  send(event: { event: string; data: unknown; id?: string }): void
  /** Sends a heartbeat, so that neither side takes an idle connection for a broken one. */
  beat(): void
  end(): void
  readonly isOpen: boolean
  /** Calls back when either side has ended the stream; at once if it has already ended. */
  onEnd(callBack: () => void): void
}

export interface EventStreams {
  /**
   * Takes over the reply and begins to stream; the handler's timeout does not apply.
   * @param owner the caller; if a caller has more than `mostStreams` streams, the oldest is ended
   */
  open(reply: FastifyReply, owner: string): EventStream
  /** How many are open. */
  count(): number
}

/** How many bytes may be unread before the stream is ended; the client reconnects and resumes. */
const maxBuffered = 1024 * 1024

/** The most streams of one caller on one instance: far more than the tabs a user has open, far fewer than would do harm. */
export const mostStreams = 50

/** All streams of this instance. They end when shutdown begins, because it would wait for them. */
export function registerEventStreams(app: FastifyInstance): EventStreams {
  const streams = new Set<EventStream>()
  const owned = new Map<string, Set<EventStream>>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    for (const stream of streams) stream.end()
  })
  return {
    count: () => streams.size,
    open(reply, owner) {
      const stream = begin(reply)
      streams.add(stream)
      const own = owned.get(owner) ?? new Set()
      owned.set(owner, own.add(stream))
      stream.onEnd(() => {
        streams.delete(stream)
        own.delete(stream)
        if (own.size === 0 && owned.get(owner) === own) owned.delete(owner)
      })
      if (own.size > mostStreams) [...own][0]?.end()
      if (isStopping) stream.end()
      return stream
    },
  }
}

function begin(reply: FastifyReply): EventStream {
  const ended = new AbortController()
  const { raw } = reply
  reply.hijack()
  raw.once('close', () => ended.abort())
  raw.on('error', () => ended.abort())
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A proxy that buffers responses would hold the stream back.
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  raw.flushHeaders()
  if (raw.destroyed) ended.abort()
  const write = (text: string) => {
    if (ended.signal.aborted) return
    raw.write(text)
    if (raw.writableLength > maxBuffered) raw.destroy()
  }

  return {
    get isOpen() {
      return !ended.signal.aborted
    },
    onEnd(callBack) {
      if (ended.signal.aborted) callBack()
      else ended.signal.addEventListener('abort', callBack)
    },
    send({ event, data, id }) {
      write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
    },
    beat: () => write(':\n\n'),
    end() {
      if (ended.signal.aborted) return
      raw.end()
      ended.abort()
    },
  }
}
