import { areaList } from '@vant/area-data'
import { successors } from './former.ts'

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
// A municipality is one city. Chongqing's counties are in this group there, which is no city of its own.
delete names['500200']

/** The codes of all regions that exist or existed; see `former.ts`. */
export const regionCodes = (): readonly string[] => [...Object.keys(names), ...successors.keys()]

/** Whether a code is of a region that exists or existed. */
export const isRegionCode = (code: string): boolean => regionOfToday(code) !== null

/** The region that a code means today: itself, or the one that it became or is part of now; null if no region ever had the code. */
export const regionOfToday = (code: string): string | null =>
  code in names ? code : (successors.get(code)?.code ?? null)

/** The code of the parent: district → city → province → null. The counties of Chongqing belong to its city. */
export function parentOf(code: string): string | null {
  if (code.endsWith('0000')) return null
  const province = `${code.slice(0, 2)}0000`
  if (code.endsWith('00')) return province
  const city = meant(`${code.slice(0, 4)}00`)
  return city in names ? city : province
}

/** From the province down to the region itself, as it is today. */
export function regionPath(code: string): Region[] {
  const path: Region[] = []
  for (let at = regionOfToday(code); at !== null; at = parentOf(at))
    path.unshift({ id: at, pid: parentOf(at), name: names[at] as string })
  return path
}

/** `广东省 深圳市 南山区`, and `北京市 朝阳区`, as people say it; a former region by its name of today. */
export function regionName(code: string): string {
  const known = said.get(code)
  if (known !== undefined) return known
  const names = regionPath(code).map((region) => region.name)
  if (names.length === 0) return unknownRegion(code)
  const name = names.filter((each, index) => each !== names[index - 1]).join(' ')
  said.set(code, name)
  return name
}

/** How a code that no region ever had is called. */
export const unknownRegion = (code: string): string => `未知地区（${code}）`

/** Cached full names; at most one per region. */
const said = new Map<string, string>()

/**
 * The region and all that hold it, the smallest first: `440305` → `440305`, `440300`, `440000`. A region that is all of the one above
 * is that region, so `500000` is in `500100`. Empty if no region ever had the code.
 */
export function regionsAround(code: string): readonly string[] {
  const known = around.get(code)
  if (known) return known
  let at = regionOfToday(code)
  if (at === null) return []
  for (let only = onlyChildOf(at); only !== null; only = onlyChildOf(at)) at = only
  const regions: string[] = []
  for (let each: string | null = at; each !== null; each = parentOf(each)) regions.push(each)
  // Who asks for a former region gets those who are noted under its code.
  if (!(code in names)) regions.push(code)
  around.set(code, regions)
  return regions
}

/** At most one entry per region. */
const around = new Map<string, readonly string[]>()

function onlyChildOf(code: string): string | null {
  const [only, second] = childrenOf(code)
  return only !== undefined && second === undefined ? only : null
}

/** The code under which the tree has a region; one that is only part of a region of today keeps its own. */
function meant(code: string): string {
  const successor = successors.get(code)
  return successor?.isSame && !(code in names) ? successor.code : code
}

/** Whether a region is this one or lies in it. */
export const isWithin = (code: string, region: string): boolean => regionsAround(code).includes(meant(region))

/** Whether a region lies in one of these, or in several that are together a whole region. @param regions never changed afterwards */
export function isWithinAny(code: string, regions: readonly string[]): boolean {
  let held = heldBy.get(regions)
  if (!held) {
    held = wholes(regions)
    heldBy.set(regions, held)
  }
  for (const each of regionsAround(code)) if (held.has(each)) return true
  return false
}

const heldBy = new WeakMap<readonly string[], ReadonlySet<string>>()

/** The regions, and those all of whose parts are among them. */
function wholes(regions: readonly string[]): ReadonlySet<string> {
  const held = new Set(regions.map(meant))
  // A set that grows is walked to its end.
  for (const region of held) {
    const parent = parentOf(region)
    if (parent !== null && parent in names && childrenOf(parent).every((child) => held.has(child)))
      held.add(parent)
  }
  return held
}

/** The codes of all that lies in a region, of today and former ones; empty if no region ever had the code. */
export function codesWithin(region: string): readonly string[] {
  if (!within) {
    within = new Map()
    for (const code of regionCodes())
      for (const each of regionsAround(code)) {
        const codes = within.get(each)
        if (codes) codes.push(code)
        else within.set(each, [code])
      }
  }
  return within.get(meant(region)) ?? []
}

let within: Map<string, string[]> | undefined

/** The city that a region is or lies in; null for a province with several cities, and for what is no region. */
export const cityOf = (code: string): string | null =>
  regionsAround(code).find((each) => isCity(each) && each in names) ?? null

/** `深圳市`; a county directly under its province is its own city: `仙桃市`. Null as above, and for the group of these counties. */
export function cityNameOf(code: string): string | null {
  const city = cityOf(code)
  const named = city !== null && isGroup.test(city) ? regionsAround(code).find((each) => each in names) : city
  return named === undefined || named === null || isGroup.test(named) ? null : (names[named] as string)
}

/** The counties directly under a province: `429000`. */
const isGroup = /9000$/

/** The city of today that a code means; null if it means none, or only a part of one. */
export function wholeCity(code: string): string | null {
  const city = meant(code)
  return isCity(city) && city in names ? city : null
}

const isCity = (code: string) => code.endsWith('00') && !code.endsWith('0000')

/** The codes that a list of cities may have for the city that a region lies in, or for those that lie in it. */
export const citiesAround = (region: string): readonly string[] =>
  codesWithin(cityOf(region) ?? region).filter((code) => wholeCity(code) !== null)

/** The code of the province of a region or of a resident, by the first two digits; null if there is none. */
export function provinceOf(code: string): string | null {
  const province = `${code.slice(0, 2)}0000`
  return province in names ? province : null
}

/** Every region of today as a tree, provinces first. Built at the first call. */
export function regionTree(): Region[] {
  tree ??= build()
  return tree
}

let tree: Region[] | undefined
let children: Map<string, string[]> | undefined

function childrenOf(code: string): readonly string[] {
  if (!children) {
    children = new Map()
    for (const child of Object.keys(names)) {
      const parent = parentOf(child)
      if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), child])
    }
  }
  return children.get(code) ?? []
}

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
