/** Rows of a table that are in the document, from `first` up to but not including `after`. */
export interface Drawn {
  key: string
  first: number
  after: number
}

/**
 * The visible rows and the row that the Tab key reaches, even if it is not visible, because removing it could lose the focus.
 * The keys keep every row at its place among its siblings, because moving an element would lose the focus too.
 */
export function withActive(first: number, after: number, active: number): readonly Drawn[] {
  const inSight = { key: 'in sight', first, after }
  const alone = (key: string) => ({ key, first: active, after: active + 1 })
  if (active < first) return [alone('above'), inSight]
  return active >= after && after > 0 ? [inSight, alone('below')] : [inSight]
}
