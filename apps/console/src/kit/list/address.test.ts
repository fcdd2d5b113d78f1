import { user } from '@kabao/contract/user'
import { expect, test } from 'vitest'
import { defaultsOf, readAddress, writeAddress } from './address.ts'

const read = (search: string) => readAddress(user.page.body, new URLSearchParams(search), 'zh-CN')

test('what an address says is read as the contract types it', () => {
  expect(read('current=3&size=50&status=pushed&sort=createdAt').query).toEqual({
    current: 3,
    size: 50,
    status: 'pushed',
    sort: 'createdAt',
  })
})

test.each([
  'current=x',
  'current=0',
  'size=9999',
  'sort=drop',
  'status=foo',
  'cityCode=abc',
  'createdFrom=yesterday',
  'channelId=-1',
  'nonsense=1',
  '%E0%A4%A',
])('%s is left out and breaks nothing', (search) => {
  expect(read(search)).toEqual({ query: {}, typed: {}, problems: {} })
})

test('a text that was typed wrongly stays in its input, with the reason, and is not asked for', () => {
  expect(read('phone=12')).toEqual({
    query: {},
    typed: { phone: '12' },
    problems: { phone: '请输入完整手机号、前 3 位或后 4 位' },
  })
})

test('what holds anyway is not written, and other names are left alone', () => {
  const written = writeAddress(
    new URLSearchParams('open=7&status=pushed'),
    { status: undefined, current: 1, sort: '-createdAt', name: '李' },
    defaultsOf(user.page.body),
  )
  expect(written.toString()).toBe(`open=7&name=${encodeURIComponent('李')}`)
})
