import type { ImportChoices, ImportEndpoints, ImportTask, ImportWords } from '@kabao/contract/kernel/import'
import type { Words } from '@kabao/contract/kernel/language'

/** The list that a file is imported into. */
export interface ImportInto {
  use: ImportEndpoints
  words: ImportWords
  /** The columns that the report shows of a row, each with the texts of its values if it is a choice. */
  named: Readonly<Record<string, Readonly<Record<string, Words>> | null>>
  /** By state of rows that the list already has: what the user can choose to do with them, the default first. */
  choices?: { of: ImportChoices; words: Readonly<Record<string, Words>> }
}

/** The props of a part of the dialog. */
export interface PartProps {
  into: ImportInto
  task: ImportTask
}
