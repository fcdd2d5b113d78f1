import { clueImport, clueImportChoices } from '@kabao/contract/crm/clue-import'
import { clueImportWords } from '@kabao/contract/crm/clue-import.words'
import type { ImportInto } from '#kit/import/into.ts'

/** The import of leads, with a choice for persons who are leads already. */
export const intoLeads: ImportInto = {
  use: clueImport as unknown as ImportInto['use'],
  words: clueImportWords,
  named: { phone: null, pool: null },
  choices: { of: clueImportChoices, words: clueImportWords.tree.choice },
}
