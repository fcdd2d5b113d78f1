/** A list that cannot be compared. */
export class ListProblem extends Error {
  readonly problem: string
  readonly values: Record<string, string | number>

  /** @param problem its name among the words of problems */
  constructor(problem: string, values: Record<string, string | number>) {
    super(problem)
    this.name = 'ListProblem'
    this.problem = problem
    this.values = values
  }
}
