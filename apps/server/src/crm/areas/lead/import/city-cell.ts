import { isRegionCode, type Region, regionTree } from '@kabao/region'
import type { ImportColumn } from '#platform/imports/list-import'

/** Cities by name, with and without their suffix and province; null if two cities share a name. */
const cities = (): Map<string, string | null> => {
  const known = new Map<string, string | null>()
  const add = (name: string, code: string) => {
    const other = known.get(name)
    known.set(name, other === undefined || other === code ? code : null)
  }
  const short = (name: string) => name.replace(/市$|省$/, '')
  for (const province of regionTree()) {
    const inside: Region[] = (province.children ?? []).filter(({ id }) => id.endsWith('00'))
    // A municipality is its only city.
    for (const city of inside) {
      for (const name of [city.name, short(city.name), province.name + city.name]) add(name, city.id)
      add(short(province.name) + short(city.name), city.id)
    }
    const [only, second] = inside
    if (only && !second) for (const name of [province.name, short(province.name)]) add(name, only.id)
  }
  return known
}

let byName: Map<string, string | null> | undefined

/** A city by its name, or any region by its six-digit code; an empty cell is no city. */
export const cityCell: ImportColumn<string | null> = {
  empty: null,
  width: 16,
  read(cell) {
    byName ??= cities()
    const typed = cell.replace(/\s/g, '')
    if (/^\d{6}$/.test(typed)) return isRegionCode(typed) ? { value: typed } : { problem: 'noSuchRegion' }
    const code = byName.get(typed)
    return code ? { value: code } : { problem: 'region' }
  },
}
