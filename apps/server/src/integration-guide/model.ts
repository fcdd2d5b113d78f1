/*
 * A document as data: a renderer makes Markdown of it, a page of the console will show and print it.
 */

/** A text in pieces: plain text, and code. */
export type Inline = readonly (string | { code: string })[]

export type Block =
  | { kind: 'text'; text: Inline }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; head: readonly Inline[]; rows: readonly (readonly Inline[])[] }

export interface Section {
  title: Inline
  blocks: readonly Block[]
  /** Sections one level below. */
  sections?: readonly Section[]
}

/** A section is the whole document, too. */
export type Guide = Section

/** A text of ours, in which backticks enclose code. Never for a text that a person typed. */
export const inline = (text: string): Inline =>
  text.split('`').flatMap((piece, at) => (piece === '' ? [] : [at % 2 === 1 ? { code: piece } : piece]))

export const code = (text: string): Inline => [{ code: text }]

export const paragraph = (text: string): Block => ({ kind: 'text', text: inline(text) })
