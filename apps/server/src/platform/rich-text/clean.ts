import { linkAddress, mostRichText, plainText, richTextTags } from '@kabao/contract/kernel/rich-text'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { invalid } from '../base/problem.ts'

/** Elements whose content is dropped too, because it is not text of the document. */
const strip = [
  'script',
  'style',
  'template',
  'title',
  'textarea',
  'select',
  'iframe',
  'object',
  'noscript',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'svg',
  'math',
]
const allowed: Schema = {
  tagNames: [...richTextTags],
  attributes: { a: ['href'] },
  ancestors: { li: ['ul', 'ol'] },
  strip,
  // The scheme of a link is checked by `linkAddress`, which knows no relative address.
  protocols: {},
}
/** Other names of allowed elements, such as those of a text pasted from a text processor. */
const renamed: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  h1: 'h2',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  div: 'p',
}
const blocks = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'blockquote'])

/** The most tags in a text; a text that people write has far fewer. Unclosed tags multiply while they are read. */
const mostTags = 1_000
/** How often a text is cleaned at most until it no longer changes. Known texts need one or two rounds. */
const mostRounds = 5

/**
 * Reduces HTML to the elements of a rich text. It is read as a browser reads it, and written anew from the tree, so that it means
 * the same to both. A text without any tag is plain text, whose lines become paragraphs.
 * @param field the field of the form, for the refusal
 * @throws Problem at the field if the text is too long
 */
export function cleanRichText(html: string, field: string): string {
  if ((html.match(/<[a-z]/gi) ?? []).length > mostTags) throw invalid({ [field]: 'tooLong' })
  const cleaned = settled(/<[a-z/!?]/i.test(html) ? html : paragraphs(html), field)
  const text = plainText(cleaned)
  if (text.length > mostRichText) throw invalid({ [field]: 'tooLong' })
  return text === '' ? '' : cleaned
}

/** @throws Problem at the field if the elements are nested so deep that visiting them exceeds the stack */
function settled(html: string, field: string): string {
  let text = html
  try {
    for (let round = 0; round < mostRounds; round++) {
      const next = rewritten(text)
      if (next === text) break
      text = next
    }
    return text
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ [field]: 'tooLong' })
    throw error
  }
}

const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('')

function rewritten(html: string): string {
  const read = fromHtml(html, { fragment: true })
  visit(read, (element) => {
    element.tagName = Object.hasOwn(renamed, element.tagName)
      ? (renamed[element.tagName] as string)
      : element.tagName
  })
  const clean = sanitize(read, allowed) as Root
  const root: Root = { type: 'root', children: inBlocks(clean.children.flatMap(linked)) }
  return toHtml(root)
}

function visit(node: Root | RootContent, act: (element: Element) => void): void {
  if (node.type === 'element') act(node)
  if ('children' in node) for (const child of node.children) visit(child, act)
}

/** A link without an allowed address is only its text. */
function linked(node: RootContent): RootContent[] {
  if (node.type !== 'element') return [node]
  node.children = node.children.flatMap((child) => linked(child) as ElementContent[])
  if (node.tagName !== 'a') return [node]
  const href = linkAddress(String(node.properties.href ?? ''))
  if (href === null) return node.children
  node.properties = { href }
  return [node]
}

/** Text and inline elements outside a paragraph get one; space between blocks is dropped. */
function inBlocks(children: readonly RootContent[]): RootContent[] {
  const found: RootContent[] = []
  let open: Element | null = null
  for (const child of children) {
    if (child.type === 'element' && blocks.has(child.tagName)) {
      open = null
      found.push(child)
    } else if (open) open.children.push(child as ElementContent)
    else if (child.type !== 'text' || child.value.trim() !== '') {
      open = { type: 'element', tagName: 'p', properties: {}, children: [child as ElementContent] }
      found.push(open)
    }
  }
  return found
}
