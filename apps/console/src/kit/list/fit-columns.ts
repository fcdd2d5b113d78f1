import type { Place } from './table-model.ts'

/** How much of its width a column that grows can give away, and the width it keeps at least, in pixels. */
const mostGiven = 0.4
const leastKept = 160

/**
 * Widths with which the scrolled columns, at the start of the scroll, end where the columns pinned at the end begin, so that
 * none is cut there: columns that grow give width away until the cut column is whole; if they have too little, the columns
 * before it grow instead. A width that the reader has set is kept.
 * @param room width of the visible part of the table, in pixels; 0 if unknown
 * @returns the changed widths in pixels, by the keys of their columns; none if all columns are visible
 */
export function fitColumns(
  places: readonly Pick<Place<never>, 'key' | 'width' | 'pin' | 'grows' | 'isFree'>[],
  room: number,
): ReadonlyMap<string, number> {
  const scrolled = places.filter(({ pin }) => !pin)
  const space = room - sum(places.filter(({ pin }) => pin))
  const cut = scrolled.findIndex((_, index) => sum(scrolled.slice(0, index + 1)) > space)
  if (space <= 0 || cut < 1 || !places.some(({ pin }) => pin === 'end')) return new Map()

  const missing = sum(scrolled.slice(0, cut + 1)) - space
  const givers = scrolled.slice(0, cut + 1).filter(({ grows, isFree }) => grows && isFree)
  const given = givers.map(({ width }) => Math.max(0, Math.min(width * mostGiven, width - leastKept)))
  const most = given.reduce((one, other) => one + other, 0)
  if (most >= missing)
    return new Map(
      givers.map(({ key, width }, index) => [key, width - (missing * (given[index] as number)) / most]),
    )

  const extra = space - sum(scrolled.slice(0, cut))
  const free = scrolled.slice(0, cut).filter(({ isFree }) => isFree)
  const takers = free.some(({ grows }) => grows) ? free.filter(({ grows }) => grows) : free
  return new Map(takers.map(({ key, width }) => [key, width + extra / takers.length]))
}

const sum = (places: readonly { width: number }[]) => places.reduce((all, { width }) => all + width, 0)
