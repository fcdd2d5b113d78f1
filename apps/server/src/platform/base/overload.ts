import { codes } from '@kabao/contract'
import { Problem } from './problem.ts'

/** The shortest pause that callers are asked for, and how many more seconds they are spread over, so that not all come back at once. */
const shortestSeconds = 3
const spreadSeconds = 5

/** There is no time or place for a call now. Nothing of it was done, so it may be sent again. */
export class Overloaded extends Problem {
  constructor() {
    const seconds = shortestSeconds + Math.floor(Math.random() * spreadSeconds)
    super(codes.unexpected, 'overloaded', { values: { seconds }, isUnavailable: true })
  }
}

/** A call was not begun, because its caller has closed the connection. */
export class CallerGone extends Error {
  override name = 'CallerGone'

  constructor() {
    super('The caller has closed the connection')
  }
}
