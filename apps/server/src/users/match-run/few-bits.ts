/**
 * Bytes of which only few differ, in as few bits as that needs: how many different ones there are, these, then the place of each byte among
 * them. Of a run of the match mostly half of the bytes is left; PostgreSQL itself finds nothing in them to compress.
 */
export function inFewBits(bytes: Uint8Array): Buffer {
  const isThere = new Uint8Array(256)
  for (const byte of bytes) isThere[byte] = 1
  const different = [...isThere.keys()].filter((byte) => isThere[byte] === 1)
  const bits = bitsFor(different.length)
  const places = new Uint8Array(256)
  for (const [place, byte] of different.entries()) places[byte] = place
  const packed = Buffer.alloc(1 + different.length + Math.ceil((bytes.length * bits) / 8))
  // 256 of them do not fit into the byte; 0 of them is only the empty list.
  packed[0] = different.length % 256
  packed.set(different, 1)
  let at = 1 + different.length
  let held = 0
  let count = 0
  for (const byte of bytes) {
    held |= (places[byte] as number) << count
    count += bits
    if (count >= 8) {
      packed[at++] = held
      held >>= 8
      count -= 8
    }
  }
  if (count > 0) packed[at] = held
  return packed
}

/** The bytes as they were. @param length how many */
export function fromFewBits(packed: Uint8Array, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (length === 0) return bytes
  const different = packed[0] || 256
  const bits = bitsFor(different)
  const mask = 2 ** bits - 1
  let at = 1 + different
  let held = 0
  let count = 0
  for (let index = 0; index < length; index++) {
    if (count < bits) {
      held |= (packed[at++] ?? 0) << count
      count += 8
    }
    bytes[index] = packed[1 + (held & mask)] as number
    held >>= bits
    count -= bits
  }
  return bytes
}

const bitsFor = (different: number) => Math.ceil(Math.log2(Math.max(1, different)))
