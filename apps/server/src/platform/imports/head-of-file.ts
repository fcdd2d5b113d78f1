import { mostTitleLines, SheetProblem, type SheetRow } from '../sheet/sheet.ts'
import {
  columnsOf,
  isExample,
  isNumber,
  isOfWrongRows,
  placesIn,
  plain,
  requiredOf,
  shownTitle,
} from './head.ts'
import type { AnyImportRows } from './list-import.ts'
import { shownCell } from './masked-cells.ts'
import type { FileHead } from './reader-task.ts'
import { sentRow } from './row.ts'

/** How many cells below a title are shown. */
const mostSamples = 3
/** How many rows of a file its head is made from. */
export const headRows = mostTitleLines + 20

/** The head of a file: its titles, and which columns have one of them as their name. @throws SheetProblem if it has no row */
export function headOf(list: AnyImportRows, rows: readonly SheetRow[]): FileHead {
  const head = likelyHead(list, rows)
  if (!head) throw new SheetProblem('noRows')
  const places = placesIn(list, head.cells)
  const columnAt = new Map([...places].map(([column, at]) => [at, column]))
  const below = rows
    .slice(rows.indexOf(head) + 1)
    .map(({ cells }) => ({ cells, sent: sentRow(cells, places) }))
    .filter(({ sent }) => !isExample(list, sent))
  const titles = new Map<string, FileHead['titles'][number]>()
  const named: Record<string, string> = {}
  for (const [at, cell] of head.cells.entries()) {
    const title = shownTitle(cell)
    const column = columnAt.get(at)
    if (title === '') continue
    if (column !== undefined) named[column] = title
    if (titles.has(title)) continue
    const samples = below.flatMap(({ cells, sent }) => {
      const sample = cells[at]
      return sample ? [shownCell(column === undefined ? undefined : list.columns[column], sample, sent)] : []
    })
    titles.set(title, { title, samples: samples.slice(0, mostSamples) })
  }
  return {
    titles: [...titles.values()],
    named,
    hasTitles: !head.cells.some(isNumber),
    isOurs: isOurs(list, head.cells),
  }
}

/** The header row that is found by names; else the one with the most names, or among equal ones the fullest. */
function likelyHead(list: AnyImportRows, rows: readonly SheetRow[]): SheetRow | undefined {
  const required = requiredOf(list)
  let best: { row: SheetRow; named: number; filled: number } | undefined
  for (const [at, row] of rows.entries()) {
    if (at > 0 && row.line > mostTitleLines) break
    const places = placesIn(list, row.cells)
    if (places.size > 0 && required.every((column) => places.has(column))) return row
    const filled = row.cells.filter((cell) => cell !== '').length
    const named = places.size
    if (!best || named > best.named || (named === best.named && filled > best.filled))
      best = { row, named, filled }
  }
  return best?.row
}

/** Whether the titles are those of our template or of our workbook of wrong rows: what was remembered of others does not count there. */
function isOurs(list: AnyImportRows, cells: readonly string[]): boolean {
  if (isOfWrongRows(cells)) return true
  const titles = new Set(cells.map(plain))
  return [0, 1].some((language) =>
    columnsOf(list).every((column) => titles.has(plain(list.words.tree.column[column]?.[language] ?? ''))),
  )
}
