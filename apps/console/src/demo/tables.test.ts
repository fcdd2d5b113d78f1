import { areas, endpoints } from '@kabao/contract/app/areas'
import { codes } from '@kabao/contract/kernel/envelope'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { reportNames } from '@kabao/contract/kernel/report-names'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { ask } from '#test/ask-demo.ts'
import type { Row } from './row.ts'
import { choicesOf, shapeOf } from './schema.ts'
import { answerRequest, isInDemo } from './service.ts'
import { tableOf } from './tables.ts'

interface Page {
  records: Row[]
  total: number
}

/** Every endpoint that returns pages of its area's rows; those of reports are made for each question. */
const pages = endpoints
  .filter((endpoint) => endpoint.name === `${endpoint.area}.page` && isInDemo(endpoint))
  .filter(({ area }) => !reportNames.some((name) => name === area))
  .map((endpoint) => ({ area: endpoint.area, endpoint }))
/** Filters by a date that not every row has, each with its field. */
const optionalDates: Readonly<Record<string, string>> = {
  saleEndsFrom: 'onSaleTo',
  priceFrom: 'priceFen',
  endsFrom: 'endsOn',
  amountFrom: 'amountFen',
  expiresFrom: 'expiresAt',
}
/** Filters by something of which not every row has one. */
const rarer: ReadonlySet<string> = new Set(['noticeStatus', 'due'])
const known = (name: string) => endpoints.filter((endpoint) => endpoint.name === name && isInDemo(endpoint))

const pageOf = async (endpoint: Endpoint, body: object) => {
  const { code, data } = await ask<Page>(endpoint, { body })
  expect(code).toBe(codes.success)
  return data
}
const all = (endpoint: Endpoint, filter: object = {}) => pageOf(endpoint, { size: 200, ...filter })

test('the tests below have endpoints to check', () => {
  expect(pages.length).toBeGreaterThan(9)
})

test.each(pages)(
  'the list of $area pages, sorts, filters and opens its rows, and shows nothing whole',
  async ({ area, endpoint }) => {
    const shape = shapeOf(endpoint.body) ?? {}
    const filters = Object.keys(shape).filter((name) => !['current', 'size', 'sort'].includes(name))
    const whole = await all(endpoint)
    const [first, second] = [
      await pageOf(endpoint, { size: 1 }),
      await pageOf(endpoint, { size: 1, current: 2 }),
    ]
    expect(whole.total).toBeGreaterThan(1)
    expect(whole.records.length).toBe(Math.min(whole.total, 200))
    expect([...first.records, ...second.records]).toEqual(whole.records.slice(0, 2))
    expect(JSON.stringify(whole.records)).not.toMatch(wholeNumber)

    for (const sort of choicesOf(shape.sort)) {
      const { records } = await all(endpoint, { sort })
      const values = records.map((row) => row[sort.replace('-', '')]).filter((value) => value !== null)
      const upwards = (values as (string | number)[]).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect.soft(values, `the order ${sort}`).toEqual(sort.startsWith('-') ? upwards.toReversed() : upwards)
    }
    for (const name of filters) {
      expect.soft(tableOf(area).meaningOf(name), `the meaning of ${name}`).not.toBeNull()
      if (choicesOf(shape[name]).length > 0)
        await dividesByChoices(area, endpoint, name, choicesOf(shape[name]))
      if (/From$|^from$/.test(name)) await dividesByRange(endpoint, name, shape[name])
    }
    for (const get of known(`${area}.get`)) {
      for (const { id } of whole.records.slice(0, 5)) {
        const { code, data } = await ask<Row>(get, { params: { id } })
        expect.soft([code, data.id]).toEqual([codes.success, id])
      }
      expect.soft(await ask(get, { params: { id: '999999' } })).toMatchObject({ code: codes.notFound })
    }
  },
)

/** The choices of a filter divide the rows among them; rows without a value are in none. */
async function dividesByChoices(area: string, endpoint: Endpoint, name: string, choices: readonly string[]) {
  const shares = await Promise.all(choices.map((choice) => all(endpoint, { [name]: choice })))
  const { total } = await all(endpoint)
  const divided = shares.reduce((sum, share) => sum + share.total, 0)
  const isOptional = rarer.has(name) || tableOf(area).rows.some((row) => row[name] === null)
  if (isOptional) expect.soft(divided, name).toBeLessThan(total)
  else expect.soft(divided, name).toBe(total)
}

/** A filter by the start of a range and the one by its end divide the rows that have the field. */
async function dividesByRange(endpoint: Endpoint, from: string, schema: z.ZodType | undefined) {
  const to = from.replace(/From$/, 'To').replace(/^from$/, 'to')
  const { total, records } = await all(endpoint)
  const field = optionalDates[from]
  const dated = field === undefined ? total : records.filter((row) => row[field] !== null).length
  const instant = new Date(Date.now() - 30 * 3_600_000).toISOString()
  // A day, an amount and a small number that no row has, because both ends of such a range are included.
  const days = Array.from({ length: 40 }, (_, nth) =>
    new Date(Date.now() + (45 + nth) * 24 * 3_600_000).toISOString().slice(0, 10),
  )
  const day = days.find((each) => field === undefined || records.every((row) => row[field] !== each))
  const at = [instant, day, 4_987, 55].find((each) => schema?.safeParse(each).success)
  const [later, earlier] = [await all(endpoint, { [from]: at }), await all(endpoint, { [to]: at })]
  expect.soft(dated, from).toBeGreaterThan(0)
  expect.soft(later.total + earlier.total, from).toBe(dated)
}

/** A phone or an id number, not as a part of something longer. */
const wholeNumber = /(?<![\w.-])(1[3-9]\d{9}|[1-9]\d{16}[\dX])(?![\w-])/

test('a reveal shows what is masked elsewhere, so the check above can fail', async () => {
  const { data } = await ask<{ phone: string; idNumber: string }>(areas.user.reveal, { params: { id: '7' } })
  expect(data.phone).toMatch(wholeNumber)
  expect(data.idNumber).toMatch(wholeNumber)
  const shown = await ask<{ phone: string }>(areas.user.get, { params: { id: '7' } })
  expect(shown.data.phone).toBe(data.phone.replace(/^(...)....(....)$/, '$1****$2'))
  const found = await all(areas.user.page, { phone: data.phone })
  expect(found.records.map(({ id }) => id)).toEqual(['7'])
})

const entry = { kind: 'phone', value: '138 0000 1234', reason: '投诉', expiresAt: null, remark: '' }
const role = { code: 'support', name: '客服', dataScope: 'own', nodes: ['UserList', 'user:page'] }
const view = {
  list: 'user',
  name: '深圳',
  filters: {},
  sort: '-createdAt',
  columns: { order: [], hidden: [], widths: {}, density: 'normal' },
}

describe.each([
  {
    area: areas.blacklist,
    entered: entry,
    changed: { ...entry, value: undefined, kind: undefined, reason: '虚假资料' },
  },
  { area: areas.role, entered: role, changed: { ...role, code: undefined, name: '客服组' } },
  { area: areas.savedView, entered: view, changed: { name: '深圳市' } },
])('a row of $area.create.area', ({ area, entered, changed }) => {
  test('is created once, changed only with its current version, and deleted', async () => {
    const made = await ask<Row>(area.create, { body: entered })
    expect(made.code).toBe(codes.success)
    const { id, version } = made.data
    expect(await ask(area.create, { body: entered })).toMatchObject({
      code: codes.conflict,
      data: { fields: expect.anything() },
    })

    const update = { ...changed, id, version }
    const first = await ask<Row>(area.update, { body: update })
    expect(first).toMatchObject({ code: codes.success, data: { id, version: 2 } })
    const late = await ask(area.update, { body: update })
    expect(late).toMatchObject({ code: codes.conflict, data: { current: { id, version: 2 } } })

    expect(await ask(area.remove, { params: { id } })).toMatchObject({ code: codes.success, data: null })
    expect(await ask(area.get, { params: { id } })).toMatchObject({ code: codes.notFound })
  })
})

test('an entry is stored in its normal form and shown masked; an edit keeps the masked digits', async () => {
  const { data } = await ask<Row>(areas.blacklist.create, { body: { ...entry, reason: '电话 13900005678' } })
  expect(data).toMatchObject({
    value: '138****1234',
    reason: '电话 139****5678',
    source: 'manual',
    createdBy: 'admin',
  })
  const body = { id: data.id, version: 1, reason: '电话 139****5678 已核实', expiresAt: null, remark: '' }
  await ask(areas.blacklist.update, { body })
  const whole = await ask(areas.blacklist.reveal, { params: { id: data.id } })
  expect(whole.data).toMatchObject({ value: '13800001234', reason: '电话 13900005678 已核实' })
  const wrong = await ask(areas.blacklist.create, { body: { ...entry, kind: 'ip', value: 'nowhere' } })
  expect(wrong).toMatchObject({ code: codes.invalid, data: { fields: { value: expect.any(String) } } })
})

test('an act of a machine is done on one, several and all matching rows whose state allows it', async () => {
  const { counts, take, takeMany, takeCount, takeMatching } = areas.feedback
  const { pending } = (await ask<{ pending: number }>(counts)).data
  const { records } = await all(areas.feedback.page, { status: 'pending' })
  expect(records.length).toBe(pending)
  const [one, two, ...others] = records.map(({ id }) => id) as [string, string, ...string[]]
  const taken = await ask(take, { params: { id: one }, body: { version: 1 } })
  expect(taken).toMatchObject({
    code: codes.success,
    data: { status: 'processing', handledBy: 'admin', version: 2 },
  })
  expect(await ask(take, { params: { id: one }, body: { version: 1 } })).toMatchObject({
    code: codes.conflict,
  })
  expect((await ask(take, { params: { id: one }, body: { version: 2 } })).desc).toContain('处理中')
  const several = await ask(takeMany, { body: { ids: [one, two] } })
  expect(several.data).toMatchObject({ done: 1, skipped: [{ id: one, reason: 'wrongState' }] })
  const filter = { status: 'pending' }
  const counted = await ask<{ count: number; mark: string }>(takeCount, { body: { filter } })
  expect(counted.data).toMatchObject({ count: others.length, others: 0 })
  const stale = { filter, count: others.length + 1, mark: counted.data.mark }
  expect(await ask(takeMatching, { body: stale })).toMatchObject({ code: codes.conflict })
  const done = await ask(takeMatching, { body: { ...stale, count: others.length } })
  expect(done.data).toEqual({ done: others.length, batch: null })
})

test('the row of a deleted user stays without personal data, and other rows lose that data too', async () => {
  const [pushed] = (await all(areas.push.page)).records
  const id = String(pushed?.userId)
  expect(pushed?.phone).toMatch(/\*/)
  await ask(areas.user.remove, { params: { id } })
  expect((await ask(areas.user.get, { params: { id } })).data).toMatchObject({
    status: 'deleted',
    phone: null,
    name: null,
    idNumber: null,
  })
  const { data } = await ask(areas.push.get, { params: { id: String(pushed?.id) } })
  expect(data).toMatchObject({ phone: null, name: null, latestAttempts: [{ request: null, reply: null }] })
})

test('an administrator is created and disabled once; the two accounts of the demo cannot be changed', async () => {
  const { create, disable } = areas.admin
  const body = { username: 'li.si', name: '李四', roleIds: ['2'], remark: '', phone: '13800001234' }
  const made = await ask<{ admin: Row }>(create, { body })
  expect(made.data.admin).toMatchObject({ phone: '138****1234', roles: [{ id: '2' }], status: 'enabled' })
  const params = { id: made.data.admin.id }
  expect(await ask(disable, { params })).toMatchObject({ code: codes.success, data: { status: 'disabled' } })
  expect(await ask(disable, { params })).toMatchObject({ code: codes.conflict })
  expect(await ask(disable, { params: { id: '1' } })).toMatchObject({ code: codes.forbidden })
})

test('the menu of a role has the pages that it may open and the demo has', async () => {
  const menu = async (token: string) => JSON.stringify((await ask(areas.session.menu, { token })).data)
  const [ofAdmin, ofUser] = [await menu('demo-admin'), await menu('demo-user')]
  for (const name of ['ChannelList', 'UserList', 'AdminRoleList', 'user:delete'])
    expect(ofAdmin).toContain(`"${name}"`)
  for (const name of ['AdminExportList', 'user:export', 'blacklist:import', 'exportTask:page'])
    expect(ofAdmin).not.toContain(`"${name}"`)
  expect(ofUser).toContain('"UserBlackList"')
  expect(ofUser).not.toMatch(/ChannelList|AdminRoleList|user:delete/)
  const refused = await ask(areas.blacklist.remove, { params: { id: '1' }, token: 'demo-user' })
  expect(refused.code).toBe(codes.forbidden)
})

test('an uploaded file is shown again', async () => {
  const body = new FormData()
  body.append('files', new File(['text'], 'a.png', { type: 'image/png' }))
  const sent = await ask<Row[]>(areas.file.upload, { query: { use: 'avatar' }, body })
  expect(sent.data).toMatchObject([{ mediaType: 'image/png', width: 1 }])
  const headers = { token: 'demo-admin' }
  const shown = await answerRequest(new Request(`http://localhost/api/file/${sent.data[0]?.id}`, { headers }))
  expect(shown.headers.get('content-type')).toBe('image/png')
})

test('a caller who ends an own session cannot end another', async () => {
  const { endMine, mine } = areas.session
  const { data } = await ask<{ id: string }[]>(mine, { token: 'demo-user' })
  const others = (await all(areas.session.page, { username: 'admin' })).records
  const end = async (id?: string) =>
    (await ask(endMine, { params: { id: id ?? '' }, token: 'demo-user' })).code
  expect(await end(others[0]?.id)).toBe(codes.notFound)
  expect(await end(data[1]?.id)).toBe(codes.success)
  expect((await ask<unknown[]>(mine, { token: 'demo-user' })).data).toHaveLength(data.length - 1)
})
