import { provinces } from 'virtual:cities'
import type { cityWords } from '@kabao/contract/kernel/city.words'
import type { CheckNode } from '../tree/check-state.ts'
import type { WordsOf } from '../words/words.ts'

/** A choice of cities by their six-digit codes; none means all of them. */
export type Cities = readonly string[]
type Texts = Pick<WordsOf<(typeof cityWords)['tree']>, 't'>

/** How many names a short text has. */
const mostNames = 3

const nameOfCity = new Map(
  provinces.flatMap(([, , , , cities]) => cities.map(([code, , clear]) => [code, clear])),
)

/**
 * The provinces that can be chosen, with their cities. A province with one city is that city.
 * @param within only these cities; none means all
 */
export function cityTree(within: Cities): CheckNode[] {
  const allowed = new Set(within)
  return provinces.flatMap(([code, name, , spelled, cities]) => {
    const children = cities
      .filter(([city]) => allowed.size === 0 || allowed.has(city))
      .map(([city, title, , pinyin]) => leaf(city, title, pinyin))
    const only = children[0]
    if (!only) return []
    return cities.length === 1
      ? [{ ...only, title: name }]
      : [{ name: code, title: name, spellings: spellingsOf(spelled), children }]
  })
}

/** Cities that cannot be chosen any more, and can only be removed. */
export const outsideNodes = (codes: Cities, { t }: Texts): CheckNode[] =>
  codes.map((code) => leaf(code, t('outside', { name: nameOfCity.get(code) ?? code }), ''))

/**
 * The cities in a few words: `12 个城市：广东省全部、北京市、上海市 等`. A province whose cities are all chosen counts as one name.
 * @param within what can be chosen, if it is not the whole country
 */
export function citiesText(codes: Cities, { t }: Texts, within: Cities = []): string {
  if (codes.length === 0) return wholeText({ t }, within)
  const chosen = new Set(codes)
  const whole = provinces.filter(
    ([, , , , cities]) => cities.length > 1 && cities.every(([code]) => chosen.has(code)),
  )
  const ofWhole = new Set(whole.flatMap(([, , , , cities]) => cities.map(([code]) => code)))
  const names = [
    ...whole.map(([, name]) => t('province', { name })),
    ...codes.filter((code) => !ofWhole.has(code)).map((code) => nameOfCity.get(code) ?? code),
  ]
  if (codes.length === 1) return names[0] as string
  return t(names.length > mostNames ? 'namedMore' : 'named', {
    count: codes.length,
    names: names.slice(0, mostNames).join(t('between')),
  })
}

/** What no chosen city means. */
export const wholeText = ({ t }: Texts, within: Cities): string =>
  within.length === 0 ? t('whole') : t('wholeWithin', { count: within.length })

const leaf = (name: string, title: string, pinyin: string): CheckNode => ({
  name,
  title,
  spellings: spellingsOf(pinyin),
  children: [],
})

/** `xi an shi` → `xianshi`, `xi'an'shi`, `xas`. */
function spellingsOf(pinyin: string): string[] {
  const syllables = pinyin.split(' ').filter(Boolean)
  return [syllables.join(''), syllables.join("'"), syllables.map((syllable) => syllable[0]).join('')]
}
