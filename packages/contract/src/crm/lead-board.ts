import * as z from 'zod'
import { id, instant } from '../kernel/kernel.ts'
import { leadFilters, leadRow, leadStages } from './lead-row.ts'

/** The last card that was read; the cards after it come next. */
const place = z.strictObject({ at: instant, id })

/** The board: one column of cards for each stage, of which only the cards in sight are read. */
export const leadBoard = {
  board: {
    method: 'POST',
    path: '/lead/board',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看线索看板', 'View the board of leads'],
    body: z.strictObject({
      stage: z.enum(leadStages, 'choice'),
      ...leadFilters,
      after: place.optional(),
      size: z.int('integer').min(1, 'range').max(100, 'range').default(20),
    }),
    answer: z.object({
      /** The newest first. */
      cards: z.array(leadRow),
      next: z.object({ at: instant, id }).nullable(),
      /** How many cards the column has, one more than 10,000 at most; only with the first ones. */
      total: z.int().nullable(),
    }),
  },
} as const
