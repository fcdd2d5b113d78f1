import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import {
  area,
  type BodyOf,
  id,
  instant,
  pageAnswer,
  pageBody,
  requiredText,
  version,
} from '../kernel/kernel.ts'
import { phoneFilter } from '../kernel/look-up.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { reviewFlags, reviewSeveralOf } from '../ledger/review.ts'
import { pushReturnMachine } from './push-return-machine.ts'

export const pushReturnStatuses = statesOf(pushReturnMachine)
export type PushReturnStatus = StateOf<typeof pushReturnMachine>
/** How a return was asked for: by the organization's call, by an administrator, or by a list. */
export const askedWays = ['org', 'admin', 'import'] as const

const row = z.object({
  id,
  pushId: id,
  userId: id,
  /** Masked; null once the user's data was deleted, like the name. */
  phone: z.string().nullable(),
  name: z.string().nullable(),
  orgId: id,
  orgName: z.string(),
  planId: id,
  planName: z.string(),
  channelName: z.string().nullable(),
  /** One of those that the plan agrees on. */
  reason: z.string(),
  status: z.enum(pushReturnStatuses),
  /** What the organization was charged. */
  priceFen: z.int(),
  /** What was paid back to the organization, and what the channel is no longer owed. */
  refundFen: z.int(),
  costBackFen: z.int(),
  acceptedAt: instant.nullable(),
  askedWay: z.enum(askedWays),
  /** Null: the organization. */
  askedBy: z.string().nullable(),
  askedById: id.nullable(),
  ...reviewFlags,
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
  /** Why it was refused. */
  note: z.string(),
  createdAt: instant,
  version,
})
row.register(z.globalRegistry, { id: 'PushReturn' })

const page = pageBody(['createdAt'], '-createdAt', {
  status: z.enum(pushReturnStatuses, 'choice').optional(),
  pushId: id.optional(),
  phone: phoneFilter.optional(),
  orgId: id.optional(),
  planId: id.optional(),
  channelId: id.optional(),
  askedWay: z.enum(askedWays, 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

export const pushReturnColumns = [
  'pushId',
  'status',
  'reason',
  'orgName',
  'planName',
  'phone',
  'name',
  'priceFen',
  'refundFen',
  'askedBy',
  'createdAt',
  'reviewedBy',
  'reviewedAt',
  'costBackFen',
  'acceptedAt',
  'note',
] as const
const toExport = exportBody(page, pushReturnColumns)

const path = '/push/return'
const affects = ['pushReturn', 'push', 'org', 'channel']

/** Returns of accepted people: asked for, and then booked back after a review. */
export const pushReturn = area('pushReturn', {
  page: {
    method: 'POST',
    path: `${path}/page`,
    kind: 'read',
    owned: true,
    summary: ['查看退回', 'View returns'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出退回', 'Export returns'],
    body: toExport,
    answer: exportAnswer,
  },
  counts: {
    ...countsOf(pushReturnMachine, { path, what: ['退回', 'returns'] }),
    owned: true,
  },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看退回详情', 'View a return'],
    answer: row,
  },
  /** Asks for the return of an accepted push; it is booked at once where the plan has no review. */
  ask: {
    protection: ['fourEyes'],
    method: 'POST',
    path: '/user/push/{id}/return',
    kind: 'write',
    owned: true,
    affects,
    summary: ['申请退回', 'Ask for returns'],
    body: z.strictObject({ reason: requiredText(40) }),
    answer: row,
  },
  ...actsOf(pushReturnMachine, { path, answer: row, page, owned: true, affects }),
  /** Refuses several returns for one reason. */
  refuseMany: reviewSeveralOf({
    path,
    act: 'refuse',
    summary: pushReturnMachine.acts.refuse.summary,
    owned: true,
    affects,
  }),
  ...choicesOf('pushReturn', {
    orgs: 'org',
    plans: 'plan',
  }),
})

export type PushReturnRow = z.output<typeof row>
export type PushReturnPage = z.output<typeof page>
export type PushReturnExport = z.output<typeof toExport>
export type PushReturnFilter = BodyOf<typeof pushReturn.approveMatching>['filter']
