import { words } from './language.ts'

/** What the row of totals below a list says. */
export const totalsWords = words('totals', {
  label: ['合计', 'Total'],
  none: ['范围过大，缩小条件后显示合计', 'Too many rows to add up. Narrow the filter to see totals.'],
})
