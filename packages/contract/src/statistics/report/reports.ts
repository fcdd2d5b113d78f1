import type { ReportName } from '../../kernel/report-names.ts'
import { channelList, reportChannelList } from './channel-list.ts'
import { channelListProfit, reportChannelListProfit } from './channel-list-profit.ts'
import { cityList, reportCityList } from './city-list.ts'
import { halfChannelList, reportHalfChannelList } from './half-channel-list.ts'
import { orgCityAutoList, reportOrgCityAutoList } from './org-city-auto-list.ts'
import { orgHalfList, reportOrgHalfList } from './org-half-list.ts'
import { orgList, reportOrgList } from './org-list.ts'
import { orgListPlatform, reportOrgListPlatform } from './org-list-platform.ts'
import { otherChannelList, reportOtherChannelList } from './other-channel-list.ts'
import { productList, reportProductList } from './product-list.ts'
import type { Report } from './report.ts'
import { reportSystemList, systemList } from './system-list.ts'

/** The endpoints of all reports, by their areas. */
export const reportAreas = {
  reportChannelListProfit,
  reportChannelList,
  reportHalfChannelList,
  reportOtherChannelList,
  reportProductList,
  reportSystemList,
  reportOrgList,
  reportOrgListPlatform,
  reportOrgHalfList,
  reportOrgCityAutoList,
  reportCityList,
} as const

/** The declarations of all reports, in the order of the menu. */
export const reports: readonly Report[] = [
  channelListProfit,
  channelList,
  halfChannelList,
  otherChannelList,
  productList,
  systemList,
  orgList,
  orgListPlatform,
  orgHalfList,
  orgCityAutoList,
  cityList,
]

/** The declaration of a report by its name. */
export const reportOf = (name: ReportName): Report => reports.find((report) => report.name === name) as Report
