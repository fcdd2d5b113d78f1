import { linkAddress, richTextTags } from '@kabao/contract/kernel/rich-text'
import { createElement, Fragment, memo, type ReactNode } from 'react'
import classes from './rich-text.module.css'

/** A stored rich text. Its allowed elements are built anew, so that no other markup becomes part of the page. */
export const RichText = memo(function RichText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return <div className={classes.text}>{contentOf(body)}</div>
})

const tags: ReadonlySet<string> = new Set(richTextTags)

const contentOf = (parent: Node): ReactNode[] => [...parent.childNodes].map(elementOf)

function elementOf(node: Node, place: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (!tags.has(tag)) return <Fragment key={place}>{contentOf(node)}</Fragment>
  if (tag === 'br') return <br key={place} />
  const href = tag === 'a' ? linkAddress(node.getAttribute('href') ?? '') : null
  const link = href === null ? {} : { href, target: '_blank', rel: 'noopener noreferrer' }
  return createElement(tag, { key: place, ...link }, ...contentOf(node))
}
