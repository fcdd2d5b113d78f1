import { toUSVString } from 'node:util'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import iconv from 'iconv-lite'
import type { RawAnswer } from './exchange.ts'
import type { Answer } from './result.ts'

const decompressors: Record<string, () => NodeJS.ReadWriteStream & { destroy(): unknown }> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Charsets that partners use besides UTF-8. The library also accepts `base64` and `hex`, which are not charsets. */
const charsets =
  /^(gb18030|gbk|gb2312|gb_2312-80|hz-gb-2312|big5|big5-hkscs|shift_jis|euc-jp|euc-kr|utf-16|utf-16le|utf-16be|us-ascii|ascii|latin1|iso-8859-\d{1,2}|windows-125\d|windows-874|koi8-[ru])$/

/** The text of a response: decompressed, at most `mostBytes` of it, and decoded by the charset in its header. */
export async function readBody(
  { headers, bytes, tooLarge }: RawAnswer,
  mostBytes: number,
): Promise<Pick<Answer, 'body' | 'tooLarge' | 'unreadable'>> {
  const coding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const plain =
    coding === 'identity' || bytes.length === 0
      ? { bytes, tooLarge }
      : await decompressed(bytes, coding, tooLarge, mostBytes)
  if (plain === null) return { body: '', tooLarge, unreadable: 'encoding' }
  const { text, isWhole } = decoded(plain.bytes, charsetOf(headers['content-type']), plain.tooLarge)
  const body = toUSVString(text.replaceAll('\0', '\uFFFD'))
  return { body, tooLarge: plain.tooLarge, unreadable: isWhole && body === text ? null : 'charset' }
}

/** Stops as soon as there is enough, even if a small response would decompress to very much; null if it is malformed. */
function decompressed(bytes: Buffer, coding: string, isCut: boolean, mostBytes: number) {
  const make = Object.hasOwn(decompressors, coding) ? decompressors[coding] : undefined
  if (!make) return null
  return new Promise<{ bytes: Buffer; tooLarge: boolean } | null>((resolve) => {
    const stream = make()
    const chunks: Buffer[] = []
    let size = 0
    const finish = (tooLarge: boolean) => {
      stream.destroy()
      resolve({ bytes: Buffer.concat(chunks).subarray(0, mostBytes), tooLarge })
    }
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) finish(true)
    })
    stream.on('end', () => finish(isCut))
    // A response that was cut ends in the middle of the compressed data; what came before is valid.
    stream.on('error', () => (isCut ? finish(true) : resolve(null)))
    stream.end(bytes)
  })
}

const charsetOf = (contentType = '') =>
  (/;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8').toLowerCase()

/** @param isCut the end may be in the middle of a character, which is then left out */
function decoded(bytes: Buffer, charset: string, isCut: boolean): { text: string; isWhole: boolean } {
  if (!/^utf-?8$/.test(charset) && charsets.test(charset)) {
    const decoder = iconv.getDecoder(charset)
    const text = decoder.write(bytes) + (isCut ? '' : (decoder.end() ?? ''))
    return { text, isWhole: !text.includes('\uFFFD') }
  }
  const isKnown = /^utf-?8$/.test(charset)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    // A text in an unknown charset that is valid UTF-8 is surely right only if it is plain ASCII.
    return { text, isWhole: isKnown || /^\p{ASCII}*$/u.test(text) }
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes, { stream: isCut }), isWhole: false }
  }
}
