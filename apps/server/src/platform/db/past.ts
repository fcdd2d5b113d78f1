import { invalid } from '../base/problem.ts'
import { databaseNow } from './now.ts'

/** Refuses an instant that is not in the future. @throws Problem at the field */
export function refusePast(field: string, at: string | null): void {
  if (at !== null && Date.parse(at) <= databaseNow()) throw invalid({ [field]: 'past' })
}
