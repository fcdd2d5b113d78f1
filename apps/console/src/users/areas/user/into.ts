import { userImport } from '@kabao/contract/users/user-import'
import { userImportWords } from '@kabao/contract/users/user-import.words'
import type { ImportInto } from '#kit/import/into.ts'

/** The import of people whom the company already has. */
export const intoUsers: ImportInto = {
  use: userImport,
  words: userImportWords,
  named: { phone: null, channel: null },
}
