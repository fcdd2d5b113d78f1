import type { Config } from '../config/config.ts'
import { setTracer, type Tracer } from './tracing.ts'

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * Turns tracing on, if a receiver is configured; otherwise nothing is loaded.
 * @returns null if it is off
 */
export async function startTracing({ traces }: Pick<Config, 'traces'>, log: Log): Promise<Tracer | null> {
  if (traces === null) return null
  const { createTracer } = await import('./open-telemetry.ts')
  const tracer = createTracer(traces, log)
  setTracer(tracer)
  return tracer
}
