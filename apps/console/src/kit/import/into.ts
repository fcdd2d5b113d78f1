import type { ImportEndpoints, ImportTask, ImportWords } from '@kabao/contract/import'
import type { Words } from '@kabao/contract/language'

/** Into which list a file goes. */
export interface ImportInto {
  use: ImportEndpoints
  words: ImportWords
  /** The columns that the report shows of a row, each with what its values are called, where they are words. */
  named: Readonly<Record<string, Readonly<Record<string, Words>> | null>>
}

/** What a part of the dialog shows. */
export interface PartProps {
  into: ImportInto
  task: ImportTask
}
