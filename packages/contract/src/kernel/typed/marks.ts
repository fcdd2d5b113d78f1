/*
 * What people write, in the one form in which it is stored and compared. Forms, imports and the API of partners use the same functions, one
 * file for each kind; `typed.test.ts` is the table of what is understood.
 */

/** Printable ASCII needs no other form. Most texts that partners send are such texts, so it is asked first. */
export const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** Characters that nobody sees: of no width, of direction, variants of a character. */
export const withoutMarks = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** The text without what cannot be seen, in half-width characters, with one kind of hyphen and of full stop. */
export function narrow(text: string): string {
  if (isPlain(text)) return unwrapped(text.trim())
  return unwrapped(
    withoutMarks(text)
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .replace(/[。｡]/g, '.')
      .replace(/[\p{Dash_Punctuation}\u2212]/gu, '-')
      .trim(),
  )
}

/** The text without what tells a spreadsheet program that it is a text: `="0138"`, `'0138`; some write a backtick. */
function unwrapped(text: string): string {
  // Hardly any text begins with one of these.
  if (!/^[='`‘’]/.test(text)) return text
  return /^="[^"]*"$/.test(text) ? text.slice(2, -1).trim() : text.replace(/^['`‘’]\s*(?=[+\-\w])/, '')
}
