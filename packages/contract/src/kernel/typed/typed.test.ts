import { expect, test } from 'vitest'
import { blacklistValue } from '../../users/blacklist.ts'
import { businessDate } from '../business-date.ts'
import { ipAddress } from '../ip.ts'
import { cutText, longText, requiredText, text } from '../kernel.ts'
import { readNumber } from '../number-text.ts'
import { checkDigit, idNumber, isPersonalNumber, personName, phone, requiredName } from '../personal.ts'
import { regionCode } from '../region-code.ts'

/** What a schema makes of a text: its value, or why it is refused. */
const read = (schema: { safeParse(value: unknown): Parsed }, typed: string): unknown => {
  const { success, data, error } = schema.safeParse(typed)
  return success ? data : error?.issues[0]?.message
}
interface Parsed {
  success: boolean
  data?: unknown
  error?: { issues: { message: string }[] } | undefined
}

test.each([
  '13700000001',
  '\u202d13700000001\u202c',
  '137\u200b0000\u200b0001',
  '１３７０００００００１',
  '1370000０００１',
  '137 0000 0001',
  '137-0000-0001',
  '137–0000—0001',
  '137\u22120000\uff0d0001',
  '8613700000001',
  '+8613700000001',
  '＋86 13700000001',
  '0086 13700000001',
  '086-13700000001',
  '(+86) 137 0000 0001',
  '（+86）13700000001',
  '013700000001',
  '="13700000001"',
  "'13700000001",
  '`13700000001',
  '\u200e137\u00ad0000\u2066\u180e\ufe0f0001',
])('the phone %j is one number', (typed) => {
  expect(read(phone, typed)).toBe('13700000001')
  expect(isPersonalNumber(typed)).toBe(true)
})

test.each([
  '1370000000',
  '137000000011',
  '137.00000001',
  '+8513700000001',
  '1²700000001',
  '="137',
  '1370000000a',
])('%j is no phone', (typed) => expect(read(phone, typed)).toBe('phone'))

const born = `44030519900307${'001'}`
const person = born + checkDigit(born)
const withX = '11010519491231002X'

test.each([
  [withX, withX],
  ['11010519491231002x', withX],
  ['11010519491231002Ｘ', withX],
  ['11010519491231002×', withX],
  ['11010519491231002Х', withX],
  [`\u202d${person.slice(0, 6)} ${person.slice(6, 14)}–${person.slice(14)}\u202c`, person],
  [`="${person}"`, person],
  [`'${person}`, person],
])('the id number %j is %s', (typed, normal) => {
  expect(read(idNumber, typed)).toBe(normal)
  expect(isPersonalNumber(typed)).toBe(true)
})

test.each([
  '99999919900307001',
  '16010519900307001',
  '44030518000307001',
  '44030520990307001',
  '44030500010307001',
])('nobody has the id number that begins with %s', (digits) =>
  expect(read(idNumber, digits + checkDigit(digits))).toBe('idNumber'),
)

test.each([
  ['张三', '张三'],
  [' 张 三 ', '张三'],
  ['张\u3000三', '张三'],
  ['张\u200b三', '张三'],
  ['阿卜杜•热合曼', '阿卜杜·热合曼'],
  ['阿卜杜‧热合曼', '阿卜杜·热合曼'],
  ['阿卜杜・热合曼', '阿卜杜·热合曼'],
  ['阿卜杜 · 热合曼', '阿卜杜·热合曼'],
  ['阿卜杜．热合曼', '阿卜杜·热合曼'],
  ['阿卜杜.热合曼', '阿卜杜·热合曼'],
  ['J.R. Smith', 'J.R. Smith'],
  ['Ｊｏｈｎ  Smith', 'John Smith'],
  ['Rene\u0301e', 'Renée'],
  ['a\r\nb', 'a b'],
  ['\u202e张三\u202c', '张三'],
])('the name %j is %j', (typed, normal) => expect(read(requiredName, typed)).toBe(normal))

test.each(['', ' ', '\u200b', '\u202e\u202c', '\ufeff', '\u3164', '\u2060\u00ad'])(
  'the name %j is empty',
  (typed) => {
    expect(read(requiredName, typed)).toBe('required')
    expect(read(requiredText(40), typed)).toBe('required')
    expect(read(personName, typed)).toBe('')
  },
)

test.each([
  ['a\r\nb', 'a b', 'a\nb'],
  ['a\rb', 'a b', 'a\nb'],
  ['a\u2028b', 'a b', 'a\nb'],
  ['a\n\nb', 'a b', 'a\n\nb'],
  ['a\tb', 'a b', 'a\tb'],
  ['a  b', 'a  b', 'a  b'],
  ['\u202e金融\u202c', '金融', '金融'],
  ['e\u0301\u0007', 'é', 'é'],
  ['👨‍👩‍👧 ❤️', '👨‍👩‍👧 ❤️', '👨‍👩‍👧 ❤️'],
  ['a\u0000', 'unreadable', 'unreadable'],
  ['a\ud800', 'unreadable', 'unreadable'],
])('the text %j is %j in one line, and %j in several', (typed, one, several) => {
  expect(read(text(40), typed)).toBe(one)
  expect(read(longText(40), typed)).toBe(several)
})

test('a text that nobody chose is cut, and never refused for its form', () => {
  expect(read(cutText(5), ' 12345\u0000\ud800 and more')).toBe('12345')
  expect(read(cutText(400), `Mozilla/5.0 ${'x'.repeat(15_000)}`)).toHaveLength(400)
  expect(read(cutText(2), 'a👨')).toBe('a')
})

test.each([
  ['IDFA-AbCd:12', 'idfa-abcd:12'],
  [' abc-DEF_1 ', 'abc-def_1'],
  ['ＡＢ12', 'ab12'],
  ['\u200bAB12', 'ab12'],
  ['ab', 'device'],
])('the device %j is %j', (typed, normal) => expect(read(blacklistValue.device, typed)).toBe(normal))

test.each([
  ['１92.168.0.1', '192.168.0.1'],
  ['\u200e192.168.0.1', '192.168.0.1'],
  ['192。168。0。1', '192.168.0.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::FFFF:203.0.113.77', '203.0.113.77'],
  ['300.1.1.1', 'ip'],
])('the address %j is %j', (typed, normal) => expect(read(ipAddress, typed)).toBe(normal))

test.each([
  ['2027-01-02', '2027-01-02'],
  ['2027-1-2', '2027-01-02'],
  ['2027/1/2', '2027-01-02'],
  ['2027.01.02', '2027-01-02'],
  ['2027年1月2日', '2027-01-02'],
  ['20270102', '2027-01-02'],
  ['２０２７－０１－０２', '2027-01-02'],
  ['2027-02-30', 'date'],
  ['2027-1-2 18:00', 'date'],
  ['1/2/2027', 'date'],
])('the day %j is %j', (typed, normal) => expect(read(businessDate, typed)).toBe(normal))

test.each([
  ['４４０３０５', '440305'],
  ['\u200b440305', '440305'],
  ['="440305"', '440305'],
  ['44030', 'region'],
])('the code of a region %j is %j', (typed, normal) => expect(read(regionCode, typed)).toBe(normal))

test.each([
  ["'12", 12],
  ['`12', 12],
  ['="0012"', 12],
  ['1²', 'integer'],
])('the number %j is %j', (typed, meaning) => {
  const reading = readNumber('whole', typed)
  expect('fault' in reading ? reading.fault : reading.value).toBe(meaning)
})
