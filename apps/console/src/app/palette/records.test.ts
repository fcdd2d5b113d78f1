import { admin } from '@kabao/contract/access/admin'
import { push } from '@kabao/contract/engine/push'
import { codes } from '@kabao/contract/kernel/envelope'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { lookUpsIn } from '@kabao/contract/kernel/look-up'
import { user } from '@kabao/contract/users/user'
import { beforeEach, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { findRecords } from './records.ts'

const person = {
  id: '605',
  phone: '136****1990',
  name: '段**',
  gender: null,
  age: null,
  cityCode: null,
  cityName: null,
  channelId: null,
  channelName: null,
  flow: 'full' as const,
  status: 'registered' as const,
  riskLevel: null,
  lastActiveAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
}
const org = choice({ id: '3', name: '平安普惠', code: 'PA' })
const all: readonly Endpoint[] = [user.page, user.get, user.channels, admin.page, push.orgs]
const points = new Set(all.flatMap(({ point }) => point ?? []))
const never = new AbortController().signal

/** The names of the calls, and the look-ups in them. */
let calls: string[]
let lookedUp: unknown[]

beforeEach(() => {
  calls = []
  lookedUp = []
  const server = fakeServer()
  const note = (endpoint: Endpoint, body: unknown) => {
    calls.push(endpoint.name)
    lookedUp.push(...(lookUpsIn(endpoint.body)?.(body) ?? []))
  }
  const page = <R>(records: R[]) => ({ records, total: records.length, current: 1, size: 5 })
  server.answer(user.page, ({ body }) => {
    note(user.page, body)
    return page([person])
  })
  server.answer(user.get, () => {
    note(user.get, null)
    return refusal({ code: codes.notFound, desc: '没有这个用户' })
  })
  server.answer(admin.page, ({ body }) => {
    note(admin.page, body)
    return page([])
  })
  server.answer(push.orgs, () => {
    note(push.orgs, null)
    return [org]
  })
  server.answer(user.channels, () => {
    note(user.channels, null)
    return []
  })
})

test('the last digits of a phone find a user, whose data stays masked', async () => {
  const { records, isPartial } = await findRecords('1990', points, never)
  expect(records.filter(({ kind }) => kind === 'user')).toEqual([
    { key: 'user 605', kind: 'user', title: '段** · 136****1990 · #605', to: '/user/list?open=605' },
  ])
  expect(isPartial).toBe(false)
  expect(lookedUp).toEqual([])
})

test.each([
  ['13800138000', 'phone', '138****8000', '/user/list', { filters: { phone: '13800138000' } }],
  ['+86 138-0013-8000', 'phone', '138****8000', '/user/list', { filters: { phone: '13800138000' } }],
  [
    '11010519491231002x',
    'idNumber',
    '110***********002X',
    '/user/list',
    { filters: { idNumber: '11010519491231002X' } },
  ],
])(
  '%s is not sent; it is offered as a look-up, and is in no address',
  async (text, kind, title, to, state) => {
    const { records } = await findRecords(text, points, never)
    expect(records).toEqual([{ key: kind, kind, title, to, state }])
    expect(calls).toEqual([])
  },
)

test('the search does not filter by a whole name either; its look-up is offered last', async () => {
  const { records } = await findRecords('王小明', points, never)
  expect(calls).not.toContain('user.page')
  expect(records.map(({ kind }) => kind)).toEqual(['org', 'name'])
  expect(lookedUp).toEqual([])
})

test('a typed number is sent as an id only while it is too short for a phone', async () => {
  await findRecords('138001380', points, never)
  expect(calls).toEqual(['user.get'])
  await findRecords('1380013800', points, never)
  expect(calls).toEqual(['user.get'])
})

test('lists without permission are not queried', async () => {
  const { records } = await findRecords('平安', new Set(), never)
  expect(records).toEqual([])
  expect(calls).toEqual([])
})

test('a failed search does not affect the results of the others', async () => {
  const server = fakeServer()
  server.answer(push.orgs, () => [org])
  const { records, isPartial } = await findRecords('平安', points, never)
  expect(records.map(({ key }) => key)).toEqual(['org 3', 'name'])
  expect(isPartial).toBe(true)
})
