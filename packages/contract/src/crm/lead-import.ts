import * as z from 'zod'
import { importEndpoints, withImportChoices } from '../kernel/import.ts'

/** What can be done with persons who are leads already, by what the lead is; the first unless another is chosen. */
export const leadImportChoices = {
  waiting: ['skip', 'update'],
  held: ['skip', 'update', 'toPool'],
  converted: ['skip', 'update'],
  invalid: ['skip', 'anew'],
} as const

export const leadImport = withImportChoices(
  importEndpoints('lead', {
    into: ['线索', 'leads'],
    schema: 'LeadImport',
    // `waiting` in its pool, `held` by a salesman, won (`converted`), `invalid`; `others`: of somebody whose leads the sender does
    // not see; `noPool`: no such pool that the sender sees.
    there: ['waiting', 'held', 'converted', 'invalid', 'others', 'noPool'],
    // Masked.
    named: { phone: z.string(), pool: z.string() },
  }),
  leadImportChoices,
)
