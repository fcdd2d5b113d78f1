import { describe, expect, test } from 'vitest'
import { keyCheckOf, markOf, readRing, ringText } from './key-ring.ts'
import { ringOf, type StoredKey } from './key-state.ts'
import { createVault } from './vault.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [first, second, third] = [key(1), key(2), key(3)] as [string, string, string]

const stored = (...states: [string, StoredKey['state']][]): StoredKey[] =>
  states.map(([of, state], index) => ({
    id: String(index + 1),
    check: keyCheckOf(of),
    mark: index === 0 ? '' : markOf(keyCheckOf(of)),
    state,
    fingerprintKeySealed: null,
  }))

describe('before a rotation', () => {
  const keys = stored([first, 'writing'])

  test('the key alone is right; another is refused', () => {
    expect(ringOf(keys, { key: first, old: null })).toMatchObject({
      writing: { key: first, mark: '' },
      others: [],
    })
    expect(() => ringOf(keys, { key: second, old: null })).toThrow(/^DATA_KEY is not the key/)
  })

  test('an instance with both seals with the old one and opens with both', () => {
    const ring = ringOf(keys, { key: second, old: first })
    expect(ring).toMatchObject({ writing: { key: first }, others: [{ key: second }], before: null })
    const ahead = createVault({
      writing: { key: second, mark: markOf(keyCheckOf(second)) },
      others: [],
      before: null,
      gone: [],
    })
    expect(createVault(ring).open(ahead.seal('x', 'place'), 'place')).toBe('x')
  })

  test('keys that fit nothing are refused', () => {
    expect(() => ringOf(keys, { key: second, old: third })).toThrow(/^DATA_KEY is not the key/)
    expect(() => ringOf(keys, { key: first, old: third })).toThrow('DATA_KEY_OLD is no key of this database.')
    expect(() => ringOf(keys, { key: first, old: first })).toThrow('are the same key')
  })
})

describe.each(['leaving', 'closed', 'ending'] as const)('while the first key is %s', (state) => {
  const keys = stored([first, state], [second, 'writing'])

  test('both keys are needed, and new values are sealed with the new one', () => {
    const ring = ringOf(keys, { key: second, old: first })
    expect(ring).toMatchObject({ writing: { key: second }, others: [{ key: first, mark: '' }] })
    expect(ring.before?.key ?? null).toBe(state === 'ending' ? null : first)
    const vault = createVault(ring)
    expect(vault.open(createVault(first).seal('x', 'place'), 'place')).toBe('x')
    expect(vault.open(vault.seal('y', 'place'), 'place')).toBe('y')
    expect(vault.fingerprintTexts('z', 'place')).toEqual(
      [second, first].map((each) => createVault(each).fingerprintText('z', 'place')),
    )
  })

  test('the old key is not taken away too early, and nobody starts with it alone', () => {
    expect(() => ringOf(keys, { key: second, old: null })).toThrow(
      /^Not everything is sealed with DATA_KEY yet/,
    )
    expect(() => ringOf(keys, { key: second, old: third })).toThrow(/^Not everything is sealed with DATA_KEY/)
    expect(() => ringOf(keys, { key: first, old: null })).toThrow(
      /^DATA_KEY is the key that is being replaced/,
    )
    expect(() => ringOf(keys, { key: third, old: first })).toThrow(/^DATA_KEY is not the key/)
  })
})

describe('after a rotation', () => {
  const vault = createVault(
    ringOf(stored([first, 'closed'], [second, 'writing']), { key: second, old: first }),
  )
  const kept = Buffer.from('the key of fingerprints').toString('base64')
  const keys = stored([first, 'gone'], [second, 'writing'])
  Object.assign(keys[0] as StoredKey, {
    fingerprintKeySealed: vault.seal(kept, 'data_key.fingerprintKey'),
  })

  test('the new key is enough, a former one beside it does no harm, and fingerprints that stay are found', () => {
    for (const old of [null, first]) {
      const ring = ringOf(keys, { key: second, old })
      expect(ring).toMatchObject({ writing: { key: second }, others: [], before: null, gone: [kept] })
      expect(createVault(ring).everyFingerprint('z', 'place')).toHaveLength(2)
      expect(createVault(readRing(ringText(ring))).everyFingerprint('z', 'place')).toHaveLength(2)
    }
  })

  test('the former key alone is refused, and is never a new one', () => {
    expect(() => ringOf(keys, { key: first, old: null })).toThrow(/^DATA_KEY is not the key/)
    expect(() => ringOf(keys, { key: first, old: second })).toThrow(/^DATA_KEY was replaced before/)
  })

  test('a value under a key that is gone says so', () => {
    const now = createVault(ringOf(keys, { key: second, old: null }))
    expect(() => now.open(createVault(first).seal('x', 'place'), 'place')).toThrow('does not have')
  })
})
