import { SaxesParser } from 'saxes'
import { mostDepth, type Value } from './read-json.ts'

interface Element {
  name: string
  /** Attributes as `@name`, child elements by their names; several of the same name are a list. */
  children: { [name: string]: Value }
  text: string
}

class Refused extends Error {}

/**
 * Reads XML: `<r><code>0</code></r>` is `{r: {code: "0"}}`. Prefixes are dropped; the text of an element that also has children or
 * attributes is `#text`. Null if it is not well-formed, nested too deeply, or has a document type, and with it entities of its own.
 */
export function readXml(text: string): { value: Value } | null {
  const parser = new SaxesParser()
  const root: Element = { name: '', children: Object.create(null), text: '' }
  const open = [root]
  const refuse = () => {
    throw new Refused()
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > mostDepth) refuse()
    const children: Element['children'] = Object.create(null)
    for (const [each, value] of Object.entries(attributes)) {
      if (!/^xmlns(:|$)/.test(each)) children[`@${local(each)}`] = value
    }
    open.push({ name: local(name), children, text: '' })
  })
  const onText = (piece: string) => {
    const last = open.at(-1)
    if (last) last.text += piece
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    const done = open.pop()
    const parent = open.at(-1)
    if (done && parent) put(parent.children, done.name, contentOf(done))
  })
  try {
    parser.write(text.replace(/^\ufeff/, '')).close()
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
  return Object.keys(root.children).length === 0 ? null : { value: root.children }
}

function contentOf({ children, text }: Element): Value {
  const own = text.trim()
  if (Object.keys(children).length === 0) return own
  if (own !== '') children['#text'] = own
  return children
}

function put(into: { [name: string]: Value }, name: string, value: Value) {
  const before = into[name]
  if (before === undefined) into[name] = value
  else if (Array.isArray(before)) before.push(value)
  else into[name] = [before, value]
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)
