import * as z from 'zod'
import { plainDay } from './typed/day.ts'

/** A business day, `yyyy-mm-dd`, in the years that the business clock covers. */
export const businessDate = z
  .string('required')
  .overwrite(plainDay)
  .max(10, 'date')
  .regex(/^(?:19|2[01])\d\d-\d\d-\d\d$/, 'date')
  .refine(isDate, 'date')
  .meta({ id: 'BusinessDate' })

function isDate(typed: string): boolean {
  const at = Date.parse(`${typed}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(typed)
}
