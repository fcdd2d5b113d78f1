import type { ComponentType } from 'react'

/** A page that an area implements. */
export interface AreaPage {
  /** Route name, as in `menu.ts` of the contract. */
  name: string
  load: () => Promise<{ default: ComponentType }>
  /** Whether the page is created again at every visit and never kept alive. */
  ignoreCache?: true
}

/**
 * One line for each page that is implemented; path, order and titles follow from the name. Other pages show that they are being
 * built.
 */
export const areaPages: readonly AreaPage[] = [
  { name: 'UserList', load: () => import('../areas/user/page.tsx') },
  { name: 'AdminAuditLog', load: () => import('../areas/audit/page.tsx') },
  { name: 'AdminOperation', load: () => import('../areas/operation/page.tsx') },
  { name: 'AdminJobList', load: () => import('../areas/job/page.tsx') },
  { name: 'AdminExportList', load: () => import('../areas/export-task/page.tsx') },
  { name: 'AdminSetting', load: () => import('../areas/setting/page.tsx') },
  { name: 'FinanceLedger', load: () => import('../areas/ledger/page.tsx') },
  { name: 'FinanceStatement', load: () => import('../areas/statement/page.tsx') },
  { name: 'CrmSaleman', load: () => import('./pages/crm-staff.tsx') },
  { name: 'CrmClue', load: () => import('../areas/clue/page.tsx') },
  { name: 'CrmCenter', load: () => import('../areas/crm-center/page.tsx') },
  { name: 'UserBlackList', load: () => import('../areas/blacklist/page.tsx') },
  { name: 'UserFeedbackList', load: () => import('../areas/feedback/page.tsx') },
  { name: 'PlanPushList', load: () => import('./pages/push-list.tsx') },
  { name: 'FinanceReconcile', load: () => import('../areas/reconcile/page.tsx') },
  { name: 'ChannelList', load: () => import('../areas/channel/page.tsx') },
  { name: 'ChannelUvList', load: () => import('../areas/channel/uv-page.tsx') },
  { name: 'OrgList', load: () => import('../areas/org/page.tsx') },
  { name: 'OrgUvList', load: () => import('../areas/org/uv-page.tsx') },
  { name: 'PlanList', load: () => import('../areas/plan/page.tsx') },
  { name: 'PlanUvList', load: () => import('../areas/plan/uv-page.tsx') },
  { name: 'ProductList', load: () => import('../areas/product/page.tsx') },
  { name: 'ProductUvList', load: () => import('../areas/product/uv-page.tsx') },
  { name: 'PayConfigPoolList', load: () => import('../areas/pool-link/page.tsx') },
  { name: 'FinanceSettlement', load: () => import('../areas/settlement/page.tsx') },
  { name: 'PayConfigList', load: () => import('../areas/collection/page.tsx') },
  { name: 'PayConfigOrderList', load: () => import('../areas/order/page.tsx') },
  { name: 'PayConfigSuspenseList', load: () => import('./pages/suspense.tsx') },
  { name: 'ChartChannelListProfit', load: () => import('../areas/report/channel-list-profit.tsx') },
  { name: 'ChartChannelList', load: () => import('../areas/report/channel-list.tsx') },
  { name: 'ChartHalfChannelList', load: () => import('../areas/report/half-channel-list.tsx') },
  { name: 'ChartOtherChannelList', load: () => import('../areas/report/other-channel-list.tsx') },
  { name: 'ChartProductList', load: () => import('../areas/report/product-list.tsx') },
  { name: 'ChartSystemList', load: () => import('../areas/report/system-list.tsx') },
  { name: 'ChartOrgList', load: () => import('../areas/report/org-list.tsx') },
  { name: 'ChartOrgListPlatform', load: () => import('../areas/report/org-list-platform.tsx') },
  { name: 'ChartOrgHalfList', load: () => import('../areas/report/org-half-list.tsx') },
  { name: 'ChartOrgCityAutoList', load: () => import('../areas/report/org-city-auto-list.tsx') },
  { name: 'ChartCityList', load: () => import('../areas/report/city-list.tsx') },
  { name: 'ChartEventList', load: () => import('../areas/error-event/page.tsx') },
  { name: 'FinanceRecharge', load: () => import('./pages/recharge.tsx') },
  { name: 'AdminList', load: () => import('../areas/admin/page.tsx') },
  { name: 'AdminRoleList', load: () => import('../areas/role/page.tsx') },
  { name: 'AdminSessionList', load: () => import('../areas/session/page.tsx') },
  { name: 'AdminLoginLog', load: () => import('../areas/login-log/page.tsx') },
]
