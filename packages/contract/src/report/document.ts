import type { AreaDocument } from '../area-document.ts'
import type { Words } from '../language.ts'
import { reports } from './reports.ts'

const titles: Record<(typeof reports)[number]['name'], Words> = {
  reportChannelListProfit: ['每日渠道统计·总', 'Daily channels (total)'],
  reportChannelList: ['每日渠道统计·全流程', 'Daily channels (full flow)'],
  reportHalfChannelList: ['每日渠道统计·半流程', 'Daily channels (half flow)'],
  reportOtherChannelList: ['每日渠道统计·UV联登', 'Daily channels (UV joint login)'],
  reportProductList: ['每日产品统计', 'Daily products'],
  reportSystemList: ['每日系统统计', 'Daily system'],
  reportOrgList: ['每日机构统计', 'Daily organizations'],
  reportOrgListPlatform: ['每日机构统计·全流程', 'Daily organizations (full flow)'],
  reportOrgHalfList: ['每日机构统计·半流程', 'Daily organizations (half flow)'],
  reportOrgCityAutoList: ['每日机构统计·城市联登', 'Daily organizations (city joint login)'],
  reportCityList: ['每日城市统计', 'Daily cities'],
}
const range = { preset: 'last30', compare: 'previous' } as const

/** What the API document says of the reports: the same bodies for each. */
export const reportDocuments: readonly AreaDocument[] = reports.map(({ name, figures: [figure] }) => ({
  area: name,
  title: titles[name],
  noLookUps: [],
  examples: {
    [`${name}.page`]: { current: 1, size: 20, ...range },
    [`${name}.chart`]: { ...range, figure },
    [`${name}.records`]: { current: 1, size: 20, ...range, figure, period: '2026-11-01' },
    [`${name}.export`]: { ...range, format: 'xlsx', columns: ['period', 'name', figure, `${figure}Change`] },
  },
}))
