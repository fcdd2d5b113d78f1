import { pino } from 'pino'
import { scrubbed } from '../base/scrub.ts'
import { version } from '../base/version.ts'
import { currentSpan } from '../tracing/tracing.ts'

/** The logger of the server: JSON lines with the version, ISO time, no header, no query, no body. */
export const createLogger = (level: string, target: NodeJS.WritableStream = process.stdout) =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: { version },
      mixin: () => {
        const span = currentSpan()
        return span ? { traceId: span.traceId } : {}
      },
      redact: {
        paths: [
          'password',
          'token',
          'headers',
          'query',
          'body',
          '*.password',
          '*.token',
          '*.phone',
          '*.idNumber',
          '*.headers',
        ],
        censor: '[removed]',
      },
      serializers: { err: describeError, error: describeError, req: () => undefined, res: () => undefined },
    },
    scrubbed(target),
  )

/** An error without what a database driver adds of the row (`detail` holds values, `where` the statement). */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  return {
    name,
    message,
    code,
    constraint,
    table,
    stack,
    cause: cause === undefined ? undefined : describeError(cause),
  }
}
