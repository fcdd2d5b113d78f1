import type { GuideBlock, GuideInline, GuideSection } from '@kabao/contract/partners/api-key'

/*
 * A document as data: a renderer makes Markdown of it, a page of the console shows and prints it.
 */

export type Inline = GuideInline
export type Block = GuideBlock
export type Section = GuideSection

/** A section is the whole document, too. */
export type Guide = Section

/** A text of ours, in which backticks enclose code. Never for a text that a person typed. */
export const inline = (text: string): Inline =>
  text.split('`').flatMap((piece, index) => (piece === '' ? [] : [index % 2 === 1 ? { code: piece } : piece]))

export const code = (text: string): Inline => [{ code: text }]

export const paragraph = (text: string): Block => ({ kind: 'text', text: inline(text) })
