import type { NoticeFigures } from '#platform/db/messages'
import type { NoticeLine } from './text.ts'

/** A table as text: a line for each row. */
export const linesOf = ({ titles, lines }: NoticeFigures): string[] =>
  [titles, ...lines].map((cells) => cells.join(' | '))

const cell = 'border:1px solid #e5e6eb;padding:4px 8px;white-space:nowrap'
const number = /^-?[\d.,]+%?$/

/**
 * An e-mail as HTML, with its tables. Everything in it is text; styles are in the elements, because many mail programs read no others.
 * @param more what stands below a table
 */
export function htmlOf(
  lines: readonly NoticeLine[],
  more: (figures: NoticeFigures) => readonly string[],
): string {
  const parts = lines.flatMap(({ text, href, isHeading, figures }) => [
    isHeading ? `<h3>${escaped(text)}</h3>` : `<p>${escaped(text)}</p>`,
    ...(href === null ? [] : [`<p><a href="${escaped(href)}">${escaped(href)}</a></p>`]),
    ...(figures ? [tableOf(figures), ...more(figures).map((line) => `<p>${escaped(line)}</p>`)] : []),
  ])
  return `<!doctype html><html><body style="font-family:sans-serif;font-size:14px">${parts.join('')}</body></html>`
}

function tableOf({ titles, lines }: NoticeFigures): string {
  const head = titles.map((title) => `<th align="left" style="${cell}">${escaped(title)}</th>`)
  const rows = lines.map((cells) => {
    const made = cells.map(
      (text) => `<td align="${number.test(text) ? 'right' : 'left'}" style="${cell}">${escaped(text)}</td>`,
    )
    return `<tr>${made.join('')}</tr>`
  })
  return `<table cellspacing="0" style="border-collapse:collapse"><tr>${head.join('')}</tr>${rows.join('')}</table>`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)
