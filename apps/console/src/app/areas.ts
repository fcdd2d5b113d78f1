import type { ComponentType } from 'react'

/** A page that an area implements. */
export interface AreaPage {
  /** Route name, as in `menu.ts` of the contract. */
  name: string
  load: () => Promise<{ default: ComponentType }>
}

/** One line for each page of the menu; path, order and titles follow from the name. */
export const areaPages: readonly AreaPage[] = [
  { name: 'UserList', load: () => import('#users/areas/user/page.tsx') },
  { name: 'AdminAuditLog', load: () => import('#operations/areas/audit/page.tsx') },
  { name: 'AdminOperation', load: () => import('#operations/areas/operation/page.tsx') },
  { name: 'AdminJobList', load: () => import('#operations/areas/job/page.tsx') },
  { name: 'AdminExportList', load: () => import('#operations/areas/export-task/page.tsx') },
  { name: 'AdminSetting', load: () => import('#operations/areas/setting/page.tsx') },
  { name: 'FinanceLedger', load: () => import('#ledger/areas/ledger/page.tsx') },
  { name: 'FinanceStatement', load: () => import('#ledger/areas/statement/page.tsx') },
  { name: 'CrmSaleman', load: () => import('#crm/staff.tsx') },
  { name: 'CrmClue', load: () => import('#crm/areas/lead/page.tsx') },
  { name: 'CrmCenter', load: () => import('#crm/areas/crm-center/page.tsx') },
  { name: 'UserBlackList', load: () => import('#users/areas/blacklist/page.tsx') },
  { name: 'UserFeedbackList', load: () => import('#users/areas/feedback/page.tsx') },
  { name: 'PlanPushList', load: () => import('#engine/push-list.tsx') },
  { name: 'FinanceReconcile', load: () => import('#reconcile/areas/reconcile/page.tsx') },
  { name: 'ChannelList', load: () => import('#supply/areas/channel/page.tsx') },
  { name: 'ChannelUvList', load: () => import('#supply/areas/channel/uv-page.tsx') },
  { name: 'OrgList', load: () => import('#supply/areas/org/page.tsx') },
  { name: 'OrgUvList', load: () => import('#supply/areas/org/uv-page.tsx') },
  { name: 'PlanList', load: () => import('#supply/areas/plan/page.tsx') },
  { name: 'PlanUvList', load: () => import('#supply/areas/plan/uv-page.tsx') },
  { name: 'ProductList', load: () => import('#supply/areas/product/page.tsx') },
  { name: 'ProductUvList', load: () => import('#supply/areas/product/uv-page.tsx') },
  { name: 'PayConfigPoolList', load: () => import('#payment/areas/pool-link/page.tsx') },
  { name: 'FinanceChangeList', load: () => import('#ledger/areas/change-request/page.tsx') },
  { name: 'FinanceSettlement', load: () => import('#ledger/areas/settlement/page.tsx') },
  { name: 'PayConfigList', load: () => import('#payment/areas/collection/page.tsx') },
  { name: 'PayConfigOrderList', load: () => import('#payment/areas/order/page.tsx') },
  { name: 'PayConfigSuspenseList', load: () => import('#payment/suspense-lists.tsx') },
  { name: 'ChartChannelListProfit', load: () => import('#statistics/areas/report/channel-list-profit.tsx') },
  { name: 'ChartChannelList', load: () => import('#statistics/areas/report/channel-list.tsx') },
  { name: 'ChartHalfChannelList', load: () => import('#statistics/areas/report/half-channel-list.tsx') },
  { name: 'ChartOtherChannelList', load: () => import('#statistics/areas/report/other-channel-list.tsx') },
  { name: 'ChartProductList', load: () => import('#statistics/areas/report/product-list.tsx') },
  { name: 'ChartSystemList', load: () => import('#statistics/areas/report/system-list.tsx') },
  { name: 'ChartOrgList', load: () => import('#statistics/areas/report/org-list.tsx') },
  { name: 'ChartOrgListPlatform', load: () => import('#statistics/areas/report/org-list-platform.tsx') },
  { name: 'ChartOrgHalfList', load: () => import('#statistics/areas/report/org-half-list.tsx') },
  { name: 'ChartOrgCityAutoList', load: () => import('#statistics/areas/report/org-city-auto-list.tsx') },
  { name: 'ChartCityList', load: () => import('#statistics/areas/report/city-list.tsx') },
  { name: 'ChartEventList', load: () => import('#operations/areas/error-event/page.tsx') },
  { name: 'FinanceRecharge', load: () => import('#ledger/recharge-lists.tsx') },
  { name: 'AdminList', load: () => import('#access/areas/admin/page.tsx') },
  { name: 'AdminRoleList', load: () => import('#access/areas/role/page.tsx') },
  { name: 'AdminSessionList', load: () => import('#access/areas/session/page.tsx') },
  { name: 'AdminSso', load: () => import('#access/areas/sso/page.tsx') },
  { name: 'AdminLoginLog', load: () => import('#access/areas/login-log/page.tsx') },
]
