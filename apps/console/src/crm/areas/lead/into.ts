import { leadImport, leadImportChoices } from '@kabao/contract/crm/lead-import'
import { leadImportWords } from '@kabao/contract/crm/lead-import.words'
import type { ImportInto } from '#kit/import/into.ts'

/** The import of leads, with a choice for persons who are leads already. */
export const intoLeads: ImportInto = {
  use: leadImport as unknown as ImportInto['use'],
  words: leadImportWords,
  named: { phone: null, pool: null },
  choices: { of: leadImportChoices, words: leadImportWords.tree.choice },
}
