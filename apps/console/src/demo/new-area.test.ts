import {
  area,
  type Endpoint,
  id,
  instant,
  pageAnswer,
  pageBody,
  text,
  version,
} from '@kabao/contract/kernel/kernel'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { accounts } from './accounts.ts'
import { generalAnswer } from './general.ts'
import type { Call } from './respond.ts'
import { Table } from './table.ts'

const statuses = ['enabled', 'disabled'] as const
const row = z.object({
  id,
  name: z.string(),
  phone: z.string().nullable(),
  status: z.enum(statuses),
  createdAt: instant,
  version,
})
const fields = { name: text(40), phone: text(20).nullable().default(null) }
const call = { summary: ['一', 'One'], method: 'POST' } as const
const ids = z.strictObject({ ids: z.array(id) })

/** An area without special handling in the demo. */
const thing = area('thing', {
  page: {
    ...call,
    path: '/thing/page',
    kind: 'read',
    body: pageBody(['createdAt'], '-createdAt', {
      name: text(40).optional(),
      status: z.enum(statuses).optional(),
      createdFrom: instant.optional(),
    }),
    answer: pageAnswer(row),
  },
  get: { ...call, method: 'GET', path: '/thing/{id}', kind: 'read', answer: row },
  counts: {
    ...call,
    path: '/thing/counts',
    kind: 'read',
    answer: z.object({ enabled: z.int(), disabled: z.int() }),
  },
  create: { ...call, path: '/thing', kind: 'write', body: z.strictObject(fields), answer: row },
  update: {
    ...call,
    method: 'PUT',
    path: '/thing',
    kind: 'write',
    body: z.strictObject({ id, version, ...fields }),
    answer: row,
  },
  disable: { ...call, path: '/thing/{id}/disable', kind: 'write', answer: row },
  reveal: { ...call, path: '/thing/{id}/reveal', kind: 'write', answer: z.object({ phone: z.string() }) },
  remove: { ...call, method: 'DELETE', path: '/thing/{id}', kind: 'write', answer: z.null() },
  removeMany: {
    ...call,
    path: '/thing/batch/delete',
    kind: 'write',
    body: ids,
    answer: z.object({ removed: z.int() }),
  },
})

test('an area without special handling is answered from the schemas of its endpoints', () => {
  const table = new Table('thing', Object.values<Endpoint>(thing), {})
  const ask = <E extends Endpoint>(endpoint: E, id = '', body?: unknown): z.output<E['answer']> => {
    const reader = { account: accounts[0] ?? null, language: 'zh-CN' } as const
    const call = { ...reader, params: { id }, query: {}, files: [], body: endpoint.body?.parse(body) }
    return endpoint.answer.parse(generalAnswer(endpoint, table)?.(call as unknown as Call)) as never
  }
  const { records, total } = ask(thing.page, '', {})
  expect([records.length, total]).toEqual([12, 12])
  expect(ask(thing.get, '3')).toEqual(records.find((record) => record.id === '3'))
  const { enabled, disabled } = ask(thing.counts)
  expect(ask(thing.page, '', { status: 'enabled' }).total).toBe(enabled)
  expect(enabled + disabled).toBe(total)

  const made = ask(thing.create, '', { name: '新的', phone: '13800001234' })
  expect(made).toMatchObject({ id: '13', name: '新的', phone: '138****1234', version: 1 })
  const changed = ask(thing.update, '', { id: '13', version: 1, name: '旧的', phone: '138****1234' })
  expect(changed).toMatchObject({ name: '旧的', version: 2 })
  expect(ask(thing.reveal, '13')).toEqual({ phone: '13800001234' })
  expect(() => ask(thing.update, '', { id: '13', version: 1, name: '晚了' })).toThrow('内容已被他人修改')
  expect(ask(thing.page, '', { name: '旧' }).records).toMatchObject([{ id: '13' }])
  expect(ask(thing.disable, '13')).toMatchObject({ status: 'disabled', version: 3 })
  expect(() => ask(thing.disable, '13')).toThrow('当前状态不允许')
  expect(ask(thing.remove, '13')).toBeNull()
  expect(ask(thing.removeMany, '', { ids: ['1', '2', '13'] })).toEqual({ removed: 2 })
  expect(ask(thing.page, '', {}).total).toBe(10)
})
