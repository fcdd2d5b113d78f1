import * as z from 'zod'
import { blacklistKinds } from './blacklist.ts'
import { importEndpoints } from './import.ts'

export const blacklistImport = importEndpoints('blacklist', {
  path: 'blacklist',
  into: ['黑名单', 'the blacklist'],
  schema: 'BlacklistImport',
  // On the list already, and stopping somebody today; on the list and expired: an import does not renew it.
  there: ['present', 'lapsed'],
  // The value is masked where it is, or may be meant to be, personal data.
  named: { kind: z.enum(blacklistKinds).nullable(), value: z.string() },
})

export type ImportRow = z.output<typeof blacklistImport.importGet.answer>
export type ImportReport = NonNullable<ImportRow['report']>
