import { narrow } from '@kabao/contract/kernel/typed/marks'
import { isRegionCode } from '@kabao/region'
import { findPlace } from '@kabao/region/place'
import type { CellResult, ImportColumn } from '#platform/imports/list-import'

/** The cities of a file repeat. */
const known = new Map<string, CellResult<string>>()

/** A region by its name or its six-digit code; an empty cell is no region. */
export const cityCell: ImportColumn<string | null> = {
  empty: null,
  width: 16,
  read(cell) {
    const before = known.get(cell)
    if (before) return before
    const result = readPlace(narrow(cell))
    if (known.size < 10_000) known.set(cell, result)
    return result
  },
}

function readPlace(typed: string): CellResult<string> {
  if (/^\d{6}$/.test(typed)) return isRegionCode(typed) ? { value: typed } : { problem: 'noSuchRegion' }
  const place = findPlace(typed)
  if (typeof place === 'object') return { value: place.code }
  return { problem: place === 'several' ? 'severalPlaces' : 'noSuchPlace' }
}
