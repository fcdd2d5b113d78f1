import { inLanguage, type Language, type Words } from '@kabao/contract'
import { importWords } from '@kabao/contract/kernel/import.words'
import { SheetProblem } from '../sheet/sheet.ts'
import type { AnyImportRows } from './list-import.ts'

/** All names of a column or choice, in both languages. */
export const namesOf = (...words: Words[]): string[] =>
  words.flatMap((each) => each.flatMap((text) => text.split('|')))

/** The normal form of a name: ignores case, spaces, full-width letters and the marks of required columns. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()\n]*\)|[\s_*:-]/g, '')

/** The names of a column in people's own tables. */
export function titlesOf({ words: { tree } }: AnyImportRows, column: string): string[] {
  const [title, also] = [tree.column[column], tree.alsoColumn[column]]
  return namesOf(...[title, also].filter((each) => each !== undefined)).map(plain)
}

export const columnsOf = ({ columns }: AnyImportRows): string[] => Object.keys(columns)

/** The position of each column; if two have the same name, the first. */
export type Places = ReadonlyMap<string, number>

/**
 * Reads the header row of a table, in either language and any order; it ignores unknown columns.
 * @throws SheetProblem if a required column is missing
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

/** The title of a column in a language; the column of reasons is `wrong`. */
export const titleOf = ({ words: { tree } }: AnyImportRows, column: string, language: Language): string =>
  inLanguage(tree.column[column] ?? importWords.tree.column.wrong, language)
