/**
 * How a text begins that some program would compute, were it in a cell of its own; JavaScript and PostgreSQL read it
 * alike. Source: OWASP, CSV injection (the full-width signs too).
 */
export const formulaStart = '^[=+\\-@\\t\\r\\n＝＋－＠]'

const start = new RegExp(formulaStart)

/** Whether some program may take a text for a formula. */
export const isFormula = (text: string): boolean => start.test(text)

/** A text that no program takes for a formula. */
export const defused = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** A text as it was before it was defused. */
export const armed = (text: string): string =>
  text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text
