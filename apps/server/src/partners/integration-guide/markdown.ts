import type { Block, Guide, Inline, Section } from './model.ts'

/** A document as Markdown (CommonMark with the tables of GitHub). Texts that a person typed cannot change its form. */
export const markdownOf = (guide: Guide): string => `${sectionOf(guide, 1).join('\n\n')}\n`

const sectionOf = ({ title, blocks, sections = [] }: Section, level: number): string[] => [
  `${'#'.repeat(level)} ${inlineOf(title)}`,
  ...blocks.map(blockOf),
  ...sections.flatMap((section) => sectionOf(section, level + 1)),
]

function blockOf(block: Block): string {
  if (block.kind === 'text') return inlineOf(block.text)
  if (block.kind === 'code') {
    const fence = '`'.repeat(Math.max(3, longestRun(block.text) + 1))
    return `${fence}${block.language}\n${block.text.replace(/\n$/, '')}\n${fence}`
  }
  const row = (cells: readonly Inline[]) => `| ${cells.map(cellOf).join(' | ')} |`
  return [row(block.head), `|${' --- |'.repeat(block.head.length)}`, ...block.rows.map(row)].join('\n')
}

/** In a table, a bar ends the cell even within code. */
const cellOf = (cell: Inline) => inlineOf(cell, (code) => code.replaceAll('|', '\\|'))

function inlineOf(pieces: Inline, inCode = (code: string) => code): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? escaped(piece) : codeSpan(inCode(piece.code))))
    .join('')
}

/** A backslash before each character that has a meaning in Markdown or begins a link; one line. */
const escaped = (text: string) =>
  text
    .replace(/\s+/g, (gap) => (/[\r\n]/.test(gap) ? ' ' : gap))
    .replace(/[\\`*_{}[\]<>#!|~&@]|:(?=\/\/)|(?<=www)\./gi, '\\$&')

function codeSpan(text: string): string {
  const oneLine = text.replace(/[\r\n]+/g, ' ')
  const fence = '`'.repeat(longestRun(oneLine) + 1)
  const space = /^`|`$|^ .* $/.test(oneLine) ? ' ' : ''
  return `${fence}${space}${oneLine}${space}${fence}`
}

/** The length of the longest run of backticks. */
const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
