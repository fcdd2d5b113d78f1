import * as z from 'zod'
import { area } from './kernel.ts'

/** The kinds of items that can wait for an administrator, the most urgent first. */
export const waitingKinds = [
  'feedbackOverdue',
  'feedbackMine',
  'feedbackPending',
  'importsToConfirm',
  'jobsFailed',
  'exportsReady',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** The limit of each count, which limits the cost of the call; a count of `mostWaiting` means this many or more. */
export const mostWaiting = 100

const item = z.object({
  kind: z.enum(waitingKinds),
  count: z.int().min(1).max(mostWaiting),
  /** The list that shows the items: the route name of its page, and its filters. */
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
    summary: ['待办事项的数量', 'Number of waiting items'],
    /** Only kinds with waiting items whose list the caller may open. */
    answer: z.array(item),
  },
})

export type WaitingItem = z.output<typeof item>
