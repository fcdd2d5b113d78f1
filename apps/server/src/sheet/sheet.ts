import type { Problem } from '@kabao/contract'

/** One row of a table that somebody sent. */
export interface SheetRow {
  /** Where it begins, as the sender's program counts: 1 is the first. */
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

/** Says how much of a file has been read, 0 to 1. */
export type OnShare = (share: number) => void

/** Columns beyond this are not read. */
export const mostColumns = 100
