import type { Problem } from '@kabao/contract'

/** One row of an uploaded table. */
export interface SheetRow {
  /** The line at which it begins, as the sender's program counts: 1 is the first. */
  line: number
  /** Trimmed texts, by column. */
  cells: string[]
}

/** Why a file cannot be read as a table. */
export class SheetProblem extends Error {
  override name = 'SheetProblem'
  readonly problem: Problem
  readonly values: Record<string, string | number>

  constructor(problem: Problem, values: Record<string, string | number> = {}) {
    super(problem)
    this.problem = problem
    this.values = values
  }
}

/** Reports how much of a file has been read, 0 to 1. */
export type OnShare = (share: number) => void

/** The headings are looked for in this many lines. */
export const mostTitleLines = 10
/** Further columns are not read. */
export const mostColumns = 100

/** The most characters of one cell. Source: Excel specifications and limits. */
export const mostCellCharacters = 32_767

/**
 * The most characters of all cells of a file. Source: 500,000 rows, the most that an import takes, with 400 characters in each.
 * A text that many cells share counts for each of them.
 */
export const mostFileCharacters = 200_000_000

/** Counts the characters of the cells of one file. */
export function cellMeter() {
  let total = 0
  return {
    /**
     * Counts one cell.
     * @param line the line it is in
     * @throws SheetProblem if the cell is longer than any program makes one, or all cells together are too long
     */
    add(length: number, line: number): void {
      if (length > mostCellCharacters)
        throw new SheetProblem('cellTooLong', { line, limit: mostCellCharacters })
      total += length
      if (total > mostFileCharacters) throw new SheetProblem('tooMuchText')
    },
  }
}
