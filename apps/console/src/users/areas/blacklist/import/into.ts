import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { blacklistImport } from '@kabao/contract/users/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/users/blacklist-import.words'
import type { ImportInto } from '#kit/import/into.ts'

/** The import into the blacklist. */
export const intoBlacklist: ImportInto = {
  use: blacklistImport,
  words: blacklistImportWords,
  named: { kind: blacklistWords.tree.kind, value: null },
}
