import { inLanguage, type Language, type Words } from '@kabao/contract'
import { mostTitle } from '@kabao/contract/kernel/import'
import { importWords } from '@kabao/contract/kernel/import.words'
import { oneLine } from '@kabao/contract/kernel/typed/line'
import { mostTitleLines, SheetProblem, type SheetRow } from '../sheet/sheet.ts'
import type { AnyImportRows, SentRow } from './list-import.ts'
import { maskLongNumbers } from './masked-cells.ts'

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

/** A title as its sender sees and chooses it; one that is a number, because the file has no titles, is masked as in the report. */
export const shownTitle = (cell: string): string =>
  oneLine([...maskLongNumbers(oneLine(cell))].slice(0, mostTitle).join(''))

/** Whether what stands in the place of a title is a number of a person. */
export const isNumber = (cell: string): boolean => maskLongNumbers(oneLine(cell)) !== oneLine(cell)

/**
 * Finds the header row of a table, in either language and any order; it ignores unknown columns. Titles and notes may stand above it.
 * @param titles the title of each column, if the sender chose them
 * @returns takes the rows one after the other: the places of the columns once the header row comes, null before it, and for the end
 *   of the table (null too) if no row was one
 * @throws SheetProblem if it is in none of the first lines: which required columns the row lacks that is most like it
 */
export function headFinder(
  rows: AnyImportRows,
  titles: Readonly<Record<string, string>> | null = null,
): (row: SheetRow | null) => Places | null {
  const required = titles ? Object.keys(titles) : requiredOf(rows)
  let nearest: { found: number; missing: string[] } | null = null
  return (row) => {
    const isInTime = row !== null && (nearest === null || row.line <= mostTitleLines)
    if (isInTime) {
      const places = titles ? chosenPlaces(titles, row.cells) : placesIn(rows, row.cells)
      const missing = required.filter((column) => !places.has(column))
      if (missing.length === 0 && places.size > 0) return places
      if (nearest === null || places.size > nearest.found) nearest = { found: places.size, missing }
      return null
    }
    if (nearest) throw new SheetProblem('missingColumns', { columns: nearest.missing.join() })
    return null
  }
}

/** Whether a header row is that of the workbook of wrong rows, whose cells are escaped (`defused`). */
export const isOfWrongRows = (cells: readonly string[]): boolean => {
  const titles = namesOf(importWords.tree.column.wrong)
  return cells.some((cell) => titles.includes(cell))
}

export const requiredOf = (rows: AnyImportRows): string[] =>
  columnsOf(rows).filter((column) => rows.columns[column]?.isRequired)

/** The place of each column whose title the sender chose. */
function chosenPlaces(titles: Readonly<Record<string, string>>, cells: readonly string[]): Places {
  const shown = cells.map(shownTitle)
  const found = Object.entries(titles).map(([column, title]) => [column, shown.indexOf(title)] as const)
  return new Map(found.filter(([, at]) => at >= 0))
}

/** The place of each column in a row of titles, by their names. */
export function placesIn(rows: AnyImportRows, cells: readonly string[]): Places {
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
  return places
}

const narrowed = (text: string) => text.normalize('NFKC').trim().toLowerCase()
const exampleMarks = importWords.tree.exampleMark.map(narrowed)

/** Whether a row is the example of the template, which is not imported: its first column begins with a mark. */
export function isExample(rows: AnyImportRows, sent: SentRow): boolean {
  const first = sent[columnsOf(rows)[0] as string]
  return first !== undefined && exampleMarks.some((mark) => narrowed(first.slice(0, 20)).startsWith(mark))
}

/** The title of a column in a language; the column of reasons is `wrong`. */
export const titleOf = ({ words: { tree } }: AnyImportRows, column: string, language: Language): string =>
  inLanguage(tree.column[column] ?? importWords.tree.column.wrong, language)
