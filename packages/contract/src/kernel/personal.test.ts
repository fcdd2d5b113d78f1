import { expect, test } from 'vitest'
import { blacklistValue } from '../users/blacklist.ts'
import {
  checkDigit,
  idNumber,
  isIdNumber,
  isPersonalNumber,
  maskContact,
  maskEmail,
  maskIdNumber,
  maskName,
  maskPhone,
  phone,
  readPhoneFilter,
  writtenIdNumber,
} from './personal.ts'
import { maskText } from './personal-text.ts'

test.each([
  ['13812345678', '13812345678'],
  ['+86 138-1234-5678', '13812345678'],
  ['8613812345678', '13812345678'],
])('the phone %s is %s', (typed, normal) => {
  expect(phone.parse(typed)).toBe(normal)
})

test.each(['1381234567', '138123456789', '12812345678', 'phone', ''])('%s is not a phone', (typed) => {
  expect(phone.safeParse(typed).error?.issues[0]?.message).toBe('phone')
})

test('an id number needs an existing birthday and the right check digit', () => {
  expect(idNumber.parse(' 11010519491231002x ')).toBe('11010519491231002X')
  expect(isIdNumber('110105194912310021')).toBe(false)
  expect(isIdNumber('110105194902310023')).toBe(false)
})

test.each([
  ['18991231', false],
  ['19000101', true],
  ['00010101', false],
  [new Date().toISOString().slice(0, 10).replaceAll('-', ''), true],
  ['20990101', false],
])('an id number born on %s is one of a living person: %s; a look-up finds it either way', (born, is) => {
  const digits = `440305${born}001`
  const whole = digits + checkDigit(digits)
  expect(idNumber.safeParse(whole).success).toBe(is)
  expect(writtenIdNumber.parse(whole)).toBe(whole)
  expect(isPersonalNumber(whole)).toBe(true)
})

test('masks keep the visible characters', () => {
  expect([
    maskPhone('13812345678'),
    maskName('张三丰'),
    maskName('张'),
    maskName('𠮷田'),
    maskIdNumber('11010519491231002X'),
  ]).toEqual(['138****5678', '张**', '张*', '𠮷*', '110***********002X'])
})

test.each([
  ['zhang.san@example.com', 'z***@example.com'],
  ['a@b.cn', 'a***@b.cn'],
])('the email %s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test.each([
  ['13812345678', { whole: '13812345678' }],
  ['138', { first3: '138' }],
  ['5678', { last4: '5678' }],
  ['138****5678', { first3: '138', last4: '5678' }],
  ['1381', { last4: '1381' }],
  ['13812', null],
  ['abc', null],
])('the phone filter %s means %j', (typed, meaning) => {
  expect(readPhoneFilter(typed)).toEqual(meaning)
})

test.each([
  ['ip', '2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['ip', '192.168.0.1', '192.168.0.1'],
  ['ip', '::ffff:203.0.113.77', '203.0.113.77'],
  ['ip', '::FFFF:CB00:714D', '203.0.113.77'],
  ['ip', '0:0:0:0:0:ffff:0:1', '0.0.0.1'],
  ['ip', '::ffff:0:203.0.113.77', '::ffff:0:cb00:714d'],
  ['device', ' abc-DEF_1 ', 'abc-def_1'],
] as const)('the %s %s is stored as %s', (kind, typed, normal) => {
  expect(blacklistValue[kind].parse(typed)).toBe(normal)
})

test.each([
  ['13812345678', true],
  [' 138 1234 5678 ', true],
  ['11010519491231002x', true],
  ['138', false],
  ['138****5678', false],
  ['device-13812345678', false],
  [5, false],
])('%s is a personal number: %s', (value, is) => {
  expect(isPersonalNumber(value)).toBe(is)
})

test.each([
  ['打我 138 1234 5678 或 139-1234-5678', '打我 138****5678 或 139****5678'],
  ['身份证440305199003070014，谢谢', '身份证440***********0014，谢谢'],
  ['订单 20260301138123456780001 没到账', '订单 20260301138123456780001 没到账'],
])('the text %s is shown as %s', (text, shown) => {
  expect(maskText(text)).toBe(shown)
})

test.each([
  ['+86 13812345678', '138****5678'],
  ['li@example.com', 'l***@example.com'],
  ['wxid_hello', 'wx****'],
  ['abc', 'a****'],
])('the contact %s is shown as %s', (contact, shown) => {
  expect(maskContact(contact)).toBe(shown)
})
