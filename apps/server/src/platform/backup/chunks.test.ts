import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openChunks, sealChunks } from './chunks.ts'
import { takeFrom } from './take.ts'

const key = randomBytes(32)
const plain = randomBytes(800_000)
const whole = await buffer(
  sealChunks(key, Readable.from([plain.subarray(0, 300_000), plain.subarray(300_000)])),
)

const open = (bytes: Buffer) => buffer(openChunks(key, takeFrom(Readable.from([bytes]))))

/** Where each chunk begins, and where the last one ends. */
function places(): number[] {
  const found = [0]
  while ((found.at(-1) as number) < whole.length) {
    const start = found.at(-1) as number
    found.push(start + 4 + (whole.readUInt32BE(start) & 0x7fffffff) + 16)
  }
  return found
}
const chunk = (nth: number) => whole.subarray(places()[nth], places()[nth + 1])

function flipped(place: number): Buffer {
  const bytes = Buffer.from(whole)
  bytes[place] = (bytes[place] as number) ^ 1
  return bytes
}

test('what was sealed in chunks is opened again', async () => {
  expect(places()).toHaveLength(5)
  expect((await open(whole)).equals(plain)).toBe(true)
})

test.each<[string, Buffer, string]>([
  ['a changed chunk', flipped(whole.length >> 1), 'chunk 2 was changed or is not in its place'],
  ['a changed length', flipped((places()[3] as number) + 2), 'chunk 4 was changed'],
  [
    'chunks in another order',
    Buffer.concat([chunk(1), chunk(0), chunk(2), chunk(3)]),
    'chunk 1 was changed or is not in its place',
  ],
  ['a chunk left out', Buffer.concat([chunk(0), chunk(2), chunk(3)]), 'chunk 2 was changed'],
  ['a missing chunk at the end', whole.subarray(0, places()[3]), 'The backup is not whole'],
  ['half a chunk', whole.subarray(0, whole.length - 9), 'The backup is not whole'],
  ['something behind the end', Buffer.concat([whole, Buffer.of(1)]), 'something follows its end'],
])('%s is refused', async (_, bytes, sentence) => {
  await expect(open(bytes)).rejects.toThrow(sentence)
})
