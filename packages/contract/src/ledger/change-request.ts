import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { crud } from '../kernel/crud.ts'
import { area, id, instant, pageBody, version } from '../kernel/kernel.ts'
import { statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { changeRequestMachine } from './change-request-machine.ts'
import { reviewFlags } from './review.ts'

export const changeRequestStatuses = statesOf(changeRequestMachine)
/**
 * `refund`: an order is paid back above the sum that one person may; `collection`: a collection channel gets another merchant, key or
 * address; `orgTemplate`: an organization is called at a host that it was not called at before.
 */
export const changeKinds = ['refund', 'collection', 'orgTemplate'] as const
export type ChangeKind = (typeof changeKinds)[number]

const row = z.object({
  id,
  kind: z.enum(changeKinds),
  /** The order, the collection channel or the organization, and what it is called. */
  targetId: id,
  targetName: z.string(),
  /** Of a refund. */
  amountFen: z.int().nullable(),
  /** What changes besides the amount, by the names of the fields; of a secret only that it changes. */
  facts: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  reason: z.string(),
  status: z.enum(changeRequestStatuses),
  createdBy: z.string(),
  createdAt: instant,
  ...reviewFlags,
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
  /** Why it was rejected. */
  note: z.string(),
  version,
})
row.register(z.globalRegistry, { id: 'ChangeRequest' })

const page = pageBody(['createdAt'], '-createdAt', {
  status: z.enum(changeRequestStatuses, 'choice').optional(),
  kind: z.enum(changeKinds, 'choice').optional(),
  targetId: id.optional(),
  /** Who filed it. */
  createdBy: id.optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const path = '/finance/change'
const affects = ['changeRequest', 'order', 'collection', 'org', 'orgUv']

/** Changes that one person files and another one approves, before which the old value stays. */
export const changeRequest = area('changeRequest', {
  ...crud(
    { path, owned: true },
    { row, page },
    {
      page: ['查看变更审核', 'View changes under review'],
      get: ['查看变更详情', 'View a change under review'],
    },
  ),
  counts: {
    ...countsOf(changeRequestMachine, { path, what: ['变更', 'changes under review'] }),
    owned: true,
  },
  ...actsOf(changeRequestMachine, { path, answer: row, page, owned: true, affects }),
  ...choicesOf('changeRequest', { filers: 'admin' }),
})

export type ChangeRequestRow = z.output<typeof row>
export type ChangeRequestPage = z.output<typeof page>
export type ChangeFact = ChangeRequestRow['facts'][number]
