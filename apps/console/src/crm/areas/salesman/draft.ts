import type { SalesmanRow } from '@kabao/contract/crm/salesman'
import { valuesOf } from '#kit/form/values-of.ts'

/** A new salesman. */
export const blank = {
  adminId: null as string | null,
  name: '',
  /** For an existing salesman, an empty phone keeps the stored one, and null removes it. */
  phone: '' as string | null,
  teamId: null as string | null,
  deputyId: null as string | null,
  dailyQuota: null as number | null,
  capacity: 100 as number | null,
  weight: 10 as number | null,
  cityCodes: [] as string[],
  sources: [] as SalesmanRow['sources'],
  windows: [] as SalesmanRow['windows'],
  remark: '',
}
export type SalesmanDraft = typeof blank

/** What the form edits of a stored salesman; his masked phone stays on the server. */
export const draftOf = (row: SalesmanRow): SalesmanDraft => ({ ...valuesOf(blank, row), phone: '' })

/** The team and the limits of another salesman; a person has a name, an account and a phone of his own. */
export const copyOf = (row: SalesmanRow): SalesmanDraft => ({
  ...draftOf(row),
  adminId: null,
  name: '',
  remark: '',
})
