import { pinyin } from 'pinyin-pro'
import { type Region, regionTree } from '../../packages/region/src/index.ts'

/** A city or province as the console's `virtual:cities` has it: code, name, name that is clear by itself, and pinyin syllables. */
export type Place = readonly [code: string, name: string, clear: string, pinyin: string]
/** A province with its cities. */
export type Province = readonly [...Place, cities: readonly Place[]]

/**
 * Every province with its cities, made when the console is built: the districts and the dictionary of pinyin together are larger than
 * a page.
 */
export const provinces = (): Province[] =>
  regionTree().map((province) => [
    ...placeOf(province),
    (province.children ?? []).map((city) => placeOf(city, province)),
  ])

function placeOf({ id, name }: Region, province?: Region): Place {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'removed', v: true })
  return [id, name, isUnclear.test(name) ? `${province?.name}${name}` : name, syllables.join(' ')]
}

/** Groups of counties, which are named by their rank alone: `省直辖县`, `自治区直辖县级行政区划`. */
const isUnclear = /^(省|自治区)直辖县/
