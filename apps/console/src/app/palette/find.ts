/** What can be found: its texts in both languages, and how the Chinese one is read. */
export interface Findable {
  texts: readonly string[]
  /** Syllables of the Chinese text: `yong hu lie biao`. */
  pinyin: string
}

/** What matches, best first; what matches equally well keeps its order. An empty question finds everything. */
export function find<T extends Findable>(all: readonly T[], question: string): readonly T[] {
  const asked = plain(question)
  if (asked === '') return all
  return all
    .map((item) => ({ item, rank: rankOf(item, asked) }))
    .filter(({ rank }) => rank < none)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

const none = 9

function rankOf({ texts, pinyin }: Findable, asked: string): number {
  const syllables = pinyin.toLowerCase().split(' ').filter(Boolean)
  const initials = syllables.map((syllable) => syllable[0]).join('')
  const titles = texts.map(plain)
  if (titles.some((title) => title.startsWith(asked))) return 0
  if (initials.startsWith(asked)) return 1
  if (startsAtSyllable(syllables, asked) === 0) return 2
  if (titles.some((title) => title.includes(asked))) return 3
  if (initials.includes(asked)) return 4
  if (startsAtSyllable(syllables, asked) > 0) return 5
  const words = texts.flatMap((text) => text.toLowerCase().split(/[\s()]+/))
  if (
    words
      .map((word) => word[0])
      .join('')
      .includes(asked)
  )
    return 6
  return none
}

/** The first syllable from which the full spelling goes on as asked; -1 where there is none. */
const startsAtSyllable = (syllables: readonly string[], asked: string): number =>
  syllables.findIndex((_, at) => syllables.slice(at).join('').startsWith(asked))

/** Case, spaces and apostrophes between syllables do not matter. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s'’]+/g, '')
