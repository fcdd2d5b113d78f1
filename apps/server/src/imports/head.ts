import { inLanguage, type Language, type Words } from '@kabao/contract'
import { importWords } from '@kabao/contract/import.words'
import { SheetProblem } from '../sheet/sheet.ts'
import type { AnyImportRows } from './list-import.ts'

/** All that something is called, in both languages. */
export const namesOf = (...words: Words[]): string[] =>
  words.flatMap((each) => each.flatMap((text) => text.split('|')))

/** However it is written: case, spaces, full-width letters and marks of what is required do not count. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*?\)|[\s_*:-]/g, '')

/** What a column is called by people. */
export function titlesOf({ words: { tree } }: AnyImportRows, column: string): string[] {
  const [title, also] = [tree.column[column], tree.alsoColumn[column]]
  return namesOf(...[title, also].filter((each) => each !== undefined)).map(plain)
}

export const columnsOf = ({ columns }: AnyImportRows): string[] => Object.keys(columns)

/** Where each column stands; of two of one name the first. */
export type Places = ReadonlyMap<string, number>

/**
 * Reads the head of a table, in either language and any order; what it does not know it leaves alone.
 * @throws SheetProblem where a column that must be there is not
 */
export function readHead(rows: AnyImportRows, cells: readonly string[]): Places {
  const columnOf = new Map(
    columnsOf(rows).flatMap((column) =>
      [plain(column), ...titlesOf(rows, column)].map((title) => [title, column] as const),
    ),
  )
  const places = new Map<string, number>()
  for (const [at, cell] of cells.entries()) {
    const column = columnOf.get(plain(cell))
    if (column && !places.has(column)) places.set(column, at)
  }
  const missing = columnsOf(rows).filter((column) => rows.columns[column]?.isRequired && !places.has(column))
  if (missing.length > 0) throw new SheetProblem('missingColumns', { columns: missing.join() })
  return places
}

/** What a column is called in a language; the column of reasons is `wrong`. */
export const titleOf = ({ words: { tree } }: AnyImportRows, column: string, language: Language): string =>
  inLanguage(tree.column[column] ?? importWords.tree.column.wrong, language)
