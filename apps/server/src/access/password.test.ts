import { expect, test } from 'vitest'
import { secret } from '#test/harness'
import { hashPassword, verifyPassword } from './password.ts'

test('a password is stored as argon2id of at least 19 MiB and 2 passes, each time with another salt', async () => {
  const password = secret('a password of the test of hashes 1')
  const [one, two] = [await hashPassword(password), await hashPassword(password)]
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(one) ?? []
  expect([Number(memory) >= 19_456, Number(passes) >= 2]).toEqual([true, true])
  expect(one).not.toBe(two)
})

test('no end of a long password is left out', async () => {
  const long = secret('长 password '.repeat(12).slice(0, 127))
  const stored = await hashPassword(`${long}a`)
  expect(await verifyPassword(stored, `${long}a`)).toBe(true)
  expect(await verifyPassword(stored, `${long}b`)).toBe(false)
  expect(await verifyPassword(stored, long)).toBe(false)
})
