import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { area, id, instant, pageAnswer, pageBody, requiredLongText, version } from '../kernel/kernel.ts'
import { statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { mostFen } from '../kernel/money.ts'
import { reviewFlags, reviewSeveralOf } from '../ledger/review.ts'
import { correctionMachine } from './correction-machine.ts'
import { differenceItems } from './difference.ts'
import { reconcileKinds } from './reconcile.ts'

/** The amount of a correction in fen, not 0; below 0, the balance falls. */
const amountFen = z
  .int({
    error: ({ input }: { input?: unknown }) =>
      input === undefined || input === null ? 'required' : 'integer',
  })
  .min(-mostFen, 'range')
  .max(mostFen, 'range')
  .refine((fen) => fen !== 0, 'range')

const row = z.object({
  id,
  differenceId: id,
  kind: z.enum(reconcileKinds),
  item: z.enum(differenceItems),
  /** The organization, channel or collection channel; null: the difference names none. */
  whose: z.string().nullable(),
  ref: z.string(),
  differenceFen: z.int(),
  /** Above 0, the balance of the account rises. */
  amountFen: z.int(),
  reason: z.string(),
  status: z.enum(statesOf(correctionMachine)),
  /** Why it was refused. */
  note: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
  ...reviewFlags,
  version,
})
row.register(z.globalRegistry, { id: 'Correction' })

const page = pageBody(['createdAt'], '-createdAt', {
  status: z.enum(statesOf(correctionMachine), 'choice').optional(),
  differenceId: id.optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const path = '/correction'
const affects = ['correction', 'difference', 'reconcile', 'org', 'channel']

/** Corrections of differences: one person asks for a transfer, another approves it. */
export const correction = area('correction', {
  page: {
    method: 'POST',
    path: `${path}/page`,
    kind: 'read',
    owned: true,
    summary: ['查看差异更正', 'View corrections'],
    body: page,
    answer: pageAnswer(row),
  },
  counts: { ...countsOf(correctionMachine, { path, what: ['更正', 'corrections'] }), owned: true },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看差异更正详情', 'View a correction'],
    answer: row,
  },
  /** Asks for a transfer that corrects a difference; nothing is booked before another person approves it. */
  ask: {
    protection: ['fourEyes'],
    method: 'POST',
    path: '/difference/{id}/correction',
    kind: 'write',
    owned: true,
    affects,
    summary: ['申请差异更正', 'Ask for corrections'],
    refuses: [codes.conflict],
    body: z.strictObject({ version, amountFen, reason: requiredLongText(200) }),
    answer: row,
  },
  ...actsOf(correctionMachine, { path, answer: row, page, owned: true, affects }),
  refuseMany: reviewSeveralOf({
    path,
    act: 'refuse',
    summary: correctionMachine.acts.refuse.summary,
    affects,
    owned: true,
  }),
})

export type CorrectionRow = z.output<typeof row>
export type CorrectionPage = z.output<typeof page>
