import { expect, test } from 'vitest'
import * as z from 'zod'
import { maskText, namesNobody, restoreMasked } from './personal-text.ts'

test.each([
  ['13800138000', '138****8000'],
  ['13800138000.', '138****8000.'],
  ['138-0013-8000', '138****8000'],
  ['138 0013 8000', '138****8000'],
  ['138.0013.8000', '138****8000'],
  ['138_0013/8000', '138****8000'],
  ['138 - 0013 - 8000', '138****8000'],
  ['138－0013—8000', '138****8000'],
  ['138\u30000013\u00a08000', '138****8000'],
  ['138\u200b0013\u200b8000', '138****8000'],
  ['（138）0013-8000', '（138****8000'],
  ['１３８００１３８０００', '１３８****８０００'],
  ['１３８-００１３-８０００', '１３８****８０００'],
  ['+86 138 0013 8000', '+86 138****8000'],
  ['8613800138000', '86138****8000'],
  ['0086-138-0013-8000', '0086-138****8000'],
  ['＋８６１３８００１３８０００', '＋８６１３８****８０００'],
  ['013800138000', '0138****8000'],
  ['138001 38000', '138****8000'],
  ['13800 138000', '138****8000'],
  ['138 001 38000', '138****8000'],
  ['1380 013 8000', '138****8000'],
  ['1380 0138 000', '138****8 000'],
  ['1 3 8 0 0 1 3 8 0 0 0', '1 3 8****8 0 0 0'],
  ['tel13800138000', 'tel138****8000'],
  ['code13800138000', 'code138****8000'],
  ['打13800138000找我', '打138****8000找我'],
  ['13800138000/13900139000', '138****8000/139****9000'],
  ['440305199003070014', '440***********0014'],
  ['44030519900307001x', '440***********001x'],
  ['440305 19900307 001X', '440***********001X'],
  ['440305-1990-0307-0014', '440***********0014'],
  ['4403 0519 9003 0700 14', '440***********00 14'],
  ['４４０３０５１９９００３０７００１ｘ', '４４０***********００１ｘ'],
])('%s is shown as %s', (text, shown) => {
  expect(maskText(text)).toBe(shown)
  expect(maskText(shown)).toBe(shown)
})

test.each([
  // Order and card numbers.
  '20260301138123456780001',
  '202603191405221234',
  'ORD-2026-1380-0138-0001',
  '6222021380013800013',
  '6222 0213 8001 3800 013',
  // Ids and instants.
  '1761234567890',
  '1761234567890123',
  '176123456789012345',
  '2026-11-21T09:05:43.120Z',
  '2026-11-13 14:00:00',
  '2026-05-14 2026-06-13 9:00',
  '2026-03-19 2003-10-11 12:30',
  // UUIDs and hexadecimal fingerprints.
  '13800138-0001-4abc-9def-138001380001',
  '0e138123-4567-4901-8380-a13800138000',
  '0e138123-4567-4901-1380-013800138000',
  '0e138123-1380-0138-000a-b38001380000',
  '0e13812345678aa',
  // Addresses of machines, lists of numbers, other telephones, amounts.
  '192.168.100.12',
  '172.168.100.12:8080',
  '13 14 15 16 17 18',
  '400-800-8000',
  '010-62538000',
  '¥1,380,013,800.00',
  '138****8000',
])('%s is not a personal number and stays', (text) => {
  expect(maskText(text)).toBe(text)
})

test.each(['faults-236b8d5d-da74-4e7f-b515-015779817677', 'page/dcaf4a64-5548-448d-96e1-013817937847?x=1'])(
  '%s names nobody by its UUID',
  (identifier) => {
    const parsed = namesNobody(z.string()).safeParse(identifier)
    expect(parsed.success).toBe(true)
  },
)

test.each([
  'v-13800138000',
  '236b8d5d-da74-4e7f-b515-01577981767-13800138000',
  '00000000-0000-0000-0000-013800138000',
])('%s names somebody', (identifier) => {
  expect(namesNobody(z.string()).safeParse(identifier).success).toBe(false)
})

test('a mark that nobody sees hides no number', () => {
  const marks: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const mark = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code)
    if (/\p{Default_Ignorable_Code_Point}/u.test(mark)) marks.push(mark)
  }
  expect(marks.length).toBeGreaterThan(4_000)
  const shown = (mark: string) => [
    maskText(`1${mark}38${mark}0013${mark}${mark}8000`),
    maskText(`4403${mark}05199003${mark}07001X`),
  ]
  const kept = marks.filter((mark) => {
    const [phone, idNumber] = shown(mark) as [string, string]
    return phone !== `1${mark}38****8000` || idNumber !== '440***********001X'
  })
  expect(kept).toEqual([])
})

/** Ways to write digits; the same way for every number of a run. */
test('the middle of a number is masked in every way of writing it', () => {
  let seed = 11
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 65_536) % most
  }
  const pick = <T>(from: readonly T[]) => from[random(from.length)] as T
  const glue = ['', ' ', '-', '.', '\u3000', '\u00a0', '—', '－', '_', ' - ', '/', '\u2009', '\u200b']
  const around = ['', ' ', '：', '，', '。', '电话', 'tel', '\n', '"', '(', '；', '#', '*']
  const wide = (text: string) =>
    text.replace(/[0-9X]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))
  const shaped = (text: string) =>
    pick([(each: string) => each, wide, (each: string) => each.toLowerCase()])(text)
  const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('')
  for (let run = 0; run < 20_000; run++) {
    const middle = digits(4)
    const between = pick(glue)
    const phone = [`1${3 + random(7)}${random(10)}`, middle, digits(4)]
    const year = String(1930 + random(90))
    const idNumber = [
      pick(['110105', '440305', '650102']),
      `${year}0${1 + random(9)}${10 + random(19)}`,
      `${digits(3)}${pick(['X', '7'])}`,
    ]
    const parts = random(2) ? phone : idNumber
    const country = parts === phone ? pick(['', '+86', '86', '+86 ', '0086-']) : ''
    const text = `${pick(around)}${country}${shaped(parts.join(between))}${pick(around)}`
    const shown = maskText(text)
    expect(shown, text).not.toBe(text)
    const plain = shown.normalize('NFKC').replace(/[^0-9Xx*]/g, '')
    expect(plain, text).not.toContain(parts.slice(0, 2).join(''))
    expect(plain, text).toMatch(/\*{4}/)
  }
})

test('the time is linear in the length of any text', () => {
  const units = [
    '1',
    '13',
    '1 ',
    '1 3 8 ',
    '138 0013 800 ',
    '+86',
    '86 ',
    '4403051990030',
    '4.',
    '(',
    '110101 1990 ',
    '0',
    'a1',
    '1a',
  ]
  const slowest = (length: number) =>
    Math.max(
      ...units.map((unit) => {
        const text = unit.repeat(length / unit.length)
        const from = performance.now()
        maskText(text)
        return performance.now() - from
      }),
    )
  // With quadratic time, this text would take minutes.
  expect(slowest(1_000_000)).toBeLessThan(5_000)
})

test.each([
  ['138****8000 called', '13800138000', '13800138000 called'],
  ['138****8000, then 138****8000', '13800138000 13811118000', '13800138000, then 13811118000'],
  ['138****8000 138****8000', '13800138000', '13800138000 138****8000'],
  ['440***********0014!', '440305 19900307 0014', '440305 19900307 0014!'],
  ['138****9999', '13800138000', '138****9999'],
  ['13900139000', '13800138000', '13900139000'],
  ['', '13800138000', ''],
])('%s, typed where %s is stored, becomes %s', (given, stored, kept) => {
  expect(restoreMasked(given, stored)).toBe(kept)
})

test('a masked text that is sent back unchanged leaves the stored text unchanged', () => {
  const stored = '打 +86 138 0013 8000 或１３９００１３９０００，身份证 44030519900307001x，又 13800138000'
  expect(restoreMasked(maskText(stored), stored)).toBe(stored)
})
