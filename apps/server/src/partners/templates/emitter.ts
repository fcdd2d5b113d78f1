import type { Emitter } from 'liquidjs'
import { TemplateFailure } from './failure.ts'
import { JsonText, textOf, wellFormed } from './filters.ts'

/** What a text becomes, which says how the values in it are escaped. */
export type Mode = 'json' | 'form' | 'xml' | 'text' | 'url'

/** The maximum length of what is rendered, in bytes of UTF-8. */
export const mostBytes = 64 * 1024

/** A value of an output, as against the text of the template itself. */
export class Written {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/**
 * Collects what is rendered, at most `mostBytes`, and escapes each value for the place where it is written: a value can never end
 * the text, the element or the pair that it is in.
 */
export class BoundedEmitter implements Emitter {
  buffer = ''
  readonly #mode: Mode
  #bytes = 0
  #inString = false
  #isEscaped = false
  #inCdata = false

  constructor(mode: Mode) {
    this.#mode = mode
  }

  write(piece: unknown): void {
    if (piece instanceof Written) {
      this.#add(this.#escaped(piece.value))
      return
    }
    const own = textOf(piece)
    const text =
      this.#mode === 'form' || this.#mode === 'url'
        ? own.replace(/\s+/g, (gap) => (gap.includes('\n') ? '' : gap))
        : own
    if (this.#mode === 'json') this.#follow(text)
    if (this.#mode === 'xml') this.#followCdata(text)
    this.#add(text)
  }

  #add(text: string) {
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes > mostBytes) throw new TemplateFailure('tooMuch')
    this.buffer += text
  }

  #escaped(value: unknown): string {
    switch (this.#mode) {
      case 'json':
        return this.#asJson(value)
      case 'form':
      case 'url':
        return encodeURIComponent(wellFormed(textOf(value)))
      case 'xml':
        return this.#inCdata ? forCdata(textOf(value)) : forXml(textOf(value))
      case 'text':
        return textOf(value)
    }
  }

  /** Within quotation marks the escaped text; elsewhere a whole JSON value. */
  #asJson(value: unknown): string {
    if (this.#inString) return JSON.stringify(textOf(value)).slice(1, -1)
    if (value instanceof JsonText) return value.text
    if (value === null || value === undefined) return 'null'
    if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value)
    return JSON.stringify(textOf(value))
  }

  #follow(text: string) {
    for (const character of text) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (character === '\\' && this.#inString) this.#isEscaped = true
      else if (character === '"') this.#inString = !this.#inString
    }
  }

  #followCdata(text: string) {
    const from = text.lastIndexOf('<![CDATA[')
    const to = text.lastIndexOf(']]>')
    if (from !== -1 || to !== -1) this.#inCdata = from > to
  }
}

/** Characters that XML 1.0 does not allow, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const forXml = (text: string) =>
  wellFormed(text)
    .replace(notInXml, '')
    .replace(/[&<>"']/g, (character) => entities[character] as string)
const forCdata = (text: string) => wellFormed(text).replace(notInXml, '').replaceAll(']]>', ']]]]><![CDATA[>')
