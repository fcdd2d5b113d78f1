import * as z from 'zod'
import { importEndpoints } from '../kernel/import.ts'
import { blacklistKinds } from './blacklist.ts'

export const blacklistImport = importEndpoints('blacklist', {
  into: ['黑名单', 'the blacklist'],
  schema: 'BlacklistImport',
  // `present`: the list has an active entry. `lapsed`: the list has an expired entry, which an import does not renew.
  there: ['present', 'lapsed'],
  // The value is masked if it is, or could be, personal data.
  named: { kind: z.enum(blacklistKinds).nullable(), value: z.string() },
})

export type ImportRow = z.output<typeof blacklistImport.importGet.answer>
export type ImportReport = NonNullable<ImportRow['report']>
