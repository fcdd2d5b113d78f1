import { createCipheriv, createDecipheriv } from 'node:crypto'
import { StartRefusal } from '../base/refusal.ts'
import type { Take } from './take.ts'

/**
 * Encrypted chunks: each is its length (4 bytes), the AES-256-GCM ciphertext and the tag (16 bytes). The nonce is the number of the
 * chunk and whether it is the last one, and the length is authenticated, so a chunk that was changed, moved, repeated or left out is
 * refused, and so is a backup that ends early. The key is of one backup only, so no nonce repeats.
 */
const chunkSize = 256 * 1024
const tagLength = 16

export async function* sealChunks(key: Buffer, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  let nth = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    // One byte more than a chunk shows that this chunk is not the last.
    while (size > chunkSize) {
      const all = Buffer.concat(waiting)
      yield sealed(key, nth++, all.subarray(0, chunkSize), false)
      waiting = [all.subarray(chunkSize)]
      size = all.length - chunkSize
    }
  }
  yield sealed(key, nth, Buffer.concat(waiting), true)
}

/** @throws StartRefusal if a chunk was changed, moved or left out, or the last one is missing */
export async function* openChunks(key: Buffer, take: Take): AsyncGenerator<Buffer> {
  for (let nth = 0; ; nth++) {
    const head = await take(4)
    const length = head.length === 4 ? head.readUInt32BE() : 0
    const isLast = length >>> 31 === 1
    const size = (length & 0x7fffffff) + tagLength
    const body = head.length === 4 && size <= chunkSize + tagLength ? await take(size) : head
    if (head.length < 4 || body.length < size)
      throw new StartRefusal('The backup is not whole: it ends in the middle, or is damaged.')
    yield opened(key, nth, { head, body, isLast })
    if (!isLast) continue
    if ((await take(1)).length > 0)
      throw new StartRefusal('The backup is damaged: something follows its end.')
    return
  }
}

function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(nth), 0)
  nonce.writeUInt32BE(isLast ? 1 : 0, 8)
  return nonce
}

function sealed(key: Buffer, nth: number, plain: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE((plain.length | (isLast ? 0x80000000 : 0)) >>> 0)
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(nth, isLast)).setAAD(head)
  const body = cipher.update(plain)
  cipher.final()
  return Buffer.concat([head, body, cipher.getAuthTag()])
}

function opened(key: Buffer, nth: number, chunk: { head: Buffer; body: Buffer; isLast: boolean }): Buffer {
  const { head, body, isLast } = chunk
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(nth, isLast))
    .setAAD(head)
    .setAuthTag(body.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -tagLength)), decipher.final()])
  } catch {
    throw new StartRefusal(`The backup is damaged: chunk ${nth + 1} was changed or is not in its place.`)
  }
}
