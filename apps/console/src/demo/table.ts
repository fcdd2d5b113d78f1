import { codes } from '@kabao/contract/kernel/envelope'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { maskContact, maskEmail, maskIdNumber, maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText, restoreMasked } from '@kabao/contract/kernel/personal-text'
import { actsOf } from './acts.ts'
import { meaningOf } from './filters.ts'
import { emptyRow, madeUpRow } from './made-up.ts'
import { daysAgo, randomFrom } from './random.ts'
import { type Reader, Refused, refusal, refusalAt, say } from './respond.ts'
import type { Row } from './row.ts'
import { type Shape, shapeOf } from './schema.ts'
import type { AnySpecial } from './special.ts'

type Mask = (value: string, row: Row) => string
const usualMasks: Readonly<Record<string, Mask>> = {
  phone: maskPhone,
  name: maskName,
  idNumber: maskIdNumber,
  email: maskEmail,
  contact: maskContact,
}

interface Asked {
  current: number
  size: number
  sort: string
}

/** The rows of an area: the same at every visit; changes last until the page is reloaded. */
export class Table {
  readonly area: string
  readonly special: AnySpecial
  /** The fields of a row; none if the area has no rows. */
  readonly shape: Shape
  readonly acts: ReturnType<typeof actsOf>
  readonly #filters: Shape
  readonly #masks: Readonly<Record<string, Mask>>
  #rows: Row[] | null = null
  #lastId = 0

  constructor(area: string, endpoints: readonly Endpoint[], special: AnySpecial) {
    const named = (key: string) => endpoints.find(({ name }) => name === `${area}.${key}`)
    this.area = area
    this.special = special
    this.shape = rowShape(named('get')?.answer, named('page')?.answer)
    this.#filters = filtersOf(named('page'))
    const revealed = Object.keys(shapeOf(named('reveal')?.answer) ?? {})
    const masks = Object.fromEntries(revealed.map((field) => [field, usualMasks[field] ?? maskText]))
    this.#masks = { ...masks, ...special.masks }
    this.acts = actsOf(this)
  }

  /** The unmasked rows as they are stored, newest first. */
  get rows(): readonly Row[] {
    this.#rows ??= this.#begin()
    return this.#rows
  }

  /** An unmasked row with its derived values. */
  now(row: Row, reader: Reader): Row {
    return { ...row, ...this.special.now?.(row, reader) }
  }

  /** A row as responses have it. */
  shown(row: Row, reader: Reader): Row {
    const whole = this.now(row, reader)
    const masked = Object.entries(this.#masks).map(([field, mask]) => {
      const value = whole[field]
      return [field, typeof value === 'string' && value !== '' ? mask(value, whole) : value]
    })
    return { ...whole, ...Object.fromEntries(masked) }
  }

  find(id: unknown, reader: Reader): Row {
    const found = this.rows.find((row) => row.id === id && (this.special.sees?.(row, reader) ?? true))
    if (!found) throw refusal('notFound', reader)
    return found
  }

  /** A row that the caller may change. */
  manageable(id: unknown, reader: Reader): Row {
    const found = this.find(id, reader)
    if (this.now(found, reader).isManageable === false) throw refusal('forbidden', reader)
    return found
  }

  /** The rows that match the filters; empty and omitted values are ignored. */
  matching(filter: Readonly<Record<string, unknown>>, reader: Reader): Row[] {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
    const meanings = given.map(([name, value]) => ({ fits: this.meaningOf(name), value }))
    return this.rows.filter((row) => {
      const whole = this.now(row, reader)
      const isSeen = this.special.sees?.(row, reader) ?? true
      return isSeen && meanings.every(({ fits, value }) => fits?.(whole, value as never) ?? true)
    })
  }

  /** The meaning of a filter of the page request; null if unknown. */
  meaningOf(name: string) {
    const own = this.special.filters?.[name]
    const schema = this.#filters[name]
    return own ?? (schema ? meaningOf(name, schema, this.shape) : null)
  }

  get filters(): readonly string[] {
    return Object.keys(this.#filters)
  }

  /** One page of rows, as `POST /R/page` returns it. @param only a further condition on the rows */
  page({ current, size, sort, ...filter }: Asked, reader: Reader, only: (row: Row) => boolean = () => true) {
    const found = this.matching(filter, reader).filter(only)
    const whole = sorted(
      found.map((row) => this.now(row, reader)),
      sort,
    )
    const rows = whole.slice((current - 1) * size, current * size)
    const records = rows.map(({ id }) => this.shown(found.find((row) => row.id === id) as Row, reader))
    const { sums } = this.special
    const sumOf = (field: string) => found.reduce((sum, row) => sum + Number(row[field]), 0)
    const totals = sums && Object.fromEntries(sums.map((field) => [field, sumOf(field)]))
    return { records, total: found.length, current, size, ...(totals && { totals }) }
  }

  create(entered: object, reader: Reader): Row {
    const at = new Date().toISOString()
    const { account } = reader
    const fresh = account && this.special.fresh?.(account)
    const empty = emptyRow(this.shape, String(this.#nextId()), at)
    const row = { ...empty, createdBy: account?.name, ...given(entered), ...fresh }
    this.#check(row, reader)
    this.#rows = [row, ...this.rows]
    return row
  }

  /** Changes a row if its version matches. Omitted fields stay, and so do values that the input has masked. */
  update({ id, version, ...entered }: Readonly<Record<string, unknown>>, reader: Reader): Row {
    const found = this.manageable(id, reader)
    this.refuseStale(found, version, reader)
    const values = Object.entries(given(entered)).map(([field, value]) => [
      field,
      this.#unmasked(found, field, value),
    ])
    const changed = { ...found, ...Object.fromEntries(values) }
    this.#check(changed, reader)
    this.change(found, { ...changed, updatedBy: reader.account?.name })
    return found
  }

  refuseStale(row: Row, seen: unknown, reader: Reader): void {
    if (row.version === seen) return
    throw new Refused(codes.conflict, say('stale', reader.language), { current: this.shown(row, reader) })
  }

  /** Changes a row by an act of the caller, which increments its version. */
  change(row: Row, values: object): void {
    Object.assign(row, values, { version: Number(row.version) + 1, updatedAt: new Date().toISOString() })
  }

  remove(removed: Row): void {
    this.#rows = this.rows.filter((row) => row !== removed)
  }

  /** Adds a row that no user entered. */
  add(row: Row): Row {
    this.#rows = [row, ...this.rows]
    return row
  }

  #begin(): Row[] {
    const { count = 12, row } = this.special
    this.#lastId = typeof count === 'number' ? count : count()
    return Array.from({ length: this.#lastId }, (_, index) => {
      const random = randomFrom(seedOf(this.area) + index)
      const made = madeUpRow(this.shape, String(this.#lastId - index), daysAgo(0.2 + index * 1.3), random)
      const own: Record<string, unknown> = row?.(random, index, made) ?? {}
      const createdAt = own.createdAt ?? made.createdAt
      return { ...made, updatedAt: createdAt, ...own }
    })
  }

  /** The next id: above those of the initial rows and of deleted rows. */
  #nextId(): number {
    this.#rows ??= this.#begin()
    return ++this.#lastId
  }

  #unmasked(stored: Row, field: string, given: unknown): unknown {
    const whole = stored[field]
    const mask = this.#masks[field]
    if (!mask || typeof given !== 'string' || typeof whole !== 'string') return given
    if (mask === maskText) return restoreMasked(given, whole)
    return given === mask(whole, stored) ? whole : given
  }

  #check(row: Row, reader: Reader): void {
    const { unique, check } = this.special
    const wrong = check?.(row)
    if (wrong) throw refusalAt(codes.invalid, wrong, reader)
    const last = unique?.at(-1)
    const isTaken = this.rows.some(
      (other) => other.id !== row.id && unique?.every((field) => plain(other[field]) === plain(row[field])),
    )
    if (last !== undefined && isTaken) throw refusalAt(codes.conflict, { [last]: 'taken' }, reader)
  }
}

/** The entered values, without omitted ones. */
const given = (entered: object) =>
  Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined))

const plain = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

const seedOf = (area: string) => [...area].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7) % 1_000_000

function rowShape(one: Endpoint['answer'] | undefined, page: Endpoint['answer'] | undefined): Shape {
  const records = shapeOf(page)?.records as unknown as { element?: Endpoint['answer'] } | undefined
  return shapeOf(one) ?? shapeOf(records?.element) ?? {}
}

function filtersOf(page: Endpoint | undefined): Shape {
  const { current: _current, size: _size, sort: _sort, ...filters } = shapeOf(page?.body) ?? {}
  return filters
}

/** Sorts rows by a field, descending for `-field`; rows without a value come last. */
function sorted(rows: readonly Row[], sort: string): Row[] {
  const isDown = sort.startsWith('-')
  const field = sort.replace('-', '')
  return rows.toSorted((one, other) => {
    const [a, b] = [one[field] as string | null | undefined, other[field] as string | null | undefined]
    if (a == null || b == null) return a === b ? 0 : a == null ? 1 : -1
    return (a < b ? -1 : a > b ? 1 : 0) * (isDown ? -1 : 1)
  })
}
