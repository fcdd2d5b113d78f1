import { words } from '../kernel/language.ts'

/** The lists of the page of salesmen; the page does not load the texts of a list before it is shown. */
export const crmStaffWords = words('crmStaff', {
  salesmen: ['销售', 'Salespeople'],
  teams: ['团队', 'Teams'],
  pools: ['线索池', 'Pools'],
})
