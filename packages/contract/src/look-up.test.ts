import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from './areas.ts'
import { blacklist } from './blacklist.ts'
import { id } from './kernel.ts'
import { lookUpsIn, maskLookUp } from './look-up.ts'
import { lookUpWords } from './look-up.words.ts'
import { user } from './user.ts'

/** Whole personal values, one of each kind; names are left out, because they look like any other text. */
const samples = {
  phone: '13812345678',
  idNumber: '11010519491231002X',
  device: 'Device_12345678',
  ip: '10.20.30.40',
}

/**
 * Fields that take such a value but look nobody up by it, each with the reason. A new field is either made by `look-up.ts` or
 * listed here.
 */
const noLookUps: [RegExp, string][] = [
  [/^session\./, 'a sign-in names the caller’s own account'],
  [/^account\./, 'the caller’s own account'],
  [/^secondFactor\./, 'the caller’s own proof'],
  [/^errorEvent\.report\./, 'a text that is stored'],
  [/^errorEvent\..*\.release$/, 'the build of a page'],
  [/\.keyword$/, 'a part of the name of a channel, an organisation, a plan, an action or an administrator'],
  [/^clue\.(?!page|board|export)\w+\.body\.(name|remark|reason|content)$/, 'a text that is stored'],
  [
    /^(salesman|salesTeam|cluePool)\.\w+\.body\.(name|remark|reason)$/,
    'stored, or the names of colleagues, which lists show',
  ],
  [/^salesman\.(create|update)\.body\.phone$/, 'stored, and no two need differ'],
  [
    /^report\w+\.\w+\.body\.(channelId|orgId|planId|productId)$/,
    'ids of records whose names every list shows',
  ],
  [/^feedback\..*\.reply$/, 'a text that is stored'],
  [/^feedback\.(reply|resolve)\.body\.reply$/, 'a text that is stored'],
  [/^settlement\.refuse\.body\.note$/, 'a text that is stored'],
  [/^pushReturn\.(ask|refuse|refuseMany)\.body\.(reason|note)$/, 'a text that is stored'],
  [/^(recharge|adjustment)\.(create|reject|rejectMany)\.body\.(reason|note)$/, 'a text that is stored'],
  [/^pushTrouble\.close\.body\.note$/, 'a text that is stored'],
  [/^collection\./, 'names and settings of merchant accounts'],
  [/^order\.(page|export|\w+(Count|Matching))\.body\.(filter\.)?(channelNo|tradeNo)$/, 'numbers of orders'],
  [/^order\.refund\.body\.reason$/, 'a text that is stored'],
  [/^suspense\.(page|export)\.body\.(tradeNo|orderNo)$/, 'numbers of payments and orders'],
  [/^resolution\.(create|reject|rejectMany)\.body\.(reason|reference|note)$/, 'a text that is stored'],
  [/^blacklist\.(create|update)\.body\.(reason|remark)$/, 'a text that is stored'],
  [
    /^admin\.(create|update)\.body\./,
    'stored, and no two need differ; user names are shown to whoever may create',
  ],
  [/^admin\.page\.body\.(username|name)$/, 'administrators, whose names every list shows'],
  [/^role\./, 'names of roles'],
  [/^setting\.update\.body/, 'a text that is stored'],
  [/^savedView\./, 'stored, and refused where it holds a number'],
  [/^report(Alert|Schedule)\.(create|update)\.body\.name$/, 'stored, and refused where it holds a number'],
  [
    /^audit\.(page|export)\.body\.(username|point|targetKind|targetId|ip|requestId)$/,
    'what the lines of the log show',
  ],
  [/\.query\.ids$/, 'ids of records whose names every list shows, or permission points'],
  [/^channel(Uv)?\./, 'stored, or the name and code of a channel, which the list shows'],
  [/^org(Uv)?\./, 'organisations; a contact is stored, and no list is filtered by it'],
  [/^plan(Uv)?\./, 'plans are not about one person'],
  [/^difference\.(page|export)\.body\.ref$/, 'the number of a payment or push; a person is shown masked'],
  [/^(difference|correction)\.\w+\.body\.(note|reason)$/, 'stored'],
  [/^pushPlan\./, 'names of push plans and their audiences; no value of a person'],
  [/^poolLink\./, 'payment pages and orders, which the list shows'],
  [/^product(Uv)?\./, 'products are not about people'],
  [
    /^ledger\.(page|export)\.body\.refId$/,
    'the id of a push, a recharge or an order, never a personal value',
  ],
  [/^statement\.(overview|exportOverview)\.body\.name$/, 'a part of the name or the code of an organization'],
  [/^loginLog\.page\.body\.(account|ip)$/, 'sign-ins of administrators, whose addresses the list shows'],
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
    ([place, field]) => !lookUpsIn(field) && !noLookUps.some(([which]) => which.test(place)),
  )
  expect(unplaced.map(([place]) => place)).toEqual([])
})

test('every listed reason belongs to an existing field that is not a look-up', () => {
  for (const [which] of noLookUps) {
    const places = taking.filter(([place]) => which.test(place))
    expect([String(which), places.length > 0]).toEqual([String(which), true])
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
    'clue.assignCount',
    'clue.assignMatching',
    'clue.board',
    'clue.convertCount',
    'clue.convertMatching',
    'clue.create',
    'clue.export',
    'clue.invalidateCount',
    'clue.invalidateMatching',
    'clue.page',
    'clue.releaseCount',
    'clue.releaseMatching',
    'clue.transferCount',
    'clue.transferMatching',
    'feedback.closeCount',
    'feedback.closeMatching',
    'feedback.export',
    'feedback.page',
    'feedback.resolveCount',
    'feedback.resolveMatching',
    'feedback.takeCount',
    'feedback.takeMatching',
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
