import { areaList } from '@vant/area-data'

/** A region of China by its six-digit code: provinces end in 0000, cities in 00, districts in other digits. */
export interface Region {
  id: string
  /** Code of the parent; a province has none. */
  pid: string | null
  name: string
  children?: Region[]
}

const names: Record<string, string> = {
  ...areaList.province_list,
  ...areaList.city_list,
  ...areaList.county_list,
}

export const isRegionCode = (code: string): boolean => code in names

/** The code of the parent: district → city → province → null. */
export function parentOf(code: string): string | null {
  if (code.endsWith('0000')) return null
  const province = `${code.slice(0, 2)}0000`
  if (code.endsWith('00')) return province
  const city = `${code.slice(0, 4)}00`
  return city in names ? city : province
}

/** From the province down to the region itself. */
export function regionPath(code: string): Region[] {
  const above: Region[] = []
  for (let at: string | null = code; at !== null; at = parentOf(at)) {
    const name = names[at]
    if (name !== undefined) above.unshift({ id: at, pid: parentOf(at), name })
  }
  return above
}

/** `广东省 深圳市 南山区`, and `北京市 朝阳区`, as people say it; an unknown code is returned unchanged. */
export function regionName(code: string): string {
  const known = said.get(code)
  if (known !== undefined) return known
  const names = regionPath(code).map((region) => region.name)
  if (names.length === 0) return code
  const name = names.filter((each, at) => each !== names[at - 1]).join(' ')
  said.set(code, name)
  return name
}

/** Cached full names; at most one per region. */
const said = new Map<string, string>()

/**
 * The first digits that the codes of this region and of all regions in it share: `440000` → `44`, `440300` → `4403`. A filter by
 * region is a range over this prefix.
 */
export const regionPrefix = (code: string): string => code.replace(/0000$|00$/, '')

/** Every region as a tree, provinces first. Built at the first call. */
export function regionTree(): Region[] {
  tree ??= build()
  return tree
}

let tree: Region[] | undefined

function build(): Region[] {
  const byCode = new Map<string, Region>()
  for (const code of Object.keys(names).sort()) {
    byCode.set(code, { id: code, pid: parentOf(code), name: names[code] as string })
  }
  const roots: Region[] = []
  for (const region of byCode.values()) {
    const parent = region.pid === null ? undefined : byCode.get(region.pid)
    if (!parent) {
      roots.push(region)
      continue
    }
    parent.children ??= []
    parent.children.push(region)
  }
  return roots
}
