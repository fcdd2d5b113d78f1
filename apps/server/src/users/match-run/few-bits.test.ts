import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromFewBits, inFewBits } from './few-bits.ts'
import { isWritable, NumberReader, NumberWriter } from './numbers.ts'

test('bytes come back as they were, however many of them differ', () => {
  const few = fc
    .integer({ min: 1, max: 256 })
    .chain((different) =>
      fc.array(fc.integer({ min: 256 - different, max: 255 }), { maxLength: 2_000, size: 'max' }),
    )
  fc.assert(
    fc.property(few, (values) => {
      const bytes = Uint8Array.from(values)
      expect([...fromFewBits(inFewBits(bytes), bytes.length)]).toEqual(values)
    }),
  )
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  expect([...fromFewBits(inFewBits(all), 256)]).toEqual([...all])
})

test.each([
  [1, 2],
  [2, 253],
  [8, 759],
  [16, 1_017],
  [32, 1_283],
])('2,000 bytes of %i different ones need %i', (different, size) => {
  const bytes = Uint8Array.from({ length: 2_000 }, (_, index) => (7 * index) % different)
  expect(inFewBits(bytes)).toHaveLength(size)
})

test('whole numbers come back as they were, and small ones are one byte', () => {
  const number = fc.integer({ min: -(2 ** 52) + 1, max: 2 ** 52 - 1 })
  fc.assert(
    fc.property(fc.array(number), (numbers) => {
      const writer = new NumberWriter()
      for (const value of numbers) writer.signed(value)
      const reader = new NumberReader(writer.bytes)
      const read = numbers.map(() => reader.signed())
      expect(read).toEqual(numbers)
      expect(reader.isDone).toBe(true)
    }),
  )
  const writer = new NumberWriter()
  writer.signed(-64)
  writer.signed(63)
  expect(writer.bytes).toHaveLength(2)
  expect(() => new NumberReader(Buffer.from([200])).whole()).toThrow('end too early')
  expect([0, -1, 1.5, -0, 2 ** 52, Number.NaN, '1', null].map(isWritable)).toEqual([
    ...[true, true, false, false, false, false, false, false],
  ])
})
