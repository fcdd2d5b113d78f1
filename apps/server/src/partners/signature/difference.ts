import { type SignedLine, signedLines } from '@kabao/contract/partners/signature'

/** The first place where a text differs from the one that we sign. */
export interface Difference {
  /** The line of our text; `end` if theirs goes on after our last line. */
  line: SignedLine | 'end'
  /** Number of the line, from 1. */
  lineNumber: number
  /** Position of the first different character in the line, from 1. */
  column: number
  /** The whole line of each text; null where it has none. */
  ours: string | null
  theirs: string | null
}

/**
 * Compares a partner's signed text with ours, line by line.
 * @param theirs as pasted, unchanged: a line break after the last line is a difference too
 * @returns null if both are equal
 */
export function firstDifference(ours: string, theirs: string): Difference | null {
  const own = ours.split('\n')
  const other = theirs.split('\n')
  for (let at = 0; at < Math.max(own.length, other.length); at++) {
    const [mine = null, yours = null] = [own[at], other[at]]
    if (mine === yours) continue
    return {
      line: signedLines[at] ?? 'end',
      lineNumber: at + 1,
      column: firstDifferent(mine ?? '', yours ?? '') + 1,
      ours: mine,
      theirs: yours,
    }
  }
  return null
}

/** Counts characters, not UTF-16 units. */
function firstDifferent(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  const at = left.findIndex((character, place) => character !== right[place])
  return at < 0 ? left.length : at
}
