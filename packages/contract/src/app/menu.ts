import type { MenuNode } from '../access/session.ts'
import type { Words } from '../kernel/language.ts'

/** A page of a section. Its permission points are those of the areas it names. */
export interface MenuPage {
  /** Route name (docs/specification/business.md). */
  name: string
  /** For the menu, the breadcrumb, the tab and the tree of a role. */
  title: Words
  path: string
  areas: readonly string[]
  /** The side menu shows all pages of this key as one entry. */
  entry?: 'reports'
}
export interface MenuSection {
  name: string
  title: Words
  path: `/${string}`
  /** Position among the root entries; equal positions keep this file's order. Source: docs/specification/business.md. */
  order: number
  pages: readonly MenuPage[]
}

const page = <const N extends string>(name: N, title: Words, path: string, ...areas: string[]) => ({
  name,
  title,
  path,
  areas,
})

/** A report: one of the pages that the menu shows as one entry. */
const report = <const N extends string>(title: Words, name: N, path: string) => ({
  ...page(`Chart${name}`, title, path, `report${name}`),
  entry: 'reports' as const,
})

const declared = [
  {
    name: 'Channel',
    title: ['渠道管理', 'Channels'],
    path: '/channel',
    order: 1,
    pages: [
      page('ChannelList', ['渠道列表', 'Channel list'], 'list', 'channel', 'checkKey', 'postback'),
      page('ChannelUvList', ['联登渠道列表', 'Joint login channels'], 'uv-list', 'channelUv'),
    ],
  },
  {
    name: 'Org',
    title: ['机构管理', 'Organizations'],
    path: '/org',
    order: 2,
    pages: [
      page('OrgList', ['机构列表', 'Organization list'], 'list', 'org'),
      page('OrgUvList', ['联登机构列表', 'Joint login organizations'], 'uv-list', 'orgUv'),
    ],
  },
  {
    name: 'Plan',
    title: ['计划管理', 'Plans'],
    path: '/plan',
    order: 2,
    pages: [
      page('PlanList', ['计划列表', 'Plan list'], 'list', 'plan'),
      page(
        'PlanPushList',
        ['推送计划列表', 'Push plans'],
        'push-list',
        'push',
        'pushPlan',
        'pushReturn',
        'pushTrouble',
      ),
      page('PlanUvList', ['联登计划列表', 'Joint login plans'], 'uv-list', 'planUv'),
    ],
  },
  {
    name: 'Product',
    title: ['产品管理', 'Products'],
    path: '/product',
    order: 2,
    pages: [
      page('ProductList', ['产品列表', 'Product list'], 'list', 'product'),
      page('ProductUvList', ['联登产品列表', 'Joint login products'], 'uv-list', 'productUv'),
    ],
  },
  {
    name: 'Crm',
    title: ['客户管理', 'CRM'],
    path: '/crm',
    order: 3,
    pages: [
      page('CrmSaleman', ['销售人员', 'Salespeople'], 'saleman', 'salesman', 'salesTeam', 'leadPool'),
      page('CrmClue', ['线索管理', 'Leads'], 'clue', 'lead'),
      page('CrmCenter', ['个人中心', 'Personal center'], 'center', 'crmCenter'),
    ],
  },
  {
    name: 'User',
    title: ['用户管理', 'Users'],
    path: '/user',
    order: 3,
    pages: [
      page('UserList', ['用户列表', 'User list'], 'list', 'user'),
      page('UserBlackList', ['黑名单', 'Blacklist'], 'black-list', 'blacklist'),
      page('UserFeedbackList', ['用户反馈', 'User feedback'], 'feedback-list', 'feedback'),
    ],
  },
  {
    name: 'Finance',
    title: ['财务管理', 'Finance'],
    path: '/finance',
    order: 3,
    pages: [
      page('FinanceRecharge', ['充值记录', 'Recharge records'], 'recharge', 'recharge', 'adjustment'),
      page('FinanceLedger', ['资金流水', 'Ledger'], 'ledger', 'ledger'),
      page('FinanceStatement', ['对账单', 'Statements'], 'statement', 'statement'),
      page('FinanceChangeList', ['变更审核', 'Changes under review'], 'change-list', 'changeRequest'),
      page('FinanceSettlement', ['渠道结算', 'Settlements'], 'settlement', 'settlement'),
      page(
        'FinanceReconcile',
        ['对账', 'Reconciliation'],
        'reconcile',
        'reconcile',
        'difference',
        'correction',
      ),
    ],
  },
  {
    name: 'Chart',
    title: ['统计报表', 'Statistics'],
    path: '/chart',
    order: 4,
    pages: [
      report(['每日渠道统计·总', 'Daily channels (total)'], 'ChannelListProfit', 'channel-list-profit'),
      report(['每日渠道统计·全流程', 'Daily channels (full flow)'], 'ChannelList', 'channel-list'),
      report(['每日渠道统计·半流程', 'Daily channels (half flow)'], 'HalfChannelList', 'half-channel-list'),
      report(
        ['每日渠道统计·UV联登', 'Daily channels (UV joint login)'],
        'OtherChannelList',
        'other-channel-list',
      ),
      report(['每日产品统计', 'Daily products'], 'ProductList', 'product-list'),
      report(['每日系统统计', 'Daily system'], 'SystemList', 'system-list'),
      report(['每日机构统计', 'Daily organizations'], 'OrgList', 'org-list'),
      report(
        ['每日机构统计·全流程', 'Daily organizations (full flow)'],
        'OrgListPlatform',
        'org-list-platform',
      ),
      report(['每日机构统计·半流程', 'Daily organizations (half flow)'], 'OrgHalfList', 'org-half-list'),
      report(
        ['每日机构统计·城市联登', 'Daily organizations (city joint login)'],
        'OrgCityAutoList',
        'org-cityAuto-list',
      ),
      report(['每日城市统计', 'Daily cities'], 'CityList', 'city-list'),
      page('ChartEventList', ['错误上报列表', 'Error reports'], 'event-list', 'errorEvent'),
    ],
  },
  {
    name: 'PayConfig',
    title: ['支付配置', 'Payments'],
    path: '/payConfig',
    order: 6,
    pages: [
      page('PayConfigList', ['收款渠道', 'Collection channels'], 'list', 'collection'),
      page('PayConfigOrderList', ['支付记录', 'Payment records'], 'order-list', 'order'),
      page('PayConfigPoolList', ['链接池', 'Link pool'], 'pool-list', 'poolLink'),
      page(
        'PayConfigSuspenseList',
        ['待处理款', 'Payments in suspense'],
        'suspense-list',
        'suspense',
        'resolution',
      ),
    ],
  },
  {
    name: 'Admin',
    title: ['系统管理', 'Administration'],
    path: '/admin',
    order: 7,
    pages: [
      page('AdminList', ['管理员列表', 'Administrators'], 'list', 'admin', 'secondFactor', 'accessToken'),
      page('AdminRoleList', ['角色管理', 'Roles'], 'role-list', 'role', 'savedView'),
      page('AdminSetting', ['通用设置', 'General settings'], 'setting', 'setting', 'webhook', 'notice'),
      page('AdminSso', ['单点登录', 'Single sign-on'], 'sso', 'sso'),
      page('AdminLoginLog', ['登录日志', 'Sign-in log'], 'login-log', 'loginLog'),
      page('AdminAuditLog', ['操作日志', 'Audit log'], 'audit-log', 'audit'),
      page('AdminOperation', ['系统运行', 'Operation'], 'operation', 'operation'),
      page('AdminJobList', ['后台任务', 'Background jobs'], 'job-list', 'job'),
      page(
        'AdminExportList',
        ['导出任务', 'Exports'],
        'export-list',
        'exportTask',
        'reportAlert',
        'reportSchedule',
      ),
      page('AdminSessionList', ['在线会话', 'Active sessions'], 'session-list', 'session'),
    ],
  },
] as const satisfies readonly MenuSection[]

/** Every section and page of the console. Source: docs/specification/business.md. */
export const menu: readonly MenuSection[] = declared

type Declared = (typeof declared)[number]
/** The key of the title of a section or page. */
export type TitleKey = Declared extends infer S ? (S extends MenuSection ? TitleKeyOf<S> : never) : never
type TitleKeyOf<S extends MenuSection> =
  | Uncapitalize<S['name']>
  | (S['pages'][number] extends infer P
      ? P extends { name: `${S['name']}${infer Rest}` }
        ? `${Uncapitalize<S['name']>}.${Uncapitalize<Rest>}`
        : never
      : never)

/** The key of a title in `menu.words.ts`: `User` → `user`, `User` and `UserBlackList` → `user.blackList`. */
export function titleKey(section: string, page?: string): TitleKey {
  const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
  return (lower(section) + (page === undefined ? '' : `.${lower(page.slice(section.length))}`)) as TitleKey
}

/** Every title of the menu, by its key. */
export const menuTitles = Object.fromEntries(
  menu.flatMap(({ name: section, title, pages }) => [
    [titleKey(section), title],
    ...pages.map((of) => [titleKey(section, of.name), of.title]),
  ]),
) as Record<TitleKey, Words>

/** Pages that every administrator has and no menu shows; messages can link to them. */
export const pagesBeside: Readonly<Record<string, string>> = {
  ExportCenter: '/export-center',
  ReportWatch: '/report-watch',
  ChannelDetail: '/channel/detail',
  ChannelGuide: '/channel/guide',
  ChannelPostback: '/channel/postback',
  ChannelRequests: '/channel/requests',
  ChannelSigning: '/channel/signing',
  SettlementPrint: '/finance/settlement/print',
  OrgDetail: '/org/detail',
  OrgConnection: '/org/connection',
  OrgGuide: '/org/guide',
  OrgRequests: '/org/requests',
  OrgSigning: '/org/signing',
  OrgWebhook: '/org/webhook',
  PlanEdit: '/plan/edit',
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
