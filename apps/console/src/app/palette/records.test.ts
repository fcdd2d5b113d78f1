import { admin } from '@kabao/contract/access/admin'
import { lead } from '@kabao/contract/crm/lead'
import { push } from '@kabao/contract/engine/push'
import { codes } from '@kabao/contract/kernel/envelope'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { lookUpsIn } from '@kabao/contract/kernel/look-up'
import { ledger } from '@kabao/contract/ledger/ledger'
import { order } from '@kabao/contract/payment/payment-order'
import { channel, channelUv } from '@kabao/contract/supply/channel'
import { org as orgList, orgUv } from '@kabao/contract/supply/org'
import { plan } from '@kabao/contract/supply/plan'
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
  source: 'channel' as const,
  status: 'registered' as const,
  riskLevel: null,
  lastActiveAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
}
const transfer = {
  id: '914563333695318865',
  at: '2026-11-28T17:08:10.518Z',
  kind: 'cost',
  amountFen: 2050,
  debitKind: 'channelCost',
  creditKind: 'payable',
  orgId: null,
  orgName: null,
  channelId: '17',
  channelName: '头条搜索',
  number: 59,
  balanceAfterFen: 131200,
  refKind: 'results',
  refId: '17:67-67',
  businessDay: '2026-11-29',
  byAdmin: null,
  reversesId: null,
  reversedById: null,
  hash: '',
}
const org = choice({ id: '3', name: '平安普惠', code: 'PA' })
const all: readonly Endpoint[] = [user.page, user.get, admin.page, orgList.page, orgUv.page]
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
  server.answer(orgList.named, () => {
    note(orgList.named, null)
    return [org]
  })
  server.answer(orgUv.named, () => [])
  for (const { get } of [orgList, orgUv])
    server.answer(get, () => refusal({ code: codes.notFound, desc: '没有这个机构' }))
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

test('organizations and channels by name lead to their pages, each in its list', async () => {
  const server = fakeServer()
  server.answer(orgList.named, () => [org])
  server.answer(orgUv.named, () => [choice({ id: '9', name: '平安联登' })])
  server.answer(channel.named, () => [choice({ id: '7', name: '平安渠道', code: 'ch7' })])
  server.answer(channelUv.named, () => [])
  const may = new Set([orgList, orgUv, channel, channelUv].flatMap(({ page }) => page.point ?? []))
  const { records } = await findRecords('pa', may, never)
  expect(records.map(({ title, to }) => [title, to])).toEqual([
    ['平安普惠 · PA', '/org/detail?list=org&id=3'],
    ['平安联登', '/org/detail?list=orgUv&id=9'],
    ['平安渠道 · ch7', '/channel/detail?list=channel&id=7'],
  ])
})

test('leads are found by what their masks show; a whole name is offered as a look-up', async () => {
  const bodies: unknown[] = []
  fakeServer().answer(lead.page, ({ body }) => {
    bodies.push(body)
    return { records: [], total: 0, current: 1, size: 5 }
  })
  const may = new Set([lead.page.point ?? ''])
  expect((await findRecords('王', may, never)).records).toEqual([])
  await findRecords('1990', may, never)
  expect(bodies).toMatchObject([{ name: '王' }, { phone: '1990' }])
  expect((await findRecords('王小明', may, never)).records).toEqual([
    { key: 'leadName', kind: 'leadName', title: '王小明', to: '/crm/clue?name=%E7%8E%8B%E5%B0%8F%E6%98%8E' },
  ])
  expect(bodies).toHaveLength(2)
})

test('lists without permission are not queried', async () => {
  const { records } = await findRecords('平安', new Set(), never)
  expect(records).toEqual([])
  expect(calls).toEqual([])
})

test('a failed search does not affect the results of the others', async () => {
  const server = fakeServer()
  server.answer(orgUv.named, () => [org])
  const { records, isPartial } = await findRecords('平安', points, never)
  expect(records.map(({ key }) => key)).toEqual(['org 3', 'name'])
  expect(isPartial).toBe(true)
})

const numbers = [push.get, order.get, ledger.get, plan.get, orgList.get, orgUv.get, channel.get]

/** Refuses every record by number but one. */
function only(found: Endpoint, row: object) {
  const server = fakeServer()
  for (const endpoint of [user.get, ...numbers])
    server.answer(endpoint, () => {
      calls.push(endpoint.name)
      return endpoint === found ? (row as never) : refusal({ code: codes.notFound, desc: '不存在' })
    })
}
const mayAll = new Set([user.get, ...numbers].flatMap(({ point }) => point ?? []))

test('a long number that is pasted leads to its push, order or transfer, and only lists with the point are asked', async () => {
  only(ledger.get, transfer)
  const { records } = await findRecords('914563333695318865', mayAll, never)
  expect(records).toEqual([
    {
      key: 'FinanceLedger 914563333695318865',
      kind: 'transfer',
      title: '头条搜索 · ¥20.50 · #914563333695318865',
      to: '/finance/ledger?open=914563333695318865',
    },
  ])
  expect(calls.toSorted()).toEqual(['ledger.get', 'order.get', 'push.get'])
  calls = []
  await findRecords('914563333695318865', new Set(['push:page']), never)
  expect(calls).toEqual(['push.get'])
})

test.each(['110105194912310021', '110105194912310031'])(
  '%s may be a mistyped ID number, and is in no address',
  async (text) => {
    only(push.get, {})
    await findRecords(text, mayAll, never)
    expect(calls).toEqual([])
  },
)
