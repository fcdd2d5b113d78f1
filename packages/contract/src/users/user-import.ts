import * as z from 'zod'
import { importEndpoints } from '../kernel/import.ts'

/** The import of people whom the company already has. */
export const userImport = importEndpoints('user', {
  into: ['用户', 'users'],
  schema: 'UserImport',
  // Why a row is not added: the phone is known, phone or id number are on the blacklist, no such channel, or a flow that is not its.
  there: ['present', 'blacklisted', 'noChannel', 'otherFlow'],
  // The phone is masked.
  named: { phone: z.string(), channel: z.string() },
})
