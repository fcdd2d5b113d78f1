import { words } from './language.ts'

/** What the row of totals below a list says. */
export const totalsWords = words('totals', {
  label: ['合计', 'Total'],
  printed: ['（全部行的合计，此处只有当前页的行）', '(of all rows; only those of this page are here)'],
  none: ['范围过大，缩小条件后显示合计', 'Too many rows to add up. Narrow the filter to see totals.'],
})
