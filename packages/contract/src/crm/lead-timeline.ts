import * as z from 'zod'
import { id, instant } from '../kernel/kernel.ts'
import { feedbackKinds } from '../users/feedback.ts'
import { pushStages, pushStatuses } from '../users/push-status.ts'
import { leadStages } from './lead-row.ts'

export const followUpWays = ['call', 'wechat', 'sms', 'visit', 'other'] as const
export const followUpResults = ['reached', 'noAnswer', 'refused', 'wrongNumber'] as const
/** What can happen to a lead besides follow-ups. */
export const leadEventKinds = [
  'arrived',
  'arrivedAgain',
  'claimed',
  'assigned',
  'transferred',
  'passedOn',
  'released',
  'recycled',
  'protected',
  'stage',
  'invalidated',
  'converted',
  'merged',
  'mergeUndone',
] as const

const common = { key: z.string(), at: instant }
const by = z.string().nullable()

/** What is known about the person of a lead: the lead’s own history, its follow-ups, and what the user did. Texts are masked. */
export const leadTimelineEvent = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('event'),
    event: z.enum(leadEventKinds),
    /** Null: the service. */
    by,
    from: z.string().nullable(),
    to: z.string().nullable(),
    fromStage: z.enum(leadStages),
    toStage: z.enum(leadStages),
    reason: z.string(),
  }),
  z.object({
    ...common,
    kind: z.literal('followUp'),
    way: z.enum(followUpWays),
    content: z.string(),
    result: z.enum(followUpResults),
    nextAt: instant.nullable(),
    by,
    salesmanName: z.string(),
    fileIds: z.array(id),
  }),
  z.object({ ...common, kind: z.literal('registered'), channelName: z.string().nullable() }),
  z.object({ ...common, kind: z.literal('profiled') }),
  z.object({
    ...common,
    kind: z.literal('pushed'),
    orgName: z.string().nullable(),
    planName: z.string().nullable(),
    stage: z.enum(pushStages),
  }),
  z.object({
    ...common,
    kind: z.literal('answered'),
    orgName: z.string().nullable(),
    status: z.enum(pushStatuses),
  }),
  z.object({
    ...common,
    kind: z.literal('ordered'),
    productName: z.string().nullable(),
    amountFen: z.int(),
    isPaid: z.boolean(),
  }),
  z.object({ ...common, kind: z.literal('feedback'), feedbackKind: z.enum(feedbackKinds) }),
  z.object({ ...common, kind: z.literal('revealed'), by, reason: z.string() }),
])
leadTimelineEvent.register(z.globalRegistry, { id: 'LeadTimelineEvent' })

export type LeadTimelineEvent = z.output<typeof leadTimelineEvent>
