/** The byte order mark, by which Excel recognises UTF-8. */
export const byteOrderMark = '\ufeff'

/** One line as PostgreSQL's `copy … (format csv)` writes it: null is empty, an empty text is quoted. */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(',')}\n`

function csvCell(cell: string | null): string {
  if (cell === null) return ''
  if (cell !== '' && cell !== '\\.' && !/[",\n\r]/.test(cell)) return cell
  return `"${cell.replaceAll('"', '""')}"`
}
