import { codes, type Problem as FieldProblem } from '@kabao/contract'
import { type CommonKey, Problem } from '../base/problem.ts'

/** The field of a constraint and the error at that field, or the error of the whole request if the constraint has no field. */
export type Conflicts = Record<string, { field: string; problem: FieldProblem } | { words: CommonKey }>

/** Turns a database error into a refusal at the field; null if the error is the service's fault. Codes: PostgreSQL, appendix A. */
export function databaseRefusal(error: unknown, conflicts: Conflicts): Problem | null {
  if (!isDatabaseError(error)) return null
  const said = error.constraint === undefined ? undefined : conflicts[error.constraint]
  if (said && 'words' in said) return new Problem(codes.conflict, said.words)
  const known = said
  switch (error.code) {
    case '23505': // unique_violation
    case '23P01': // exclusion_violation
    case '23503': // foreign_key_violation
      return new Problem(codes.conflict, 'conflict', known && { fields: { [known.field]: known.problem } })
    case '23514': // check_violation
    case '23502': // not_null_violation
      return known
        ? new Problem(codes.invalid, 'invalid', { fields: { [known.field]: known.problem } })
        : null
    case '40001': // serialization_failure
    case '40P01': // deadlock_detected
    case '55P03': // lock_not_available
      return new Problem(codes.conflict, 'stale')
    case '57014': // query_canceled
      return new Problem(codes.unexpected, 'timeout')
    default:
      return null
  }
}

interface DatabaseError extends Error {
  code: string
  constraint?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'severity' in error && 'code' in error
