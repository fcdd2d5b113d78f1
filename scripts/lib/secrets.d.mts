/** Searches a line for many secrets at once. */
export class Secrets {
  constructor(secrets: Iterable<string>)
  /** Whether a line contains a secret. A code of digits inside a longer number does not count. */
  areIn(line: string): boolean
}
