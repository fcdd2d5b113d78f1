import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Server-sent events to one caller. */
export interface EventStream {
  send(event: { event: string; data: unknown; id?: string }): void
  /** Says nothing, so that neither side takes a silent connection for a broken one. */
  beat(): void
  end(): void
  readonly isOpen: boolean
  /** Calls back when either side has ended it; at once where that has happened. */
  onEnd(callBack: () => void): void
}

export interface EventStreams {
  /**
   * Takes the reply over and begins to stream; no time limit of a handler holds for it.
   * @param owner whose stream it is: who has more than `mostStreams` of them loses the oldest
   */
  open(reply: FastifyReply, owner: string): EventStream
}

/** What a reader may leave unread before he is let go; he comes back and resumes. */
const maxBuffered = 1024 * 1024

/** The most streams of one owner on one instance: far more tabs than anybody has open, far fewer than would do harm. */
export const mostStreams = 50

/** All streams of this instance: they end when it begins to stop, or it would wait for them. */
export function registerEventStreams(app: FastifyInstance): EventStreams {
  const streams = new Set<EventStream>()
  const owned = new Map<string, Set<EventStream>>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    for (const stream of streams) stream.end()
  })
  return {
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
    // A proxy that collects what it passes on would keep it for ever.
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
