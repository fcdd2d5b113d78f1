import { narrow } from '@kabao/contract/kernel/typed/marks'
import { isRegionCode, regionCodes, regionName, regionOfToday } from '@kabao/region'
import { findPlace } from '@kabao/region/place'
import type { AllowedValue, CellResult, ImportColumn } from './list-import.ts'

/** The cities of a file repeat. */
const known = new Map<string, CellResult<string>>()

/** A region by its name or its six-digit code; an empty cell is no region. */
export const cityCell: ImportColumn<string | null> = {
  empty: null,
  width: 16,
  allowed: () => {
    places ??= listPlaces()
    return places
  },
  read(cell) {
    const before = known.get(cell)
    if (before) return before
    const result = readPlace(narrow(cell))
    if (known.size < 10_000) known.set(cell, result)
    return result
  },
}

let places: readonly AllowedValue[] | undefined

/** The regions of today: by their names, and those whose name another one has, by their codes. */
const listPlaces = () =>
  regionCodes()
    .filter((code) => regionOfToday(code) === code)
    .map((code): AllowedValue => {
      const path = regionName(code)
      const own = path.split(' ').at(-1) ?? path
      const place = findPlace(own)
      return typeof place === 'object' && place.code === code
        ? { value: own, about: `${path} ${code}` }
        : { value: code, about: path }
    })

function readPlace(typed: string): CellResult<string> {
  if (/^\d{6}$/.test(typed)) return isRegionCode(typed) ? { value: typed } : { problem: 'noSuchRegion' }
  const place = findPlace(typed)
  if (typeof place === 'object') return { value: place.code }
  return { problem: place === 'several' ? 'severalPlaces' : 'noSuchPlace' }
}
