import * as z from 'zod'
import { area } from './kernel.ts'

/** What can wait for somebody, the most pressing first. */
export const waitingKinds = [
  'feedbackOverdue',
  'feedbackMine',
  'feedbackPending',
  'importsToConfirm',
  'jobsFailed',
  'exportsReady',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Up to so many of a kind are counted; `mostWaiting` says that there may be more. A bound on the cost of the call. */
export const mostWaiting = 100

const item = z.object({
  kind: z.enum(waitingKinds),
  count: z.int().min(1).max(mostWaiting),
  /** The list that shows them: a page by its route name, and its filters. */
  link: z.object({ name: z.string(), query: z.record(z.string(), z.string()) }),
})
item.register(z.globalRegistry, { id: 'WaitingItem' })

/** The home page. */
export const home = area('home', {
  waiting: {
    method: 'GET',
    path: '/home/waiting',
    kind: 'read',
    access: 'signedIn',
    summary: ['待办事项的数量', 'What waits for the caller'],
    /** Only kinds of which something waits, and whose list the caller may open. */
    answer: z.array(item),
  },
})

export type WaitingItem = z.output<typeof item>
