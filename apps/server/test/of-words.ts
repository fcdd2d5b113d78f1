/** The words after `npm test --`; none in a run of everything. */
const words = (process.env.TEST_WORDS ?? '').split(' ').filter(Boolean)

/** Those whose name contains one of the words; all of them without words, or if a word names something else than these. */
export function ofWords<T extends { name: string }>(all: readonly T[]): T[] {
  const own = all.filter(({ name }) =>
    words.some((word) => name.toLowerCase().includes(word.replaceAll('-', '').toLowerCase())),
  )
  return own.length > 0 ? own : [...all]
}
