import type { DataScope, PermissionLevel } from '../access/role.ts'
import { inLanguage, type Language, type Words } from '../kernel/language.ts'
import { type areas, pointsOf } from './areas.ts'
import { menu } from './menu.ts'
import { levelOf } from './role-tree.ts'

/**
 * The roles with which an installation begins, and from which a new role can start: what each may do, by area. A change here changes no
 * role that exists.
 */

type Areas = typeof areas
type AreaName = { [K in keyof Areas]: Areas[K][keyof Areas[K]] }[keyof Areas] extends infer E
  ? E extends { area: infer A extends string }
    ? A
    : never
  : never

/** All points of a level, or one by its action. */
type What = PermissionLevel | (string & {})
interface Grant {
  areas: readonly AreaName[]
  what: readonly What[]
}

interface StarterRole {
  code: string
  name: Words
  dataScope: DataScope
  grants: readonly Grant[]
}

const give = (areas: AreaName | readonly AreaName[], ...what: What[]): Grant => ({
  areas: typeof areas === 'string' ? [areas] : areas,
  what,
})

const everything = ['view', 'change', 'disclose'] as const

const partners = ['channel', 'channelUv', 'org', 'orgUv'] as const
const offers = ['plan', 'planUv', 'product', 'productUv'] as const
const pushes = ['push', 'pushPlan', 'pushReturn', 'pushTrouble'] as const
const people = ['user', 'blacklist', 'feedback'] as const
const salesStaff = ['salesman', 'salesTeam', 'leadPool'] as const
const reports = [
  'reportChannelListProfit',
  'reportChannelList',
  'reportHalfChannelList',
  'reportOtherChannelList',
  'reportProductList',
  'reportSystemList',
  'reportOrgList',
  'reportOrgListPlatform',
  'reportOrgHalfList',
  'reportOrgCityAutoList',
  'reportCityList',
] as const
/** What one person files and another one reviews. */
const reviewed = ['recharge', 'adjustment', 'settlement', 'resolution'] as const
const books = ['ledger', 'statement'] as const

/** What a salesman does with a lead that is his, or waits for him. */
const ownLeads = give(
  'lead',
  'view',
  'create',
  'update',
  'reveal',
  'copy',
  'claim',
  'release',
  'transfer',
  'protect',
  'followUp',
  'convert',
  'invalidate',
)

export const starterRoles: readonly StarterRole[] = [
  {
    code: 'operations',
    name: ['运营', 'Operations'],
    dataScope: 'all',
    grants: [
      give([...partners, ...offers, ...salesStaff, 'checkKey', 'postback'], ...everything),
      give(['push', 'pushPlan', 'pushTrouble', 'blacklist', 'feedback'], ...everything),
      give('pushReturn', 'view', 'export', 'ask', 'import'),
      give('user', 'view', 'disclose', 'import'),
      give('lead', 'view', 'export', 'assign', 'assignMatching', 'merge', 'import'),
      give(['poolLink', 'errorEvent'], ...everything),
      give(['collection', 'order'], 'view'),
      give(reports, 'view', 'export'),
    ],
  },
  {
    code: 'finance',
    name: ['财务', 'Finance'],
    dataScope: 'all',
    grants: [
      give(reviewed, 'view', 'export', 'create'),
      give('settlement', 'pay'),
      give([...books, 'reconcile', 'difference', 'suspense', 'collection', 'order'], ...everything),
      give('correction', 'view', 'ask'),
      give('changeRequest', 'view', 'withdraw'),
      give([...partners, 'push', 'pushReturn'], 'view', 'export'),
      give(reports, 'view', 'export'),
    ],
  },
  {
    // Reviews what others file, and files nothing.
    code: 'financeReview',
    name: ['财务复核', 'Finance review'],
    dataScope: 'all',
    grants: [
      give([...reviewed, 'pushReturn'], 'view', 'export', 'review'),
      give(['changeRequest', 'correction'], 'view', 'review'),
      give([...books, 'difference', 'suspense', 'order', 'push'], 'view', 'export'),
      give([...partners, 'reconcile', 'collection'], 'view'),
      give(reports, 'view', 'export'),
    ],
  },
  {
    code: 'sales',
    name: ['销售', 'Sales'],
    dataScope: 'own',
    grants: [give('crmCenter', 'view'), ownLeads],
  },
  {
    // With the scope `own`, the head of a team sees its members and their leads (decision 070).
    code: 'salesLead',
    name: ['销售主管', 'Sales lead'],
    dataScope: 'own',
    grants: [
      give('crmCenter', 'view'),
      ownLeads,
      give('lead', ...everything),
      give('salesman', 'view', 'disclose', 'update', 'goOnLeave', 'comeBack'),
      give(['salesTeam', 'leadPool'], 'view'),
    ],
  },
  {
    code: 'analyst',
    name: ['数据分析', 'Analyst'],
    dataScope: 'all',
    grants: [
      give(reports, 'view', 'export'),
      give([...partners, ...offers, ...pushes, 'postback', 'user', 'order', 'ledger', 'errorEvent'], 'view'),
    ],
  },
  {
    code: 'readOnly',
    name: ['只读', 'Read only'],
    dataScope: 'all',
    grants: [
      give([...partners, ...offers, ...pushes, ...people, ...salesStaff], 'view'),
      give([...reviewed, ...books, 'changeRequest', 'reconcile', 'difference', 'correction'], 'view'),
      give(['lead', 'collection', 'order', 'poolLink', 'suspense', 'errorEvent'], 'view'),
      give(reports, 'view'),
    ],
  },
]

/** The areas of whose points no starter role has any, and single points that none has: they are for administrators. */
export const onlyAdministrators: { areas: readonly AreaName[]; points: readonly string[] } = {
  areas: [
    'admin',
    'secondFactor',
    'notice',
    'webhook',
    'accessToken',
    'role',
    'savedView',
    'setting',
    'loginLog',
    'audit',
    'operation',
    'job',
    'exportTask',
    'reportAlert',
    'reportSchedule',
    'session',
    'sso',
  ],
  points: ['user:delete'],
}

/** The points that a grant gives. */
const pointsIn = ({ areas, what }: Grant): string[] =>
  areas.flatMap((area) =>
    pointsOf(area).filter(
      (point) => what.includes(point.slice(area.length + 1)) || what.includes(levelOf(point)),
    ),
  )

/** The points of a starter role, and the pages on which they count. */
export function nodesOfStarter({ grants }: StarterRole): string[] {
  const points = grants.flatMap(pointsIn)
  const areasOf = new Set(grants.flatMap(({ areas }) => areas as readonly string[]))
  const pages = menu.flatMap(({ pages }) =>
    pages.filter((page) => page.areas.some((area) => areasOf.has(area))),
  )
  return [...new Set([...pages.map(({ name }) => name), ...points])].toSorted()
}

/** The starter roles as a new role can begin with them. */
export const startersIn = (language: Language) =>
  starterRoles.map((starter) => ({
    code: starter.code,
    name: inLanguage(starter.name, language),
    dataScope: starter.dataScope,
    nodes: nodesOfStarter(starter),
  }))
