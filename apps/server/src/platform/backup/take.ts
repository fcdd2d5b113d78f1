/** Gives the next n bytes of a stream; fewer only where it ends. */
export type Take = (length: number) => Promise<Buffer>

export function takeFrom(pieces: AsyncIterable<Buffer>): Take {
  const reader = pieces[Symbol.asyncIterator]()
  let waiting: Buffer[] = []
  let size = 0
  return async (length) => {
    while (size < length) {
      const next = await reader.next()
      if (next.done) break
      waiting.push(next.value)
      size += next.value.length
    }
    const all = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting)
    const taken = all.subarray(0, length)
    waiting = all.length > taken.length ? [all.subarray(taken.length)] : []
    size -= taken.length
    return taken
  }
}
