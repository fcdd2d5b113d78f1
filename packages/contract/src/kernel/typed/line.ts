import { isPlain } from './marks.ts'

/** Invisible characters, except those that join an emoji. */
const unseen =
  /(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)[\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/gu
/** Control characters that neither end a line nor are a tab. NUL is left, because it is refused. */
const controls = /(?![\0\t-\r\u0085])\p{Cc}/gu

const visible = (text: string): string => text.normalize('NFC').replace(unseen, '').replace(controls, '')

/** A text of one line: trimmed, in Unicode's composed form, without invisible marks. A line break becomes a space. */
export const oneLine = (text: string): string =>
  isPlain(text)
    ? text.trim()
    : visible(text)
        .replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
        .trim()

/** A text of any number of lines, in the same form. Lines end with a line feed. */
export const manyLines = (text: string): string =>
  /^[\n -~]*$/.test(text)
    ? text.trim()
    : visible(text)
        .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
        .trim()
