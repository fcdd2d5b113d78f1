import { codes, type FieldProblems } from '@kabao/contract/kernel/envelope'

/** A refusal by the service. `message` is its sentence, in the user's language. */
export class Refusal extends Error {
  readonly code: string
  /** Sentences by field, for the form that sent the call. */
  readonly fields?: FieldProblems
  /** The reference to quote to support after a server error. */
  readonly requestId?: string
  /** The current state of the row that could not be changed (conflict). */
  readonly current?: unknown

  constructor(
    code: string,
    desc: string,
    data: { fields?: FieldProblems; requestId?: string; current?: unknown } | null,
  ) {
    super(desc)
    this.name = 'Refusal'
    this.code = code
    if (data?.fields) this.fields = data.fields
    if (data?.requestId) this.requestId = data.requestId
    if (data && 'current' in data) this.current = data.current
  }
}

export const isExpiry = (error: unknown): boolean =>
  error instanceof Refusal && error.code === codes.sessionExpired
