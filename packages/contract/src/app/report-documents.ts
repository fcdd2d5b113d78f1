import type { AreaDocument } from '../kernel/area-document.ts'
import { reports } from '../statistics/report/reports.ts'
import { menuTitles, titleKey } from './menu.ts'

const range = { preset: 'last30', compare: 'previous' } as const

/** What the API document says of the reports: the same bodies for each. */
export const reportDocuments: readonly AreaDocument[] = reports.map(({ name, page, figures: [figure] }) => ({
  area: name,
  title: menuTitles[titleKey('Chart', page)],
  noLookUps: [],
  examples: {
    [`${name}.page`]: { current: 1, size: 20, ...range },
    [`${name}.chart`]: { ...range, figure },
    [`${name}.records`]: { current: 1, size: 20, ...range, figure, period: '2026-11-01' },
    [`${name}.export`]: { ...range, format: 'xlsx', columns: ['period', 'name', figure, `${figure}Change`] },
  },
}))
