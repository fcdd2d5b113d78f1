/**
 * The beginning of a text that a spreadsheet program would compute. The pattern means the same in JavaScript and in PostgreSQL.
 * Source: OWASP, CSV injection (the full-width signs too).
 */
export const formulaStart = '^[=+\\-@\\t\\r\\n＝＋－＠]'

const start = new RegExp(formulaStart)

/** Whether a program could take a text for a formula. */
export const isFormula = (text: string): boolean => start.test(text)

/** A text that no program takes for a formula. */
export const defused = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** Reverses the escape: the original text. */
export const armed = (text: string): string =>
  text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text
