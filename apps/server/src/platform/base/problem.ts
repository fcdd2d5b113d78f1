import type { Code, Words } from '@kabao/contract'
import { codes, type Problem as FieldProblem } from '@kabao/contract'
import type { ssoProblemWords } from '@kabao/contract/access/sso-problem.words'
import type { crmProblemWords } from '@kabao/contract/crm/crm-problem.words'
import type { commonWords } from '@kabao/contract/kernel/common.words'
import type { reviewProblemWords } from '@kabao/contract/ledger/review-problem.words'
import type { intakeProblemWords } from '@kabao/contract/partners/open-problem.words'

/** A sentence of a refusal. */
export type CommonKey =
  | keyof typeof commonWords.tree
  | keyof typeof crmProblemWords.tree
  | keyof typeof ssoProblemWords.tree
  | keyof typeof intakeProblemWords.tree
  | keyof typeof reviewProblemWords.tree

/** An intended refusal. Its text is made when the response is sent, in the reader's language. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: Exclude<Code, '0000'>
  readonly words: CommonKey
  readonly details: ProblemDetails

  constructor(code: Exclude<Code, '0000'>, words: CommonKey, details: ProblemDetails = {}) {
    super(`${code} ${words}`)
    this.code = code
    this.words = words
    this.details = details
  }
}

export interface ProblemDetails {
  /** The errors by field. */
  fields?: Record<string, FieldProblem>
  /** Errors at fields whose sentences are words of their own, such as those of a payment provider. */
  sentences?: Record<string, Words>
  /** Values inserted into the sentence and into those at the fields. */
  values?: Record<string, string | number>
  /** Values of the sentence that are words themselves; each reader gets them in their own language. */
  texts?: Record<string, Words>
  /** The service cannot do it now, whatever the request says: HTTP 503. */
  isUnavailable?: true
  /** The row as it is now, for a caller who edited an old version of it. */
  current?: unknown
}

export const notFound = () => new Problem(codes.notFound, 'notFound')
export const forbidden = () => new Problem(codes.forbidden, 'forbidden')
export const sessionExpired = () => new Problem(codes.sessionExpired, 'sessionExpired')
export const invalid = (fields: Record<string, FieldProblem>, values?: Record<string, string | number>) =>
  new Problem(codes.invalid, 'invalid', values ? { fields, values } : { fields })
/** What is wrong, by field. */
export type Faults = Record<string, FieldProblem>
/** Refuses everything that is wrong at once, if there is anything. @throws Problem at each of the fields */
export function refuseFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw invalid(faults)
}
/** @param current the row as it is now; the next attempt must name its version */
export const stale = (current: unknown) => new Problem(codes.conflict, 'stale', { current })
