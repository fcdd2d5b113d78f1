import { longestKeyword } from '@kabao/contract/kernel/choice'

type Pinyin = typeof import('pinyin-pro').pinyin

/** A longer name is found by its beginning. It bounds the number of texts of a record. */
const mostParts = 40

let loaded: Promise<Pinyin> | undefined
/** Loaded at the first use: the dictionary takes 0.1 s and 17 MB. */
const load = (): Promise<Pinyin> => {
  loaded ??= import('pinyin-pro').then(({ pinyin }) => pinyin)
  return loaded
}

/** A text as it is compared: in lower case, letters and digits alone. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * The texts that a record is found by, from its names and codes: each begins at another Chinese character, run of letters or run of
 * digits, as written (`银行a1`), in pinyin (`yinhanga1`) and in the initials of the pinyin (`yha1`).
 */
export async function wordsOf(texts: readonly string[]): Promise<Set<string>> {
  const pinyin = await load()
  const words = new Set<string>()
  for (const text of texts) {
    const parts = partsOf(text, pinyin)
    for (const at of parts.keys())
      for (const spelling of ['written', 'syllable', 'initial'] as const)
        words.add(
          parts
            .slice(at)
            .map((part) => part[spelling])
            .join('')
            .slice(0, longestKeyword),
        )
  }
  return words
}

/** Whether one of these words begins with the keyword. */
export const isFound = (words: Iterable<string>, keyword: string): boolean => {
  const wanted = plain(keyword)
  return wanted !== '' && [...words].some((word) => word.startsWith(wanted))
}

interface Part {
  written: string
  syllable: string
  initial: string
}

function partsOf(text: string, pinyin: Pinyin): Part[] {
  const clean = text.normalize('NFKC').toLowerCase()
  const parts: Part[] = []
  for (const [run] of clean.matchAll(/\p{Script=Han}+|[^\P{L}\p{Script=Han}]+|\p{N}+/gu)) {
    if (/\p{Script=Han}/u.test(run)) {
      // The whole run, because the syllable of a character depends on its neighbors: 银行 is yin hang.
      const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true })
      for (const [at, written] of [...run].entries()) {
        const syllable = syllables[at] ?? written
        parts.push({ written, syllable, initial: syllable.charAt(0) })
      }
    } else parts.push({ written: run, syllable: run, initial: run })
  }
  return parts.slice(0, mostParts)
}
