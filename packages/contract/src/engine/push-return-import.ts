import * as z from 'zod'
import { importEndpoints } from '../kernel/import.ts'

/** Asks for the return of the people of a list, each named by a push or a phone. */
export const pushReturnImport = importEndpoints('pushReturn', {
  into: ['退回', 'returns'],
  schema: 'PushReturnImport',
  // Why a person of the list cannot be returned, in the order in which it is found out.
  there: ['unknown', 'several', 'asked', 'notAccepted', 'none', 'late', 'reason', 'present'],
  // The value is masked if it is, or could be, personal data.
  named: { value: z.string(), cause: z.string() },
})
