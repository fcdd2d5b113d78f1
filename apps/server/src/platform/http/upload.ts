import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { codes } from '@kabao/contract'
import { inMegabytes } from '@kabao/contract/operations/file'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, Problem } from '../base/problem.ts'

/** One file of an upload, while it arrives; it is saved or skipped before the next one is read. */
export interface IncomingFile {
  /** The file name that the sender gave. */
  name: string
  /**
   * Writes it to a new file that only this user of the system may read.
   * @returns `isCut` if the file is longer than allowed, and the rest was dropped
   */
  save(path: string): Promise<{ size: number; sha256: Buffer; isCut: boolean }>
  skip(): void
}

export interface UploadLimits {
  maxFiles: number
  maxBytes: number
}

/** The files of a request. It is read only on demand, and then to its end, because the sender reads the response after that. */
export type ReadUpload = (limits: UploadLimits) => AsyncGenerator<IncomingFile>

/** Room for the rest of the form: boundaries, headers, unexpected fields. */
const formBytes = 1024 * 1024
/** How much of a refused upload is read before its connection is closed, in bytes. */
const mostRefused = 256 * 1024 * 1024
/** How long a sender may send nothing, in milliseconds. */
const silence = 30_000

/** Lets the routes of a scope accept `multipart/form-data`. */
export const acceptUploads = (scope: FastifyInstance): void =>
  void scope.register(multipart, { throwFileSizeLimit: false })

/** @throws Problem if the request is not a form, is too long, or ends early; a system error if it cannot be saved */
export const uploadOf = (request: FastifyRequest): ReadUpload =>
  async function* ({ maxFiles, maxBytes }) {
    if (!request.isMultipart()) throw invalid({ files: 'required' })
    const { raw } = request
    // The sender is already gone. Its 'close' event may have passed, so waiting for its parts would never end.
    if (raw.destroyed) throw new Problem(codes.invalid, 'unreadable')
    const most = maxFiles * maxBytes + formBytes
    watch(raw, Math.max(most, mostRefused))
    try {
      if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(maxBytes)
      const parts = request.parts({
        limits: { files: maxFiles, fileSize: maxBytes, fields: 20, fieldSize: 1000, parts: maxFiles + 20 },
      })
      for await (const part of parts) {
        if (part.type !== 'file') continue
        yield incoming(part)
      }
    } catch (error) {
      throw problemOf(error, maxFiles)
    } finally {
      // The rest of the request is read and dropped.
      raw.unpipe()
      raw.resume()
    }
  }

const incoming = ({ filename, file }: MultipartFile): IncomingFile => ({
  name: filename ?? '',
  async save(path) {
    const hash = createHash('sha256')
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        hash.update(chunk)
        done(null, chunk)
      },
    })
    try {
      await pipeline(file, counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    } catch (error) {
      throw problemOf(error)
    }
    return { size, sha256: hash.digest(), isCut: file.truncated }
  },
  skip: () => void file.resume(),
})

/** Closes the connection of a sender that sends without end, or pauses too long while we read. */
function watch(raw: IncomingMessage, most: number) {
  let seen = 0
  let seenBefore = -1
  const timer = setInterval(() => {
    if (seen === seenBefore && !raw.isPaused()) raw.destroy()
    seenBefore = seen
  }, silence).unref()
  raw.once('close', () => clearInterval(timer))
  raw.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > most) raw.destroy()
  })
  // The stream stays paused until it is piped.
  raw.pause()
}

/** @see https://github.com/fastify/fastify-multipart for the codes */
function problemOf(error: unknown, maxFiles = 0): unknown {
  switch ((error as { code?: string }).code) {
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new Problem(codes.invalid, 'invalid', {
        fields: { files: 'tooManyFiles' },
        values: { count: maxFiles },
      })
    case 'FST_MP_PREMATURE_CLOSE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
    case 'ECONNRESET':
      return new Problem(codes.invalid, 'unreadable')
    case undefined:
      // The parser's own errors about broken or malformed forms have no code.
      return /multipart|boundary|terminated/i.test(String(error))
        ? new Problem(codes.invalid, 'unreadable')
        : error
    default:
      return error
  }
}

export const tooLarge = (maxBytes: number, field = 'files'): Problem =>
  new Problem(codes.invalid, 'invalid', {
    fields: { [field]: 'fileTooLarge' },
    values: { limit: inMegabytes(maxBytes) },
  })
