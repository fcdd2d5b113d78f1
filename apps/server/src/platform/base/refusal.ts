import { scrub } from './scrub.ts'

/** A reason not to start that an operator can fix: printed as one sentence, exit code 1, no stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}

/**
 * The text that is printed for an error that ends the process: a refusal as its sentence, any other error with its stack, then
 * every cause. A database error is printed as message and code, without values of the row; secrets are removed.
 */
export function failureText(error: unknown): string {
  const lines = [error instanceof StartRefusal ? error.message : stackOf(error)]
  const seen = new Set([error])
  for (let cause = causeOf(error); cause !== undefined && !seen.has(cause); cause = causeOf(cause)) {
    seen.add(cause)
    const { code } = cause as { code?: unknown }
    const text = error instanceof StartRefusal ? messageOf(cause) : stackOf(cause)
    lines.push(`Caused by: ${text}${typeof code === 'string' ? ` (${code})` : ''}`)
  }
  return scrub(lines.join('\n'))
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const stackOf = (error: unknown) => (error instanceof Error && error.stack ? error.stack : messageOf(error))
