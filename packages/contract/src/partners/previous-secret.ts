import * as z from 'zod'
import { id, instant } from '../kernel/kernel.ts'
import { whole } from '../kernel/money.ts'
import { maxOverlapDays } from './signature.ts'

/** How long a replaced secret stays valid if nothing else is chosen, in days. */
export const usualOverlapDays = 3

/** For how many days replaced secrets stay valid for what arrives; 0: they end at once. */
export const overlapDays = whole(0, maxOverlapDays).default(usualOverlapDays)

/** A secret that was replaced and that is still valid. No value of it is in any answer. */
export const previousSecret = z.object({
  id,
  name: z.string(),
  replacedAt: instant,
  endsAt: instant,
  /** Within a minute; null if nothing that arrived since was made with it. */
  lastUsedAt: instant.nullable(),
})
previousSecret.register(z.globalRegistry, { id: 'PreviousSecret' })
export type PreviousSecret = z.output<typeof previousSecret>
