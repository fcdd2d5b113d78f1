import { scrub } from '../base/scrub.ts'

/** What is stored of a failure: enough to find its cause, no personal data. */
export function describeFailure(error: unknown): Record<string, unknown> {
  const { name, message, stack, code } =
    error instanceof Error ? (error as Error & { code?: string }) : asError(error)
  return {
    error: {
      name,
      message: scrub(message.slice(0, 1_000)),
      ...(code !== undefined && { code: String(code) }),
      stack: scrub((stack ?? '').split('\n').slice(1, 12).join('\n').slice(0, 2_000)),
    },
  }
}

const asError = (thrown: unknown) => ({
  name: 'Error',
  message: String(thrown),
  stack: '',
  code: undefined,
})
