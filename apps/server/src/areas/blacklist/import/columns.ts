import { inLanguage, type Language, type Words } from '@kabao/contract'
import { type BlacklistKind, blacklistKinds } from '@kabao/contract/blacklist'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { type ImportColumn, importColumns, requiredImportColumns } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { SheetProblem } from '../../../sheet/sheet.ts'

const titles = blacklistImportWords.tree.column
const alsoColumn = blacklistImportWords.tree.alsoColumn
const alsoKind = blacklistImportWords.tree.alsoKind

/** All that something is called, in both languages. */
const names = (...words: Words[]) => words.flatMap((each) => each.flatMap((text) => text.split('|')))

/** However it is written: case, spaces, full-width letters and marks of what is required do not count. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*?\)|[\s_*:-]/g, '')

const columnOf = new Map(
  importColumns.flatMap((column) =>
    [column, ...names(titles[column], alsoColumn[column])].map((title) => [plain(title), column] as const),
  ),
)
const kindOf = new Map(
  blacklistKinds.flatMap((kind) =>
    [kind, ...names(blacklistWords.tree.kind[kind], alsoKind[kind])].map(
      (name) => [plain(name), kind] as const,
    ),
  ),
)

/** The kind that a cell names in either language. */
export function readKind(cell: string): BlacklistKind | undefined {
  const known = cells.get(cell)
  if (known !== undefined) return known
  const kind = kindOf.get(plain(cell))
  // A file names a few kinds hundreds of thousands of times.
  if (kind !== undefined && cells.size < 1_000) cells.set(cell, kind)
  return kind
}

const cells = new Map<string, BlacklistKind>()

/** Where each column stands; of two of one name the first. */
export type Places = ReadonlyMap<ImportColumn, number>

/**
 * Reads the head of a table, in either language and any order; what it does not know it leaves alone.
 * @throws SheetProblem where a column that must be there is not
 */
export function readHead(cells: readonly string[]): Places {
  const places = new Map<ImportColumn, number>()
  for (const [at, cell] of cells.entries()) {
    const column = columnOf.get(plain(cell))
    if (column && !places.has(column)) places.set(column, at)
  }
  const missing = requiredImportColumns.filter((column) => !places.has(column))
  if (missing.length > 0) throw new SheetProblem('missingColumns', { columns: missing.join() })
  return places
}

export const titleOf = (column: ImportColumn | 'wrong', language: Language): string =>
  inLanguage(titles[column], language)

/** Everything that a column may be called. */
export const allTitles = (): string[] =>
  importColumns.flatMap((column) => names(titles[column], alsoColumn[column]).map(plain))
