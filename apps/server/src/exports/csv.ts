/** Excel takes a file for UTF-8 where it begins with this. */
export const byteOrderMark = '\ufeff'

/** One line as PostgreSQL's `copy … (format csv)` writes it: null is nothing, an empty text is quoted. */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(',')}\n`

function csvCell(cell: string | null): string {
  if (cell === null) return ''
  if (cell !== '' && cell !== '\\.' && !/[",\n\r]/.test(cell)) return cell
  return `"${cell.replaceAll('"', '""')}"`
}
