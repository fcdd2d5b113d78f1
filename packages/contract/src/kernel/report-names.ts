/** The names of the areas of all reports, in the order of the menu. */
export const reportNames = [
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
export type ReportName = (typeof reportNames)[number]
