/**
 * The beginning of a text that a spreadsheet program would compute, or that looks like one that was escaped. The pattern means the same in
 * JavaScript and in PostgreSQL. Source: OWASP, CSV injection (the full-width signs too).
 */
export const formulaStart = "^'*[=+\\-@\\t\\r\\n＝＋－＠]"

const start = new RegExp(formulaStart)

/** Whether a program could take a text for a formula. */
export const isFormula = (text: string): boolean => start.test(text)

/** A text that no program takes for a formula. */
export const defused = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** The text of a cell of a CSV file: without the apostrophe before a formula, and without the `="…"` around a text for Excel. */
export function armed(cell: string): string {
  const text = /^="(?:[^"]|"")*"$/.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text
}
