import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NumberKind, readNumber, writeNumber } from './number-text.ts'

/** What a text means: a number in the unit in which it is kept, null for none, or a fault. */
const meaning = (kind: NumberKind, text: string, bounds = {}) => {
  const reading = readNumber(kind, text, bounds)
  return 'fault' in reading ? reading.fault : reading.value
}

test.each<[NumberKind, string, number | string | null]>([
  ['money', '1,234', 123_400],
  ['money', '1,234.50', 123_450],
  ['money', '1,234,567.89', 123_456_789],
  ['money', '1，234．5', 123_450],
  ['money', '12。50', 1_250],
  ['money', '１２.５０', 1_250],
  ['money', '\u202d １２.５ \u202c\u200b', 1_250],
  ['money', ' 12 ', 1_200],
  ['money', '12.', 1_200],
  ['money', '.5', 50],
  ['money', '+5', 500],
  ['money', '0.29', 29],
  ['money', '4.35', 435],
  ['money', '90071992547409.91', Number.MAX_SAFE_INTEGER],
  ['money', '', null],
  ['money', '\u200b ', null],
  ['money', '¥12.5', 1_250],
  ['money', '￥ 12.5', 1_250],
  ['money', '12.5元', 1_250],
  ['money', '12.5 元', 1_250],
  ['money', '¥12.5元', 'money'],
  ['money', '¥¥12', 'money'],
  ['money', '元12', 'money'],
  ['money', '12¥', 'money'],
  ['money', '$12', 'money'],
  ['money', '12%', 'money'],
  ['money', '1,2345', 'separators'],
  ['money', '0,500', 'separators'],
  ['money', '12,34', 'separators'],
  ['money', ',500', 'separators'],
  ['money', '1,234,', 'separators'],
  ['money', '1.234,56', 'separators'],
  ['money', '1234,567', 'separators'],
  ['money', '1234.5.6', 'points'],
  ['money', '12..5', 'points'],
  ['money', '1e3', 'exponent'],
  ['money', '1.2E+05', 'exponent'],
  ['money', '(5.00)', 'parentheses'],
  ['money', '（5）', 'parentheses'],
  ['money', '12万', 'unitWord'],
  ['money', '1.2 万元', 'unitWord'],
  ['money', '12k', 'unitWord'],
  ['money', '-5', 'minus'],
  ['money', '−５', 'minus'],
  ['money', '-0', 'minus'],
  ['money', '12.999', 'money'],
  ['money', '12.500', 'money'],
  ['money', '.', 'money'],
  ['money', '-', 'money'],
  ['money', '1 234', 'money'],
  ['money', '5²', 'money'],
  ['money', '½', 'money'],
  ['money', '٣', 'money'],
  ['money', 'abc', 'money'],
  ['money', 'NaN', 'money'],
  ['money', 'Infinity', 'money'],
  ['money', '0x10', 'money'],
  ['money', '90071992547409.92', 'tooLarge'],
  ['percent', '15%', 1_500],
  ['percent', '15 ％', 1_500],
  ['percent', '12.5', 1_250],
  ['percent', '15%%', 'percentage'],
  ['percent', '%15', 'percentage'],
  ['percent', '0.125', 'percentage'],
  ['percent', '¥15', 'percentage'],
  ['whole', '1,234', 1_234],
  ['whole', '12.0', 12],
  ['whole', '12.5', 'integer'],
  ['whole', '1.000', 'integer'],
  ['whole', '15%', 'integer'],
  ['whole', '007', 7],
])('as %s, “%s” is %s', (kind, text, expected) => {
  expect(meaning(kind, text)).toBe(expected)
})

test('bounds are in the unit in which the number is kept, and a minus needs a lower bound below 0', () => {
  const signed = { min: -50_000, max: 50_000 }
  expect(
    ['-5', '¥-5', '-¥5', '−0', '-500.01', '500.01'].map((text) => meaning('money', text, signed)),
  ).toEqual([...[-500, -500, -500, 0], ...['range', 'range']])
  expect(['0', '1', '31'].map((text) => meaning('whole', text, { min: 1, max: 30 }))).toEqual([
    'range',
    1,
    'range',
  ])
})

test('what is written is read as the same number, whatever its width', () => {
  const kinds = fc.constantFrom<NumberKind>('whole', 'money', 'percent')
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))
  fc.assert(
    fc.property(kinds, fc.maxSafeInteger(), (kind, value) => {
      const text = writeNumber(kind, value)
      for (const typed of [text, wide(text), text.replaceAll(',', '')])
        expect(meaning(kind, typed, { min: Number.MIN_SAFE_INTEGER })).toBe(value)
    }),
  )
  expect([writeNumber('money', 123_450), writeNumber('percent', 1_250), writeNumber('money', -5)]).toEqual([
    '1,234.50',
    '12.5',
    '-0.05',
  ])
  expect([writeNumber('whole', null), writeNumber('money', Number.NaN)]).toEqual(['', ''])
})

test('a text is read as digits, points and commas say, or refused', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789.,，。-+¥元%eE万() ５０'), maxLength: 12 })
  fc.assert(
    fc.property(texts, (text) => {
      const found = meaning('money', text, { min: Number.MIN_SAFE_INTEGER })
      if (typeof found !== 'number') return
      // Written again it has the same digits: nothing was added, cut or moved.
      const digits = (of: string) =>
        of
          .normalize('NFKC')
          .replaceAll('。', '.')
          .replace(/[^\d.]/g, '')
      const [whole = '', part = ''] = digits(text).split('.')
      expect(digits(writeNumber('money', found))).toBe(
        `${whole.replace(/^0+(?=\d)/, '') || '0'}.${part.padEnd(2, '0')}`,
      )
    }),
    { numRuns: 2_000 },
  )
})
