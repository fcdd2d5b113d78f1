import { codes, type Envelope } from '@kabao/contract/kernel/envelope'
import { Refusal } from './refusal.ts'

/** An answer whose HTTP status is a failure. Such a call reached no handler, but the answer may still hold an envelope. */
export class HttpFailure extends Error {
  readonly status: number
  /** The sentence of the envelope, if there is one. */
  readonly sentence?: string
  readonly requestId?: string

  constructor(status: number, envelope: Partial<Envelope<unknown>> | null) {
    super(`HTTP ${status}`)
    this.name = 'HttpFailure'
    this.status = status
    const { code, desc, data } = (envelope ?? {}) as { code?: unknown; desc?: unknown; data?: unknown }
    if (typeof code !== 'string' || typeof desc !== 'string') return
    this.sentence = desc
    const { requestId } = (data ?? {}) as { requestId?: unknown }
    if (typeof requestId === 'string') this.requestId = requestId
  }
}

/** The statuses of a proxy whose service does not answer. */
const gateway: ReadonlySet<number> = new Set([502, 503, 504])

/** The cause of a failed call, as shown to the reader (docs/specification/calls.md). */
export type Reason =
  | { kind: 'unreached' }
  /** `code` is absent if no handler was reached. */
  | { kind: 'refused'; sentence: string; code?: string }
  | { kind: 'ours'; sentence?: string | undefined; requestId?: string | undefined }

/** Distinguishes three causes: the service was not reached, it refused, or the console has a fault. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof Refusal) {
    const { code, message: sentence, requestId } = error
    return code === codes.unexpected
      ? { kind: 'ours', sentence, requestId }
      : { kind: 'refused', sentence, code }
  }
  if (error instanceof HttpFailure) {
    const { status, sentence, requestId } = error
    if (sentence === undefined) return gateway.has(status) ? { kind: 'unreached' } : { kind: 'ours' }
    return status < 500 ? { kind: 'refused', sentence } : { kind: 'ours', sentence, requestId }
  }
  // Not JSON: something answered, but not as the service does.
  return (error as { name?: string } | null)?.name === 'SyntaxError'
    ? { kind: 'ours' }
    : { kind: 'unreached' }
}
