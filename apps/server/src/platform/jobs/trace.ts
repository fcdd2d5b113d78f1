import { currentSpan } from '../tracing/tracing.ts'

/** The key in a job's stored data that names the span which sent the job. No job has it in its own data. */
const key = 'traceparent'

/** The data as it is stored: with the span under way, if there is one. */
export function withTrace(data: object): object {
  const span = currentSpan()
  return span ? { ...data, [key]: span.traceparent } : data
}

/** What was stored, apart: the job's own data, and the span that sent it. */
export function apartFromTrace(stored: unknown): { data: unknown; traceparent: string | null } {
  if (typeof stored !== 'object' || stored === null || !(key in stored))
    return { data: stored, traceparent: null }
  const { [key]: traceparent, ...data } = stored
  return { data, traceparent: typeof traceparent === 'string' ? traceparent : null }
}
