import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageAnswer, pageBody, requiredLongText, version } from '../kernel/kernel.ts'
import { phoneFilter } from '../kernel/look-up.ts'
import { pushStatuses } from '../users/push-status.ts'

/** Why a person must look at a push: nobody knows how it ended, or it failed as often as it is tried. */
export const troubleKinds = ['unknown', 'dead'] as const
export const troubleStates = ['open', 'closed'] as const
/** How it ended: sent again, settled, or closed with a note. */
export const troubleEnds = ['resent', 'settled', 'closed'] as const

const row = z.object({
  id,
  pushId: id,
  kind: z.enum(troubleKinds),
  /** Since when a person must look at it. */
  at: instant,
  userId: id,
  /** Masked; null once the user's data was deleted, like the name. */
  phone: z.string().nullable(),
  name: z.string().nullable(),
  orgId: id,
  orgName: z.string(),
  planId: id,
  planName: z.string(),
  channelName: z.string().nullable(),
  status: z.enum(pushStatuses),
  attempts: z.int(),
  priceFen: z.int(),
  /** The administrator who looks after it. */
  ownerId: id.nullable(),
  ownerName: z.string().nullable(),
  closedAt: instant.nullable(),
  closedHow: z.enum(troubleEnds).nullable(),
  closedBy: z.string().nullable(),
  note: z.string(),
  version,
})
row.register(z.globalRegistry, { id: 'PushTrouble' })

const page = pageBody(['at'], '-at', {
  kind: z.enum(troubleKinds, 'choice').optional(),
  state: z.enum(troubleStates, 'choice').optional(),
  ownerId: id.optional(),
  pushId: id.optional(),
  phone: phoneFilter.optional(),
  orgId: id.optional(),
  planId: id.optional(),
  from: instant.optional(),
  to: instant.optional(),
})

export const pushTroubleColumns = [
  'pushId',
  'kind',
  'at',
  'orgName',
  'planName',
  'phone',
  'name',
  'channelName',
  'ownerName',
  'status',
  'attempts',
  'priceFen',
  'closedHow',
  'closedBy',
  'closedAt',
  'note',
] as const
const toExport = exportBody(page, pushTroubleColumns)

const path = '/push/trouble'
const affects = ['pushTrouble']

/** Pushes that a person must look at, each with an owner. */
export const pushTrouble = area('pushTrouble', {
  page: {
    method: 'POST',
    path: `${path}/page`,
    kind: 'read',
    owned: true,
    summary: ['查看待处理推送', 'View pushes to look at'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出待处理推送', 'Export pushes to look at'],
    body: toExport,
    answer: exportAnswer,
  },
  /** Each is counted up to one more than `exactTotal`. */
  counts: {
    method: 'GET',
    path: `${path}/counts`,
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['待处理推送的数量', 'Number of pushes to look at'],
    answer: z.object({ open: z.int(), closed: z.int() }),
  },
  /** Makes the caller its owner. */
  take: {
    method: 'POST',
    path: `${path}/{id}/take`,
    kind: 'write',
    point: 'handle',
    owned: true,
    affects,
    summary: ['处理待处理推送', 'Handle pushes to look at'],
    body: z.strictObject({ version }),
    answer: row,
  },
  /** Hands it to another administrator, who is told. */
  assign: {
    method: 'POST',
    path: `${path}/{id}/assign`,
    kind: 'write',
    point: 'handle',
    owned: true,
    affects,
    summary: ['交接待处理推送', 'Hand over pushes to look at'],
    body: z.strictObject({ version, ownerId: id }),
    answer: row,
  },
  /** Ends what failed for good, with a note. What is unclear must be settled instead. */
  close: {
    method: 'POST',
    path: `${path}/{id}/close`,
    kind: 'write',
    point: 'handle',
    owned: true,
    affects,
    summary: ['关闭待处理推送', 'Close pushes to look at'],
    body: z.strictObject({ version, note: requiredLongText(200) }),
    answer: row,
  },
  ...choicesOf('pushTrouble', {
    orgs: 'org',
    plans: 'plan',
    owners: 'admin',
  }),
})

export type PushTroubleRow = z.output<typeof row>
export type PushTroublePage = z.output<typeof page>
export type PushTroubleExport = z.output<typeof toExport>
