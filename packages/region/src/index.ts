import { areaList } from '@vant/area-data'

/** A place in China by its six-digit code: provinces end in 0000, cities in 00, districts in anything else. */
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

/** The code that encloses this one: district → city → province → null. */
export function parentOf(code: string): string | null {
  if (code.endsWith('0000')) return null
  const province = `${code.slice(0, 2)}0000`
  if (code.endsWith('00')) return province
  const city = `${code.slice(0, 4)}00`
  return city in names ? city : province
}

/** From the province down to the place itself. */
export function regionPath(code: string): Region[] {
  const above: Region[] = []
  for (let at: string | null = code; at !== null; at = parentOf(at)) {
    const name = names[at]
    if (name !== undefined) above.unshift({ id: at, pid: parentOf(at), name })
  }
  return above
}

/** `广东省 深圳市 南山区`, and `北京市 朝阳区`, as people say it; an unknown code is shown as it is. */
export function regionName(code: string): string {
  const known = said.get(code)
  if (known !== undefined) return known
  const names = regionPath(code).map((region) => region.name)
  if (names.length === 0) return code
  const name = names.filter((each, at) => each !== names[at - 1]).join(' ')
  said.set(code, name)
  return name
}

/** Names as they were said before; at most one for each place there is. */
const said = new Map<string, string>()

/**
 * The first digits that all codes at or below this place share: `440000` → `44`, `440300` → `4403`.
 * A filter by place is a range over this prefix.
 */
export const regionPrefix = (code: string): string => code.replace(/0000$|00$/, '')

/** Every place as a tree, provinces first. Built at the first call. */
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
