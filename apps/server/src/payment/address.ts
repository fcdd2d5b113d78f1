import type { ProviderProblem } from '@kabao/contract/payment/payment-provider'
import { problem } from './problem.ts'

/** What is wrong with the address of a gateway; whether it may be called is decided by `src/platform/outgoing/`. */
export function addressProblems(
  field: string,
  value: string | undefined,
  schemes: readonly string[] = ['https:'],
): ProviderProblem[] {
  if (value === undefined || value === '') return []
  try {
    const url = new URL(value)
    const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
    if (isPlain && schemes.includes(url.protocol)) return []
  } catch {
    // The problem below says it.
  }
  return [problem(field, 'address')]
}
