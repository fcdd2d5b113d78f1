import { expect, test } from 'vitest'
import * as z from 'zod'
import { areaDocuments } from '../app/api-document.ts'
import { endpoints } from '../app/areas.ts'
import { blacklist } from '../users/blacklist.ts'
import { user } from '../users/user.ts'
import { id } from './kernel.ts'
import { lookUpsIn, maskLookUp } from './look-up.ts'
import { lookUpWords } from './look-up.words.ts'

/** Whole personal values, one of each kind; names are left out, because they look like any other text. */
const samples = {
  phone: '13812345678',
  idNumber: '11010519491231002X',
  device: 'Device_12345678',
  ip: '10.20.30.40',
}

/** Fields of several areas that take such a value but look nobody up by it, and why. */
const ofMany: [RegExp, string][] = [
  [/\.keyword$/, 'a part of the name of a channel, an organization, a plan, an action or an administrator'],
  [
    /^report\w+\.\w+\.body\.(channelId|orgId|planId|productId)$/,
    'ids of records whose names every list shows',
  ],
  [/\.query\.ids$/, 'ids of records whose names every list shows, or permission points'],
]
/** A new field is either made by `look-up.ts`, or named here or in the document of its area. */
const noLookUps = [
  ...ofMany.map(([fields]) => ({ name: String(fields), has: (place: string) => fields.test(place) })),
  ...areaDocuments.flatMap(({ area, noLookUps }) =>
    noLookUps.map(([fields]) => ({
      name: `${area}: ${fields}`,
      has: (place: string) => place.startsWith(`${area}.`) && fields.test(place.slice(area.length + 1)),
    })),
  ),
]

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
  items?: z.ZodType[]
  valueType?: z.ZodType
}

/** Every field of a schema that is not an object, with its path. */
function leavesOf(schema: z.ZodType, place: string): [string, z.ZodType][] {
  const {
    shape,
    element,
    innerType,
    in: before,
    options,
    items,
    valueType,
  } = schema.def as unknown as Definition
  if (shape) return Object.entries(shape).flatMap(([name, field]) => leavesOf(field, `${place}.${name}`))
  const parts = [element, ...(options ?? []), ...(items ?? []), valueType].filter(
    (part) => part !== undefined,
  )
  if (parts.length > 0) return parts.flatMap((part) => leavesOf(part, place))
  // A schema with a transformation is tried as a whole.
  const inner = innerType ?? before
  return inner && (innerType || hasFields(inner)) ? leavesOf(inner, place) : [[place, schema]]
}

function hasFields(schema: z.ZodType): boolean {
  const { shape, innerType, in: before } = schema.def as unknown as Definition
  const inner = innerType ?? before
  return shape !== undefined || (inner !== undefined && hasFields(inner))
}

const fields = endpoints.flatMap(({ name, query, body }) => [
  ...(query ? leavesOf(query, `${name}.query`) : []),
  ...(body ? leavesOf(body, `${name}.body`) : []),
])
const taking = fields.filter(
  ([, field]) => field !== id && Object.values(samples).some((value) => field.safeParse(value).success),
)

test('every field that takes a whole phone, id number, device or address is a look-up or is listed with a reason', () => {
  const unplaced = taking.filter(
    ([place, field]) => !lookUpsIn(field) && !noLookUps.some(({ has }) => has(place)),
  )
  expect(unplaced.map(([place]) => place)).toEqual([])
})

test('every listed reason belongs to an existing field that is not a look-up', () => {
  for (const { name, has } of noLookUps) {
    const places = taking.filter(([place]) => has(place))
    expect([name, places.length > 0]).toEqual([name, true])
    expect(places.filter(([, field]) => lookUpsIn(field))).toEqual([])
  }
})

test('the look-ups in the filters of every list, export, count and batch of users are found', () => {
  const places = endpoints
    .filter(({ body }) => lookUpsIn(body))
    .map(({ name }) => name)
    .sort()
  expect(places).toEqual([
    'blacklist.create',
    'blacklist.export',
    'blacklist.page',
    'blacklist.update',
    'feedback.closeCount',
    'feedback.closeMatching',
    'feedback.export',
    'feedback.page',
    'feedback.resolveCount',
    'feedback.resolveMatching',
    'feedback.takeCount',
    'feedback.takeMatching',
    'lead.assignCount',
    'lead.assignMatching',
    'lead.board',
    'lead.convertCount',
    'lead.convertMatching',
    'lead.create',
    'lead.export',
    'lead.invalidateCount',
    'lead.invalidateMatching',
    'lead.page',
    'lead.releaseCount',
    'lead.releaseMatching',
    'lead.transferCount',
    'lead.transferMatching',
    'order.askCount',
    'order.askMatching',
    'order.export',
    'order.notifyCount',
    'order.notifyMatching',
    'order.page',
    'push.export',
    'push.page',
    'push.resendCount',
    'push.resendMatching',
    'pushReturn.approveCount',
    'pushReturn.approveMatching',
    'pushReturn.export',
    'pushReturn.page',
    'pushTrouble.export',
    'pushTrouble.page',
    'user.export',
    'user.page',
    'user.removeCount',
    'user.removeMatching',
  ])
  // A caller who is not signed in is not counted.
  expect(endpoints.filter(({ access, body }) => access === 'anyone' && lookUpsIn(body))).toEqual([])
})

test('an unmarked field that looks a person up is found', () => {
  const [[place, field]] = leavesOf(
    z.strictObject({ filter: z.object({ phone: z.string() }).optional() }),
    'x',
  ) as [[string, z.ZodType]]
  expect(place).toBe('x.filter.phone')
  expect(field.safeParse(samples.phone).success && lookUpsIn(field)).toBeNull()
})

test.each([
  [{ phone: '+86 138 1234 5678' }, [{ field: 'phone', kind: 'phone', value: '13812345678' }]],
  [
    { idNumber: '11010519491231002x' },
    [{ field: 'idNumber', kind: 'idNumber', value: '11010519491231002X' }],
  ],
  [{ name: ' 张三 ' }, [{ field: 'name', kind: 'name', value: '张三' }]],
  [{ name: '𠮷' }, []],
  [{ phone: '138', name: '张', status: 'pushed' }, []],
  [{ phone: '138****5678' }, []],
])('in a filter of users, %j holds %j', (filter, found) => {
  const all = found.map((each) => ({ ...each, among: 'user' }))
  expect(lookUpsIn(user.page.body)?.(user.page.body.parse(filter))).toEqual(all)
  const nested = { filter, count: 1, mark: '1.1' }
  expect(lookUpsIn(user.removeMatching.body)?.(user.removeMatching.body.parse(nested))).toEqual(
    all.map((each) => ({ ...each, field: `filter.${each.field}` })),
  )
})

test.each([
  ['13812345678', 'phone', '138****5678'],
  ['11010519491231002X', 'idNumber', '110***********002X'],
  ['10.20.30.40', 'ip', '10.***'],
  ['2001:DB8::1', 'ip', '2001.***'],
  ['::ffff:10.20.30.40', 'ip', '10.***'],
  ['device-1', 'device', 'de****'],
])('of the blacklist, %s is a %s, kept as %s', (value, kind, masked) => {
  const [found] = lookUpsIn(blacklist.page.body)?.(blacklist.page.body.parse({ value })) ?? []
  expect(found).toMatchObject({ kind, field: 'value', among: 'blacklist' })
  expect(found && maskLookUp(found)).toBe(masked)
})

test('the look-ups of every area have a name in the audit log', () => {
  const areas = new Set(
    endpoints.filter(({ body, query }) => lookUpsIn(body) ?? lookUpsIn(query)).map(({ area }) => area),
  )
  expect(Object.keys(lookUpWords.tree.action).sort()).toEqual([...areas].sort())
})
