import { maskText } from '@kabao/contract/kernel/personal-text'
import type {
  TemplateNote,
  TemplateReading,
  TemplateStage,
  TemplateStageSpec,
} from '@kabao/contract/partners/template'
import { pathOf } from './paths.ts'
import { readJson, type Value } from './read-json.ts'
import { readXml } from './read-xml.ts'
import { unsealReply } from './seal.ts'
import type { Secrets } from './secrets.ts'

/** A reply as the outgoing call gives it. */
export interface TemplateReply {
  status: number
  headers?: Record<string, string>
  body: string
  tooLarge?: boolean
  unreadable?: 'encoding' | 'charset' | null
}

/** The range in which a price is accepted, in fen. Without it, no price is accepted. */
export interface PriceBounds {
  minFen: number
  maxFen: number
}

type Spec = TemplateStageSpec['reply']
type Format = Spec['format']

/** The maximum lengths of what is taken out of a reply, in characters. */
const longest = { reply: 64 * 1024, reason: 200, externalId: 64, url: 2048, name: 100, version: 32 }
const mostAgreements = 20

/** Reads a reply. Never throws and never guesses: what cannot be read is `unknown`, with a note that says why. */
export function readWith(
  spec: Spec,
  stage: TemplateStage,
  reply: TemplateReply,
  secrets: Secrets,
  bounds?: PriceBounds,
): TemplateReading {
  if (spec.failedStatuses.includes(reply.status)) return { outcome: 'failed', notes: [] }
  if (!spec.statuses.includes(reply.status)) return unknown('status')
  if (reply.tooLarge || reply.body.length > longest.reply) return unknown('tooLarge')
  if (reply.unreadable) return unknown('charset')
  const outer = read(reply.body, spec.unseal?.path === null ? 'text' : spec.format)
  if (!outer) return unknown('form')
  const value = spec.unseal ? withUnsealed(spec.unseal, outer.value, secrets) : outer.value
  if (value === null) return unknown('unseal')
  return taken(spec, stage, value, bounds)
}

const unknown = (note: TemplateNote): TemplateReading => ({ outcome: 'unknown', notes: [note] })

export function read(text: string, format: Format): { value: Value } | null {
  if (format === 'json') return readJson(text)
  if (format === 'xml') return readXml(text)
  return { value: text.trim() }
}

/**
 * The reply with `unsealed`, which is what was encrypted in it; null if that cannot be decrypted or read. In a reply without an
 * encrypted part, such as an error, `unsealed` is null, whatever the reply calls so.
 */
export function withUnsealed(unseal: NonNullable<Spec['unseal']>, outer: Value, secrets: Secrets): Value {
  if (unseal.path !== null && !textAt(outer, unseal.path)) return beside(outer, null)
  try {
    const inner = read(unsealReply(unseal, outer, secrets), unseal.format)
    return inner && beside(outer, inner.value)
  } catch {
    return null
  }
}

function beside(outer: Value, unsealed: Value): Value {
  const isObject = typeof outer === 'object' && outer !== null && !Array.isArray(outer)
  return Object.assign(Object.create(null), isObject ? outer : {}, { unsealed })
}

function taken(spec: Spec, stage: TemplateStage, value: Value, bounds?: PriceBounds): TemplateReading {
  const rule = spec.outcomes.find(({ when }) => when.every(({ path, is }) => holds(value, path, is)))
  const reading: TemplateReading = { outcome: rule?.outcome ?? 'unknown', notes: rule ? [] : ['noRule'] }
  const note = (each: TemplateNote) => {
    reading.notes.push(each)
  }
  const reason = textAt(value, spec.reason)
  if (reason) reading.reason = maskText(oneLine(reason)).slice(0, longest.reason)
  takeExternalId(reading, textAt(value, spec.externalId), note)
  takeUrl(reading, textAt(value, spec.url), note)
  if (spec.price) takePrice(reading, spec.price.unit, textAt(value, spec.price.path), bounds, note)
  takeAgreements(reading, spec.agreements, value, note)
  // A joint login without an address cannot be used, so it does not count as accepted.
  if (stage === 'login' && reading.outcome === 'accepted' && reading.url === undefined) {
    reading.outcome = 'unknown'
    if (!reading.notes.includes('url')) note('url')
  }
  return reading
}

export function holds(value: Value, path: string, is: readonly string[]): boolean {
  const text = textAt(value, path)
  return text !== null && is.includes(text)
}

/** The one text, number or boolean at a path, as text; null if there is none, or several. */
export function textAt(value: Value, path: string | null): string | null {
  if (path === null) return null
  const found = pathOf(path)?.find(value) ?? []
  const [only] = found
  if (found.length !== 1 || only === null || only === undefined || typeof only === 'object') return null
  return String(only)
}

function takeExternalId(reading: TemplateReading, text: string | null, note: (each: TemplateNote) => void) {
  if (text === null || text === '') return
  if (text.length <= longest.externalId && /^[\x21-\x7e]+$/.test(text)) reading.externalId = text
  else note('externalId')
}

function takeUrl(reading: TemplateReading, text: string | null, note: (each: TemplateNote) => void) {
  if (text === null || text === '') return
  const url = webAddress(text)
  if (url === null) note('url')
  else reading.url = url
}

/** An https address without credentials, or null. */
function webAddress(text: string): string | null {
  if (text.length > longest.url) return null
  try {
    const url = new URL(text)
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

function takePrice(
  reading: TemplateReading,
  unit: 'fen' | 'yuan',
  text: string | null,
  bounds: PriceBounds | undefined,
  note: (each: TemplateNote) => void,
) {
  if (text === null || text === '') return
  const priceFen = fenOf(text, unit)
  if (priceFen === null) return note('price')
  if (!bounds || priceFen < bounds.minFen || priceFen > bounds.maxFen) return note('priceBounds')
  reading.priceFen = priceFen
}

/** An exact amount in fen, or null: `12.5` yuan is 1250, `12.505` is no amount. */
function fenOf(text: string, unit: 'fen' | 'yuan'): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const decimals = unit === 'yuan' ? 2 : 0
  if (/[1-9]/.test(part.slice(decimals))) return null
  return Number(whole) * 10 ** decimals + Number(part.slice(0, decimals).padEnd(decimals, '0') || '0')
}

function takeAgreements(
  reading: TemplateReading,
  spec: Spec['agreements'],
  value: Value,
  note: (each: TemplateNote) => void,
) {
  if (!spec) return
  const items = pathOf(spec.items)?.find(value) ?? []
  if (items.length > mostAgreements) return note('agreements')
  const agreements = items.map((item) => {
    const name = oneLine(textAt(item, spec.name) ?? '').slice(0, longest.name)
    const url = webAddress(textAt(item, spec.url) ?? '')
    const version = oneLine(textAt(item, spec.version) ?? '').slice(0, longest.version)
    return name !== '' && url !== null ? { name, url, version } : null
  })
  const whole = agreements.filter((each) => each !== null)
  // A person must see every agreement or none.
  if (whole.length === items.length) {
    if (items.length > 0) reading.agreements = whole
  } else note('agreements')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()
