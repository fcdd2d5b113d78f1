import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A request with texts that are not UTF-8. Decoded all the same, what was sent would silently become U+FFFD. */
export class NotUtf8 extends Error {
  readonly statusCode: 400 | 415
  readonly words: 'notUtf8' | 'otherCharset'

  /** @param words `otherCharset`: the header names another charset */
  constructor(words: NotUtf8['words']) {
    super('the request is not UTF-8')
    this.words = words
    this.statusCode = words === 'otherCharset' ? 415 : 400
  }
}

/** @param url the path and the query as they were sent @throws NotUtf8 */
export function refuseOtherAddress(url: string): void {
  if (!isUtf8Address(url)) throw new NotUtf8('notUtf8')
}

/** Whether the percent-encoded bytes of an address are UTF-8; Node refuses other bytes beyond ASCII itself. */
export function isUtf8Address(url: string): boolean {
  if (!url.includes('%')) return true
  const bytes = url.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return isUtf8(Buffer.from(bytes, 'latin1'))
}

/** The value of a JSON body; undefined if it is empty. */
export type ReadJson = (request: FastifyRequest, raw: Buffer) => Promise<unknown>

/** Returns the only reader of JSON bodies, for all entrances. It throws `NotUtf8`, and an error with status 400 for anything else that is no JSON. */
export function jsonReader(app: FastifyInstance): ReadJson {
  const parse = app.getDefaultJsonParser('error', 'error')
  return async (request, raw) => {
    if (raw.length === 0) return undefined
    const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new NotUtf8('otherCharset')
    if (!isUtf8(raw)) throw new NotUtf8('notUtf8')
    return new Promise((resolve, reject) =>
      parse(request, raw.toString('utf8'), (error, body) => (error ? reject(error) : resolve(body))),
    )
  }
}
