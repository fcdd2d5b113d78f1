import { areaList } from '@vant/area-data'
import { expect, test } from 'vitest'
import { successors } from './former.ts'
import {
  citiesAround,
  cityNameOf,
  cityOf,
  codesWithin,
  isRegionCode,
  isWithin,
  isWithinAny,
  parentOf,
  provinceOf,
  type Region,
  regionName,
  regionOfToday,
  regionPath,
  regionsAround,
  regionTree,
  wholeCity,
} from './index.ts'

const everyCode = [
  ...Object.keys({ ...areaList.province_list, ...areaList.city_list, ...areaList.county_list }),
  ...successors.keys(),
]
/** Every region of today with its parent, by walking the tree. */
const parents = new Map<string, string | null>()
const walk = (regions: readonly Region[], pid: string | null) => {
  for (const region of regions) {
    expect(region.pid).toBe(pid)
    expect(parents.has(region.id)).toBe(false)
    parents.set(region.id, pid)
    walk(region.children ?? [], region.id)
  }
}
walk(regionTree(), null)

test('every region is in the tree once, below its parent', () => {
  expect(regionTree()).toHaveLength(34)
  expect(parents.size).toBeGreaterThan(3800)
})

test.each([
  ['440000', '广东省'],
  ['440300', '广东省 深圳市'],
  ['440305', '广东省 深圳市 南山区'],
  ['110105', '北京市 朝阳区'],
  ['500000', '重庆市'],
  ['500235', '重庆市 云阳县'],
  ['500200', '重庆市'],
  ['110103', '北京市 东城区'],
])('%s is %s', (code, name) => {
  expect(isRegionCode(code)).toBe(true)
  expect(regionName(code)).toBe(name)
})

test.each(['999999', '100000', '449999', '440000 ', ''])('“%s” never was a region', (code) => {
  expect([isRegionCode(code), regionPath(code), regionsAround(code), codesWithin(code)]).toEqual([
    false,
    [],
    [],
    [],
  ])
  expect(regionName(code)).toBe(`未知地区（${code}）`)
  expect([isWithin(code, code), isWithinAny(code, [code]), cityOf(code), wholeCity(code)]).toEqual([
    ...[false, false],
    ...[null, null],
  ])
})

test.each([
  ['440305', '440300', '440000'],
  // A municipality is one city: its counties and it itself belong to that.
  ['500235', '500100', '500000'],
  ['500100', '500100', '500000'],
  ['500200', '500100', '500000'],
  ['500000', '500100', '500000'],
  ['110000', '110100', '110000'],
  // Directly under a province, in the group that can be chosen as a city.
  ['429004', '429000', '420000'],
  ['659001', '659000', '650000'],
  ['469030', '469000', '460000'],
  ['441900', '441900', '440000'],
  // The special regions and Taiwan.
  ['810101', '810100', '810000'],
  ['820202', '820200', '820000'],
  ['710100', '710100', '710000'],
  ['810000', null, '810000'],
  ['440000', null, '440000'],
  // Former ones, also of another city than their first four digits say.
  ['110103', '110100', '110000'],
  ['469003', '460400', '460000'],
  ['512081', '510100', '510000'],
  ['371200', '370100', '370000'],
  ['522200', '520600', '520000'],
  ['341400', null, '340000'],
  ['440301', '440300', '440000'],
])('%s is of the city %s and the province %s', (code, city, province) => {
  expect([cityOf(code), provinceOf(code)]).toEqual([city, province])
  expect(isWithin(code, province)).toBe(true)
  expect(isWithinAny(code, [province])).toBe(true)
  if (city !== null) {
    expect([isWithin(code, city), isWithinAny(code, [city]), codesWithin(city)]).toEqual([
      ...[true, true],
      expect.arrayContaining([code]),
    ])
    expect(citiesAround(code)).toContain(city)
  }
})

test('a region holds what lies in it, and nothing else', () => {
  const codes = [...new Set(everyCode)]
  const held = new Map(codes.map((code) => [code, new Set<string>()]))
  for (const code of codes) {
    // From the tree alone: the region of today, down to the last that has one part only, and all above it.
    let at = regionOfToday(code) as string
    for (let below = partsOf(at); below.length === 1; below = partsOf(at)) at = below[0] as string
    const holders = [code]
    for (let each: string | null = at; each !== null; each = parents.get(each) as string | null)
      holders.push(each)
    for (const holder of holders) {
      held.get(holder)?.add(code)
      if (!isWithin(code, holder) || !isWithinAny(code, [holder])) expect.fail(`${code} in ${holder}`)
    }
  }
  for (const code of codes) {
    const successor = successors.get(code)
    const expected = held.get(successor?.isSame ? successor.code : code)
    if (codesWithin(code).toSorted().join() !== [...(expected ?? [])].sort().join()) expect.fail(code)
    for (const other of ['440305', '500235', '429004', '810000', '341400'])
      expect(isWithin(other, code)).toBe(expected?.has(other))
  }
})

const parts = new Map<string, string[]>()
for (const [code, parent] of parents)
  if (parent !== null) parts.set(parent, [...(parts.get(parent) ?? []), code])
const partsOf = (code: string): readonly string[] => parts.get(code) ?? []

test('several places hold what they are together', () => {
  const guangdong = partsOf('440000')
  expect(isWithinAny('440000', guangdong)).toBe(true)
  expect(isWithinAny('440000', guangdong.slice(1))).toBe(false)
  expect(isWithinAny('810000', ['810100', '810200', '810300'])).toBe(true)
  expect(isWithinAny('810000', ['810100'])).toBe(false)
  expect(isWithinAny('450100', guangdong)).toBe(false)
  expect(isWithinAny('440305', [])).toBe(false)
})

test('every former region leads to one of today, in the same province', () => {
  for (const [code, { code: successor, until }] of successors) {
    expect(parents.has(code), code).toBe(false)
    expect(parents.has(successor), `${code} → ${successor}`).toBe(true)
    expect(successor.slice(0, 2)).toBe(code.slice(0, 2))
    if (until !== null) expect(until).toMatch(/^20(0[2-9]|1[0-6])-\d\d$/)
  }
  expect(successors.size).toBeGreaterThan(790)
})

test('a list of cities means cities of today', () => {
  const meant = ['440300', '500100', '500200', '522200', '429000', '371200', '341400', '440305', '440000']
  expect(meant.map(wholeCity)).toEqual([
    ...['440300', '500100', '500100', '520600', '429000'],
    ...[null, null, null, null],
  ])
  // 440301 once stood for all districts of the city.
  expect(citiesAround('440305')).toEqual(['440300', '440301'])
  expect(citiesAround('500000').toSorted()).toEqual(['500100', '500200'])
  expect(citiesAround('460000')).toEqual(
    expect.arrayContaining(['460100', '460200', '460300', '460400', '469000']),
  )
  expect(citiesAround('999999')).toEqual([])
})

test.each([
  ['440305', '深圳市'],
  ['500235', '重庆市'],
  ['500000', '重庆市'],
  ['429004', '仙桃市'],
  ['659001', '石河子市'],
  ['419000', '济源市'],
  ['512081', '成都市'],
  ['429000', null],
  ['440000', null],
  ['999999', null],
])('the city of %s is called %s', (code, name) => {
  expect(cityNameOf(code)).toBe(name)
})

test('the counties of Chongqing are parts of its city', () => {
  expect([parentOf('500235'), parentOf('500101'), parentOf('500100')]).toEqual([
    ...['500100', '500100'],
    '500000',
  ])
  expect(partsOf('500000')).toEqual(['500100'])
})
