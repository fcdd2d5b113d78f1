import type { MenuNode } from './session.ts'

/** A page of a section. Its permission points are those of the areas it names. */
export interface MenuPage {
  /** Route name (docs/specification/business.md). */
  name: string
  path: string
  areas: readonly string[]
}
export interface MenuSection {
  name: string
  path: `/${string}`
  /** Position among the root entries; equal positions keep this file's order. Source: docs/specification/business.md. */
  order: number
  pages: readonly MenuPage[]
}

const page = (name: string, path: string, ...areas: string[]): MenuPage => ({ name, path, areas })

/** Every section and page of the console. Source: docs/specification/business.md. */
export const menu: readonly MenuSection[] = [
  {
    name: 'Channel',
    path: '/channel',
    order: 1,
    pages: [
      page('ChannelList', 'list', 'channel', 'checkKey'),
      page('ChannelUvList', 'uv-list', 'channelUv'),
    ],
  },
  {
    name: 'Org',
    path: '/org',
    order: 2,
    pages: [page('OrgList', 'list', 'org'), page('OrgUvList', 'uv-list', 'orgUv')],
  },
  {
    name: 'Plan',
    path: '/plan',
    order: 2,
    pages: [
      page('PlanList', 'list', 'plan'),
      page('PlanPushList', 'push-list', 'push', 'pushPlan', 'pushReturn', 'pushTrouble'),
      page('PlanUvList', 'uv-list', 'planUv'),
    ],
  },
  {
    name: 'Product',
    path: '/product',
    order: 2,
    pages: [page('ProductList', 'list', 'product'), page('ProductUvList', 'uv-list', 'productUv')],
  },
  {
    name: 'Crm',
    path: '/crm',
    order: 3,
    pages: [
      page('CrmSaleman', 'saleman', 'salesman', 'salesTeam', 'cluePool'),
      page('CrmClue', 'clue', 'clue'),
      page('CrmCenter', 'center', 'crmCenter'),
    ],
  },
  {
    name: 'User',
    path: '/user',
    order: 3,
    pages: [
      page('UserList', 'list', 'user'),
      page('UserBlackList', 'black-list', 'blacklist'),
      page('UserFeedbackList', 'feedback-list', 'feedback'),
    ],
  },
  {
    name: 'Finance',
    path: '/finance',
    order: 3,
    pages: [
      page('FinanceRecharge', 'recharge', 'recharge', 'adjustment'),
      page('FinanceLedger', 'ledger', 'ledger'),
      page('FinanceStatement', 'statement', 'statement'),
      page('FinanceSettlement', 'settlement', 'settlement'),
      page('FinanceReconcile', 'reconcile', 'reconcile', 'difference', 'correction'),
    ],
  },
  {
    name: 'Chart',
    path: '/chart',
    order: 4,
    pages: [
      page('ChartChannelListProfit', 'channel-list-profit', 'reportChannelListProfit'),
      page('ChartChannelList', 'channel-list', 'reportChannelList'),
      page('ChartHalfChannelList', 'half-channel-list', 'reportHalfChannelList'),
      page('ChartOtherChannelList', 'other-channel-list', 'reportOtherChannelList'),
      page('ChartProductList', 'product-list', 'reportProductList'),
      page('ChartSystemList', 'system-list', 'reportSystemList'),
      page('ChartOrgList', 'org-list', 'reportOrgList'),
      page('ChartOrgListPlatform', 'org-list-platform', 'reportOrgListPlatform'),
      page('ChartOrgHalfList', 'org-half-list', 'reportOrgHalfList'),
      page('ChartOrgCityAutoList', 'org-cityAuto-list', 'reportOrgCityAutoList'),
      page('ChartCityList', 'city-list', 'reportCityList'),
      page('ChartEventList', 'event-list', 'errorEvent'),
    ],
  },
  {
    name: 'PayConfig',
    path: '/payConfig',
    order: 6,
    pages: [
      page('PayConfigList', 'list', 'collection'),
      page('PayConfigOrderList', 'order-list', 'order'),
      page('PayConfigPoolList', 'pool-list', 'poolLink'),
      page('PayConfigSuspenseList', 'suspense-list', 'suspense', 'resolution'),
    ],
  },
  {
    name: 'Admin',
    path: '/admin',
    order: 7,
    pages: [
      page('AdminList', 'list', 'admin', 'secondFactor'),
      page('AdminRoleList', 'role-list', 'role', 'savedView'),
      page('AdminSetting', 'setting', 'setting'),
      page('AdminLoginLog', 'login-log', 'loginLog'),
      page('AdminAuditLog', 'audit-log', 'audit'),
      page('AdminOperation', 'operation', 'operation'),
      page('AdminJobList', 'job-list', 'job'),
      page('AdminExportList', 'export-list', 'exportTask', 'reportAlert', 'reportSchedule'),
      page('AdminSessionList', 'session-list', 'session'),
    ],
  },
]

/** The key of a title in `menu.words.ts`: `User` → `user`, `User` and `UserBlackList` → `user.blackList`. */
export function titleKey(section: string, page?: string): string {
  const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
  return lower(section) + (page === undefined ? '' : `.${lower(page.slice(section.length))}`)
}

/** Pages that every administrator has and no menu shows; messages can link to them. */
export const pagesBeside: Readonly<Record<string, string>> = {
  ExportCenter: '/export-center',
  ReportWatch: '/report-watch',
  ChannelGuide: '/channel/guide',
  ChannelRequests: '/channel/requests',
  ChannelSigning: '/channel/signing',
  SettlementPrint: '/finance/settlement/print',
  OrgGuide: '/org/guide',
  OrgRequests: '/org/requests',
  OrgSigning: '/org/signing',
}

/** The path of a page by its route name; undefined if there is no such page. */
export const pathOfPage = (name: string): string | undefined =>
  pagesBeside[name] ??
  menu.flatMap(({ path, pages }) =>
    pages.flatMap((entry) => (entry.name === name ? `${path}/${entry.path}` : [])),
  )[0]

/**
 * The menu tree in the response of `GET /menu/listByToken`.
 * @param pointsOf the permission points of an area
 * @param sees whether the caller has a node; a section is included if one of its pages is
 */
export function menuTree(pointsOf: (area: string) => string[], sees: (name: string) => boolean): MenuNode[] {
  return menu.flatMap((section): MenuNode[] => {
    const pages = section.pages
      .filter((entry) => sees(entry.name))
      .map((entry): MenuNode => {
        const points = entry.areas.flatMap(pointsOf).filter(sees)
        return { path: entry.path, name: entry.name, type: 1, children: points.map(pointNode) }
      })
    return pages.length === 0 ? [] : [{ path: section.path, name: section.name, type: 1, children: pages }]
  })
}

const pointNode = (name: string): MenuNode => ({ path: '', name, type: 2, children: [] })

/** A fingerprint of a menu, by which a client sees whether its menu has changed (cyrb53, 53 bits). */
export function menuFingerprint(tree: readonly MenuNode[]): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57]
  for (const sign of outline(tree)) {
    const code = sign.charCodeAt(0)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36)
}

const outline = (nodes: readonly MenuNode[]): string =>
  nodes.map(({ name, children }) => `${name}(${outline(children)})`).join()
