/** Writes whole numbers one after the other, each with as few bytes as it needs: seven bits a byte, the lowest first. */
export class NumberWriter {
  readonly #bytes: number[] = []

  /** @param value whole, from 0 on */
  whole(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.#bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.#bytes.push(rest)
  }

  /** @param value whole, also below 0, up to 2^52 either way */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value)
  }

  get bytes(): Buffer {
    return Buffer.from(this.#bytes)
  }
}

/** Reads what a `NumberWriter` wrote, in the same order. */
export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length
  }

  whole(): number {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('the numbers end too early')
      value += (byte % 128) * unit
      if (byte < 128) return value
    }
  }

  signed(): number {
    const value = this.whole()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}

/** Whether a value is a number that both of them take. */
export const isWritable = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 52 && !Object.is(value, -0)
