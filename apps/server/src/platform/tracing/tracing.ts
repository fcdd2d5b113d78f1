import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'

/*
 * The seam between the service and a tracer. Without a tracer nothing is recorded and nothing is loaded. The tracer belongs to the
 * process, because a span must be found where a statement is sent, below every pool and library.
 */

export type Attributes = Record<string, string | number | boolean>

/** A piece of work with its time, and the work in it as its children. No attribute has a value of a row, a person or a secret. */
export interface Span {
  readonly traceId: string
  /** Names it to others, in the form of the W3C. */
  readonly traceparent: string
  /** Whether it has not ended. */
  readonly isOpen: boolean
  set(attributes: Attributes): void
  /** @param type a word of few, such as the code of an error; never its message, which may contain values */
  fail(type: string): void
  end(): void
}

export interface SpanStart {
  name: string
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: Attributes
  /** The `traceparent` of the span that caused it; null: it begins a trace; undefined: the one that is under way here. */
  parent?: string | null | undefined
  /** The `traceparent` of other spans whose work it does. */
  links?: readonly string[]
}

export type SpanOutcome = 'sent' | 'failed' | 'dropped'

export interface Tracer {
  /** Whether a call that names its own span is a part of that trace. */
  readonly followsCallers: boolean
  start(start: SpanStart, current: Span | null): Span
  /** How many spans were sent, could not be sent, and were dropped because too many waited. */
  counts(): Record<SpanOutcome, number>
  /** Sends what waits. Never throws, and ends within 5 s whatever the receiver does. */
  stop(): Promise<void>
}

const active = new AsyncLocalStorage<Span>()
let tracer: Tracer | null = null

/** Sets the tracer of this process. @param next null: nothing is recorded any more */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

export const isTracing = (): boolean => tracer !== null

export const followsCallers = (): boolean => tracer?.followsCallers ?? false

export const spanCounts = (): Record<SpanOutcome, number> =>
  tracer?.counts() ?? { sent: 0, failed: 0, dropped: 0 }

/** The span under way here. A timer that outlives its span has none. */
export function currentSpan(): Span | null {
  if (tracer === null) return null
  const span = active.getStore()
  return span?.isOpen ? span : null
}

const unrecorded: Span = {
  traceId: '',
  traceparent: '',
  isOpen: false,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
}

/** Begins a span; the caller ends it. */
export const openSpan = (start: SpanStart): Span => tracer?.start(start, currentSpan()) ?? unrecorded

/** Calls a function as a part of a span. */
export const within = <T>(span: Span, run: () => T): T => (tracer === null ? run() : active.run(span, run))

/** Does work as a span, which ends with it and fails if it throws. */
export async function inSpan<T>(start: SpanStart, run: (span: Span) => Promise<T>): Promise<T> {
  if (tracer === null) return run(unrecorded)
  const span = openSpan(start)
  try {
    return await within(span, () => run(span))
  } catch (error) {
    span.fail(typeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** A callback that is called as a part of the span of now, whoever calls it. */
export const inThisSpan = <F extends (...args: never[]) => unknown>(callback: F): F =>
  tracer === null ? callback : (AsyncResource.bind(callback as never) as unknown as F)

/** The code of an error or its class: a word that tells errors apart and holds no value. */
export function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^\w{2,40}$/.test(code) ? code : error.name.slice(0, 40)
}
