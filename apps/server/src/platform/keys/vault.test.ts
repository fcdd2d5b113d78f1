import { expect, test } from 'vitest'
import { createVault } from './vault.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const vault = createVault(key)

test('an encrypted value is decrypted with the same key and place only', () => {
  const sealed = vault.seal('11010519491231002X', 'user.idNumber')
  expect(vault.open(sealed, 'user.idNumber')).toBe('11010519491231002X')
  expect(() => vault.open(sealed, 'blacklist.value')).toThrow()
  expect(() => createVault(Buffer.alloc(32, 8).toString('base64')).open(sealed, 'user.idNumber')).toThrow()
  sealed[20] = (sealed[20] as number) ^ 1
  expect(() => vault.open(sealed, 'user.idNumber')).toThrow()
})

test('no two encryptions share a nonce', () => {
  const seals = Array.from({ length: 2_000 }, () => vault.seal('a', 'p'))
  expect(new Set(seals.map((sealed) => sealed.toString('hex', 1, 13))).size).toBe(2_000)
  for (const sealed of seals) expect(vault.open(sealed, 'p')).toBe('a')
})

test('equal values are encrypted differently and have equal fingerprints', () => {
  expect(vault.seal('a', 'p').equals(vault.seal('a', 'p'))).toBe(false)
  expect(vault.fingerprint('a', 'p').equals(createVault(key).fingerprint('a', 'p'))).toBe(true)
  expect(vault.fingerprint('a', 'p').equals(vault.fingerprint('a', 'q'))).toBe(false)
})
