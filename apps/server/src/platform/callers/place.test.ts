import { expect, test } from 'vitest'
import { namesOf, networkOf } from './place.ts'

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('a browser is stored by the hash of its token', () => {
  expect(namesOf({ ip: '10.0.0.1', device: null })).toEqual(['address:10.0.0.1'])
  const names = namesOf({ ip: '10.0.0.1', device: 'a-token' })
  expect(names[1]).toMatch(/^device:[\w-]{43}$/)
  expect(names.join()).not.toContain('a-token')
})
