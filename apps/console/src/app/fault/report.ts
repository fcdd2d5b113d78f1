import { send } from '#kit'

/** The most reports of one page load, and the time in milliseconds in which the same error is not reported again. */
const maximum = 20
const repeatAfter = 60_000

let reported = 0
const lastReported = new Map<string, number>()

/**
 * Reports an error in the browser to the service. Shows nothing, throws nothing, and does not report an error of the report
 * itself.
 * @param info what is known besides the error itself, such as React's component stack
 */
export function reportError(error: unknown, info: { componentStack?: string | null } = {}): void {
  try {
    const report = describe(error, info.componentStack ?? '')
    const key = `${report.name} ${report.message}`
    const now = Date.now()
    if (wasShown(error) || reported >= maximum || now - (lastReported.get(key) ?? -repeatAfter) < repeatAfter)
      return
    reported++
    lastReported.set(key, now)
    void submit(report)
  } catch {
    // The description of this error throws, so it cannot be reported.
  }
}

/** Reports every uncaught error and every unhandled rejection. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}

interface Report {
  name: string
  message: string
  stack: string
  url: string
  /** The build of the console; empty while it is developed. */
  release: string
}

async function submit(body: Report): Promise<void> {
  try {
    // Loaded with the first report, because most visits have no error and do not need the schema.
    const { errorEvent } = await import('@kabao/contract/operations/error-event')
    await send(errorEvent.report, { body, quiet: true })
  } catch {
    // The service cannot be reached now. If the error happens again, it is reported again.
  }
}

function describe(error: unknown, componentStack: string): Report {
  const isError = error instanceof Error
  return {
    name: (isError ? error.name : typeof error).slice(0, 120) || 'Error',
    message: (isError ? error.message : String(error)).slice(0, 2_000),
    // The service reads at most 16 KiB of a body that needs no session, and a character may take three bytes.
    stack: `${isError ? (error.stack ?? '') : ''}${componentStack}`.slice(0, 4_000),
    url: location.origin + location.pathname,
    release: document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? '',
  }
}

/** A refusal, an abort or a timeout was shown to the reader where it happened, and is no error of the console. */
const wasShown = (error: unknown): boolean =>
  error instanceof Error && ['Refusal', 'AbortError', 'TimeoutError'].includes(error.name)
