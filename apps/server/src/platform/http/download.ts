import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that an endpoint sends. */
export interface FileAnswer {
  name: string
  mediaType: string
  /** Null if it is not known beforehand. */
  size: number | null
  /** Identifies this content (an ETag). */
  etag: string
  /** Displayed in the page; any other file is saved, so that nothing in it can run. */
  isShown: boolean
  open(): Promise<Readable>
}

/** Sends a file. Only the caller's browser may cache it, and it asks each time whether it may still show it. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer) {
  const etag = `"${file.etag}"`
  const isKnown = request.headers['if-none-match'] === etag
  // Opened first, because a file that cannot be opened is answered with an envelope, which has other headers.
  const content = isKnown ? null : await file.open()
  reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  if (content === null) return reply.code(304).send()
  reply.headers({
    'content-type': file.mediaType,
    ...(file.size !== null && { 'content-length': file.size }),
    'content-disposition': disposition(file),
  })
  return reply.send(content)
}

/** Gives the file name twice: in ASCII, and whole. Source: RFC 6266, RFC 8187. */
function disposition({ isShown, name }: FileAnswer) {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${whole}`
}
