/** The codes of the envelope. Source: docs/specification/calls.md. */
export const codes = {
  success: '0000',
  sessionExpired: '2000',
  invalid: '4000',
  wrongCredentials: '4010',
  forbidden: '4030',
  notFound: '4040',
  conflict: '4090',
  tooManyRequests: '4290',
  unexpected: '50000',
} as const
export type Code = (typeof codes)[keyof typeof codes]

/** Sentences by field, dotted where fields nest: `profile.income`. */
export type FieldProblems = Record<string, string>

/** The form of every response under `/api`. */
export type Envelope<T> = Success<T> | Failure
export interface Success<T> {
  code: typeof codes.success
  desc: string
  data: T
}
export interface FailureData extends Waiting {
  fields?: FieldProblems
  requestId?: string
  current?: unknown
}
/** When a refused request may be sent again, if that is known; the header `Retry-After` says it too. */
export interface Waiting {
  retryAfterSeconds?: number
  /** The instant at which a limit of a day opens again, ISO 8601. */
  opensAt?: string
}
export interface Failure {
  code: Exclude<Code, typeof codes.success>
  status: 'fail'
  /** The message for the reader, in the reader's language. */
  desc: string
  /** The same text, for older clients. */
  msg: string
  data: FailureData | null
}
