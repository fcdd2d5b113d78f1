import { expect, test } from 'vitest'
import { auditValues } from './audit-values.ts'

test('secrets are removed under any name, and flags about them stay', () => {
  expect(
    auditValues({
      password: 'a',
      passwordHash: 'b',
      apiKey: 'c',
      settings: { merchantSecrets: ['d', 'e'], token: 'f' },
      mustChangePassword: true,
      name: 'kept',
    }),
  ).toEqual({
    password: '[removed]',
    passwordHash: '[removed]',
    apiKey: '[removed]',
    settings: { merchantSecrets: '[removed]', token: '[removed]' },
    mustChangePassword: true,
    name: 'kept',
  })
})

test('phone and id numbers are masked, alone and within a text', () => {
  expect(
    auditValues({
      phone: '+86 138-1234-5678',
      idNumber: '11010519491231002x',
      phones: ['13912345678'],
      reason: '投诉 13812345678，证件 11010519491231002X',
    }),
  ).toEqual({
    phone: '138****5678',
    idNumber: '110***********002X',
    phones: ['139****5678'],
    reason: '投诉 [phone]，证件 [id number]',
  })
})

test('long values are cut, and bytes are not kept as text', () => {
  const kept = auditValues({ text: 'x'.repeat(5_000), bytes: Buffer.from('abc'), none: null, count: 3 })
  expect(String(kept.text)).toHaveLength(1_001)
  expect(kept).toMatchObject({ bytes: '[bytes]', none: null, count: 3 })
})
