import { openStatement } from '../tracing/statement.ts'
import { typeOf } from '../tracing/tracing.ts'

type Details = (error: unknown, ...more: unknown[]) => unknown

/**
 * Sends a statement as a span, if it is part of traced work. A stream has no span: it takes as long as its reader.
 * @param args of the driver's `query`, in any of its forms
 */
export function traced(text: string, args: readonly unknown[], send: (args: readonly unknown[]) => unknown) {
  const isStream = typeof (args[0] as { submit?: unknown } | null)?.submit === 'function'
  const span = isStream || text === '' ? null : openStatement(text)
  if (!span) return send(args)
  const end = (error?: unknown) => {
    if (error) span.fail(typeOf(error))
    span.end()
  }
  const told = args.at(-1)
  if (typeof told === 'function') {
    const ended: Details = (error, ...more) => {
      end(error)
      return (told as Details)(error, ...more)
    }
    return send([...args.slice(0, -1), ended])
  }
  const asked = send(args)
  if (asked instanceof Promise) asked.then(() => end(), end)
  else end()
  return asked
}
