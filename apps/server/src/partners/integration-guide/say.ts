import { fill, inLanguage, type KeyOf, type Language, type Words, type WordTree } from '@kabao/contract'
import { guideWords } from '@kabao/contract/intake/guide.words'

type GuideKey = KeyOf<(typeof guideWords)['tree']>

/** The texts of the guide in one language. */
export interface Say {
  (key: GuideKey, values?: Record<string, string | number>): string
  /** A text of the contract in the same language. */
  of(words: Words): string
}

export const sayIn = (language: Language): Say => {
  const tree: Record<GuideKey, Words> = guideWords.tree satisfies WordTree
  return Object.assign(
    (key: GuideKey, values?: Record<string, string | number>) =>
      fill(inLanguage(tree[key], language), values),
    { of: (words: Words) => inLanguage(words, language) },
  )
}
