import { send } from '#kit'

/** How many are told of one page load, and how long the same is not told again, in milliseconds. */
const most = 20
const sameAfter = 60_000

let told = 0
const lastTold = new Map<string, number>()

/**
 * Tells the service what broke in the browser. Shows nothing, throws nothing, and what goes wrong in telling is not
 * told.
 * @param info what is known beside the error itself, as React's component stack
 */
export function reportError(error: unknown, info: { componentStack?: string | null } = {}): void {
  try {
    const report = describe(error, info.componentStack ?? '')
    const key = `${report.name} ${report.message}`
    const now = Date.now()
    if (isOurOwn(error) || told >= most || now - (lastTold.get(key) ?? -sameAfter) < sameAfter) return
    told++
    lastTold.set(key, now)
    void tell(report)
  } catch {
    // An error whose description throws: nobody can be told more than that it happened.
  }
}

/** Reports whatever nobody caught. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}

interface Report {
  name: string
  message: string
  stack: string
  url: string
}

async function tell(body: Report): Promise<void> {
  try {
    // Loaded when it is first needed: whoever never breaks anything has no use for its schema.
    const { errorEvent } = await import('@kabao/contract/error-event')
    await send(errorEvent.report, { body, quiet: true })
  } catch {
    // The service cannot be told now; the next one that breaks says the same.
  }
}

function describe(error: unknown, componentStack: string): Report {
  const isError = error instanceof Error
  return {
    name: (isError ? error.name : typeof error).slice(0, 120) || 'Error',
    message: (isError ? error.message : String(error)).slice(0, 2_000),
    // Of a body from anyone the service reads 16 KiB, and a character may take three bytes.
    stack: `${isError ? (error.stack ?? '') : ''}${componentStack}`.slice(0, 4_000),
    url: location.origin + location.pathname,
  }
}

/** What was refused, given up or cut off was shown to the reader where it happened, and is no fault of the console. */
const isOurOwn = (error: unknown): boolean =>
  error instanceof Error && ['Refusal', 'AbortError', 'TimeoutError'].includes(error.name)
