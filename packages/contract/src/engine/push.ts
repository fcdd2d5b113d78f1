import * as z from 'zod'
import { batchAnswer, batchBody, batchCount, batchCountBody } from '../kernel/batch-body.ts'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, type BodyOf, id, instant, pageAnswer, pageBody } from '../kernel/kernel.ts'
import { phoneFilter } from '../kernel/look-up.ts'
import { regionCode } from '../kernel/region-code.ts'
import { pushStages, pushStatuses } from '../users/push-status.ts'
import { flows } from '../users/user.ts'

/** The stages of the calls to an organization. */
export const attemptStages = ['check', 'submit', 'login', 'query'] as const
/** How the reply of a call was read. */
export const attemptOutcomes = ['accepted', 'rejected', 'duplicate', 'failed', 'unknown'] as const
/** A push shows at most this many of its attempts, the latest ones. */
export const mostAttempts = 20

/** What was sent or received, personal data masked: JSON, or a text that is no JSON. */
const payload = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string()]).nullable()

/** One call to the organization about a push. */
const attempt = z.object({
  id,
  /** 1 for the first. */
  number: z.int(),
  at: instant,
  stage: z.enum(attemptStages),
  /** Null: under way. */
  outcome: z.enum(attemptOutcomes).nullable(),
  /** Null if there was no HTTP answer. */
  httpStatus: z.int().nullable(),
  tookMs: z.int().nullable(),
  /** Why there was no reply, or why it could not be read. */
  error: z.string().nullable(),
  /** Null if there is none, or the user was deleted; so is the reply. */
  request: payload,
  reply: payload,
})
attempt.register(z.globalRegistry, { id: 'PushAttempt' })

const row = z.object({
  id,
  userId: id,
  /** Masked; null once the user's data was deleted, like the name. */
  phone: z.string().nullable(),
  name: z.string().nullable(),
  orgId: id.nullable(),
  orgName: z.string().nullable(),
  planId: id.nullable(),
  planName: z.string().nullable(),
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  flow: z.enum(flows),
  cityCode: z.string().nullable(),
  /** `广东省 深圳市` */
  cityName: z.string().nullable(),
  stage: z.enum(pushStages),
  status: z.enum(pushStatuses),
  /** The price that the organization pays for an accepted push, and the amount that the channel is owed. */
  priceFen: z.int(),
  costFen: z.int(),
  attempts: z.int(),
  requestAt: instant,
  respondedAt: instant.nullable(),
  reason: z.string().nullable(),
})
row.register(z.globalRegistry, { id: 'PushRecord' })

const detail = row.extend({
  externalId: z.string().nullable(),
  /** What the organization says of the person: 0 invalid, 1 low, 2 medium, 3 high. */
  quality: z.int().nullable(),
  /** The bounds of the price that a reply may give; null: the price of a reply is not taken. */
  priceMinFen: z.int().nullable(),
  priceMaxFen: z.int().nullable(),
  /** The reasons for which it can be returned now; empty if it cannot. */
  returnReasons: z.array(z.string()),
  /** The return that waits or is booked. */
  returnId: id.nullable(),
  dedupeDays: z.int(),
  /** The latest first. Older than the settings say, they are gone. */
  latestAttempts: z.array(attempt),
  updatedAt: instant,
})
detail.register(z.globalRegistry, { id: 'PushRecordDetail' })

const page = pageBody(['requestAt'], '-requestAt', {
  userId: id.optional(),
  phone: phoneFilter.optional(),
  orgId: id.optional(),
  planId: id.optional(),
  /** Only those that this push plan sent. */
  pushPlanId: id.optional(),
  channelId: id.optional(),
  flow: z.enum(flows, 'choice').optional(),
  /** A province, city or district; a region includes the regions within it. */
  cityCode: regionCode.optional(),
  status: z.enum(pushStatuses, 'choice').optional(),
  stage: z.enum(pushStages, 'choice').optional(),
  quality: z.int('integer').min(0, 'range').max(3, 'range').optional(),
  /** Sent from this instant on. */
  requestFrom: instant.optional(),
  /** Sent before this instant. */
  requestTo: instant.optional(),
})

/** The columns of the list, by name. */
export const pushColumns = [
  'id',
  'phone',
  'name',
  'orgName',
  'planName',
  'channelName',
  'stage',
  'status',
  'requestAt',
  'reason',
  'priceFen',
  'flow',
  'costFen',
  'attempts',
  'cityName',
  'respondedAt',
] as const

const toExport = exportBody(page, pushColumns)

/** How a person may say that an unclear push ended. */
export const settledOutcomes = ['accepted', 'rejected'] as const
export type SettledOutcome = (typeof settledOutcomes)[number]

export const push = area('push', {
  page: {
    method: 'POST',
    path: '/user/push/page',
    kind: 'read',
    owned: true,
    summary: ['查看推送记录', 'View push records'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: '/user/push/export',
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出推送记录', 'Export push records'],
    body: toExport,
    answer: exportAnswer,
  },
  get: {
    method: 'GET',
    path: '/user/push/{id}',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看推送详情', 'View a push record'],
    answer: detail,
  },
  /** Says how an unclear push ended, after somebody has asked the organization. */
  settle: {
    method: 'POST',
    path: '/user/push/{id}/settle',
    kind: 'write',
    owned: true,
    affects: ['push', 'user', 'plan', 'org'],
    summary: ['确认推送结果', 'Confirm the result of a push'],
    body: z.strictObject({ outcome: z.enum(settledOutcomes, 'choice') }),
    answer: detail,
  },
  /** Hands over again a push that surely failed, unless the person is on the way or was accepted later. */
  resend: {
    method: 'POST',
    path: '/user/push/{id}/resend',
    kind: 'write',
    owned: true,
    affects: ['push', 'user', 'pushTrouble'],
    summary: ['重新推送', 'Resend pushes'],
    answer: detail,
  },
  resendCount: {
    method: 'POST',
    path: '/user/push/batch/resend/count',
    kind: 'read',
    point: 'resend',
    owned: true,
    summary: ['重新推送：统计符合条件的数量', 'Resend pushes (count the matches)'],
    body: batchCountBody(page),
    answer: batchCount,
  },
  resendMatching: {
    method: 'POST',
    path: '/user/push/batch/resend/matching',
    kind: 'write',
    point: 'resend',
    owned: true,
    affects: ['push', 'user', 'pushTrouble'],
    summary: ['重新推送：符合条件的全部', 'Resend pushes (all matches)'],
    body: batchBody(page),
    answer: batchAnswer,
  },
  ...choicesOf('push', {
    orgs: 'org',
    plans: 'plan',
    channels: { of: 'channel', owned: true },
  }),
})

export type PushRow = z.output<typeof row>
export type PushAttempt = z.output<typeof attempt>
export type PushDetail = z.output<typeof detail>
export type PushExport = z.output<typeof toExport>
export type PushFilter = BodyOf<typeof push.resendMatching>['filter']
export type PushPage = z.output<typeof page>
