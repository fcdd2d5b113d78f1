import { Decimal } from 'decimal.js'
import { mostFen } from '../amount.ts'
import { readChinaTime } from '../china-time.ts'
import { BillProblem } from '../provider.ts'

/** A title of a column as a bill writes it, and what it means. */
export type Title = readonly [title: string, meaning: string]

/** Reads the cells of one row by the titles of the columns, which come in any order. */
export class Columns {
  readonly #places: ReadonlyMap<string, number>

  constructor(head: readonly string[]) {
    this.#places = new Map(head.map((title, index) => [title.replace(/^\ufeff/, '').trim(), index]))
  }

  has([title]: Title): boolean {
    return this.#places.has(title)
  }

  /** @throws BillProblem `columns` */
  need(titles: readonly Title[]): this {
    for (const title of titles) if (!this.has(title)) throw new BillProblem('columns', 0, title[0])
    return this
  }

  row(line: number, cells: readonly string[]): Row {
    const text = (title: Title) => {
      const at = this.#places.get(title[0])
      return at === undefined ? '' : (cells[at] ?? '').trim()
    }
    return new Row(line, text)
  }
}

export class Row {
  readonly line: number
  readonly text: (title: Title) => string

  constructor(line: number, text: (title: Title) => string) {
    this.line = line
    this.text = text
  }

  /** @throws BillProblem `value` */
  wrong([title]: Title): never {
    throw new BillProblem('value', this.line, title)
  }

  /** Exactly so many fen; may be negative. @throws BillProblem `value` */
  fen(title: Title): number {
    const yuan = decimalOf(this.text(title))
    const fen = yuan?.times(100)
    return fen?.isInteger() && fen.abs().lte(mostFen) ? fen.toNumber() : this.wrong(title)
  }

  /** A fee, which some bills write with parts of a fen: rounded to the nearest. @throws BillProblem `value` */
  feeFen(title: Title): number {
    const yuan = this.text(title) === '' ? new Decimal(0) : decimalOf(this.text(title))
    const fen = yuan?.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
    // `+ 0`, because -0 is not 0 to a comparison of tests and of JSON.
    return fen?.abs().lte(mostFen) ? fen.toNumber() + 0 : this.wrong(title)
  }

  /** @throws BillProblem `value` */
  time(title: Title): Date {
    return readChinaTime(this.text(title)) ?? this.wrong(title)
  }

  /** @throws BillProblem `value` if it is no number of an order, a payment or a refund */
  number(title: Title, isRequired = true): string {
    const text = this.text(title)
    const isRight = text === '' ? !isRequired : /^[\w.*|-]{1,64}$/.test(text)
    return isRight ? text : this.wrong(title)
  }
}

/** `12`, `12.5`, `-0.00400`; null for anything else, also for what the library would take: `1e3`, `0x1`, `Infinity`. */
export const decimalOf = (text: string): Decimal | null =>
  /^-?\d{1,12}(\.\d{1,8})?$/.test(text) ? new Decimal(text) : null
