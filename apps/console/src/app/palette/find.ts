/** An entry that can be found by its texts in both languages and by the pinyin of the Chinese text. */
export interface Findable {
  texts: readonly string[]
  /** The pinyin syllables of the Chinese text: `yong hu lie biao`. */
  pinyin: string
  /** Other words by which the entry is found; such matches rank after every match of a title. */
  aliases?: readonly string[]
  /** The pinyin syllables of the Chinese words. */
  aliasPinyin?: string
}

/** The entries that match, best first; entries that match equally well keep their order. An empty query returns all entries. */
export function find<T extends Findable>(all: readonly T[], text: string): readonly T[] {
  const query = plain(text)
  if (query === '') return all
  return all
    .map((item) => ({ item, rank: Math.min(rankOf(item, query), aliasRank(item, query)) }))
    .filter(({ rank }) => rank < none)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

const none = 9

const aliasRank = ({ aliases, aliasPinyin = '' }: Findable, query: string): number =>
  aliases && rankOf({ texts: aliases, pinyin: aliasPinyin }, query) < none ? none - 1 : none

function rankOf({ texts, pinyin }: Findable, query: string): number {
  const syllables = pinyin.toLowerCase().split(' ').filter(Boolean)
  const initials = syllables.map((syllable) => syllable[0]).join('')
  const titles = texts.map(plain)
  if (titles.some((title) => title.startsWith(query))) return 0
  if (initials.startsWith(query)) return 1
  if (startsAtSyllable(syllables, query) === 0) return 2
  if (titles.some((title) => title.includes(query))) return 3
  if (initials.includes(query)) return 4
  if (startsAtSyllable(syllables, query) > 0) return 5
  const words = texts.flatMap((text) => text.toLowerCase().split(/[\s()]+/))
  if (
    words
      .map((word) => word[0])
      .join('')
      .includes(query)
  )
    return 6
  return none
}

/** The index of the first syllable at which the full spelling starts with the query; -1 if there is none. */
const startsAtSyllable = (syllables: readonly string[], query: string): number =>
  syllables.findIndex((_, index) => syllables.slice(index).join('').startsWith(query))

/** Ignores case, spaces and apostrophes between syllables. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s'’]+/g, '')
