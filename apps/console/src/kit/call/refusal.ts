import { codes, type FieldProblems } from '@kabao/contract/envelope'

/** The service answered, and the answer is no. `message` is its sentence, in the reader's language. */
export class Refusal extends Error {
  readonly code: string
  /** Sentences by field, for the form that asked. */
  readonly fields?: FieldProblems
  /** What to quote to support where the fault is ours. */
  readonly requestId?: string
  /** The present state of what could not be changed (conflict). */
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
