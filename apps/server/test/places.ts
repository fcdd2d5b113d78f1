import type { CallPoint } from './partner-gate.ts'
import type { SqlPoint } from './sql-gate.ts'

/** Where a process is killed: at a statement to the database, or at a call to somebody outside. */
export type Place = { sql: SqlPoint } | { call: CallPoint }

/** At a statement: not sent yet, or done without an answer. */
export const statement = (when: SqlPoint['when'], text: RegExp): Place => ({
  sql: { when, is: (seen) => text.test(seen.text) },
})
/** At the commit of a transaction with this statement: not sent yet, or done without an answer. */
export const commit = (when: SqlPoint['when'], text: RegExp): Place => ({
  sql: { when, is: (seen) => /^commit/i.test(seen.text) && text.test(seen.before) },
})
/** At a call: not received, answered in half, or answered without an answer here. */
export const call = (stage: CallPoint['stage'], when: CallPoint['when']): Place => ({
  call: { stage, when },
})
