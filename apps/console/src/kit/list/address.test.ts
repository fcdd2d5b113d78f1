import { product } from '@kabao/contract/supply/product'
import { user } from '@kabao/contract/users/user'
import { expect, test } from 'vitest'
import { defaultsOf, readAddress, writeAddress } from './address.ts'

const read = (search: string) => readAddress(user.page.body, new URLSearchParams(search), 'zh-CN')

test('the parameters of an address are parsed to the types of the contract', () => {
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
])('%s is left out and causes no error', (search) => {
  expect(read(search)).toEqual({ query: {}, typed: {}, problems: {} })
})

test('an invalid text stays in its input, with the problem, and is not sent', () => {
  expect(read('phone=12')).toEqual({
    query: {},
    typed: { phone: '12' },
    problems: { phone: '请输入完整手机号、前 3 位或后 4 位' },
  })
})

test('a number is taken only as the console writes it; another text stays in its input, with the problem', () => {
  const amounts = (search: string) => readAddress(product.page.body, new URLSearchParams(search), 'zh-CN')
  expect(amounts('priceFrom=1250').query).toEqual({ priceFrom: 1_250 })
  for (const text of ['1e3', '0x10', '12.5', '1,234', '-5', 'abc'])
    expect(amounts(`priceFrom=${text}`)).toMatchObject({
      query: {},
      typed: { priceFrom: text === '-5' ? -5 : text },
      problems: { priceFrom: text === '-5' ? '超出允许的范围' : '请输入整数' },
    })
})

test('default values are not written, and other parameters are kept', () => {
  const written = writeAddress(
    new URLSearchParams('open=7&status=pushed'),
    { status: undefined, current: 1, sort: '-createdAt', name: '李' },
    defaultsOf(user.page.body),
  )
  expect(written.toString()).toBe(`open=7&name=${encodeURIComponent('李')}`)
})
