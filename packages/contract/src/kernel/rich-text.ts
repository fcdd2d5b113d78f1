import { longText } from './kernel.ts'

/** The elements of a rich text. Everything else is dropped when the service stores it, and when the console shows it. */
export const richTextTags = [
  'p',
  'h2',
  'h3',
  'strong',
  'em',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
  'br',
] as const
export type RichTextTag = (typeof richTextTags)[number]

/** The schemes of a link, which is the only element with an attribute: `href`. */
const linkSchemes = ['https:', 'http:', 'mailto:', 'tel:']

/** The most characters of the text itself. */
export const mostRichText = 20_000
/** The most characters with markup. In UTF-8 they fit the 128 KiB of a request's body. */
const mostMarkup = 40_000

/** The schema of a rich text: HTML, which the service reduces to the allowed elements before it counts the characters of the text. */
export const richText = () => longText(mostMarkup)

/**
 * The address of a link as it is stored.
 * @returns null if the address is relative, has another scheme or is malformed
 */
export function linkAddress(address: string): string | null {
  try {
    const { protocol, href } = new URL(address)
    // The characters of markup, which the addresses of mails keep.
    return linkSchemes.includes(protocol) ? href.replace(/["'<>`]/g, percent) : null
  } catch {
    return null
  }
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** The text of a rich text that the service stored, without its markup; each paragraph is a line. */
export const plainText = (stored: string): string =>
  stored
    .replace(/<br>|<\/(?:p|h2|h3)>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&#x3C;', '<')
    .replaceAll('&#x26;', '&')
    .trim()
