import * as z from 'zod'
import { blacklistKinds } from './blacklist.ts'
import { feedbackKinds } from './feedback.ts'
import { area, id, instant } from './kernel.ts'
import { pushStages, pushStatuses } from './push.ts'
import { templateOutcomes, templateStages } from './template.ts'
import { riskLevels } from './user.ts'

/** Identifies an event within one timeline; of events at one instant, the greater id is later. */
const key = z
  .string()
  .max(21, 'type')
  .regex(/^[0-8a]( [1-9]\d{0,18})?$/, 'type')
const common = { key, at: instant }

/** The kinds of events of one user. */
const event = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('registered'), channelName: z.string().nullable() }),
  z.object({ ...common, kind: z.literal('profiled') }),
  z.object({
    ...common,
    kind: z.literal('pushed'),
    pushId: id,
    orgName: z.string().nullable(),
    planName: z.string().nullable(),
    stage: z.enum(pushStages),
  }),
  z.object({
    ...common,
    kind: z.literal('answered'),
    pushId: id,
    orgName: z.string().nullable(),
    status: z.enum(pushStatuses),
    reason: z.string().nullable(),
  }),
  /** The pipeline looked at the blacklist and the risk; null: on the blacklist. */
  z.object({ ...common, kind: z.literal('screened'), level: z.enum(riskLevels).nullable(), ms: z.int() }),
  /** The match; null: no plan fitted. With `until`, the person waits until that plan opens. */
  z.object({
    ...common,
    kind: z.literal('matched'),
    planName: z.string().nullable(),
    ms: z.int(),
    until: instant.nullable(),
  }),
  /** A call to an organisation about a push; nulls: it is under way. */
  z.object({
    ...common,
    kind: z.literal('called'),
    pushId: id,
    orgName: z.string().nullable(),
    stage: z.enum(templateStages),
    outcome: z.enum([...templateOutcomes, 'unknown']).nullable(),
    ms: z.int().nullable(),
  }),
  z.object({ ...common, kind: z.literal('feedback'), feedbackId: id, feedbackKind: z.enum(feedbackKinds) }),
  z.object({
    ...common,
    kind: z.literal('feedbackHandled'),
    feedbackId: id,
    status: z.enum(['resolved', 'closed']),
    by: z.string().nullable(),
  }),
  /** A blacklist entry, current or expired, that one of the user's values matches. */
  z.object({
    ...common,
    kind: z.literal('blacklisted'),
    entryKind: z.enum(blacklistKinds),
    reason: z.string(),
  }),
  z.object({ ...common, kind: z.literal('revealed'), by: z.string().nullable() }),
  /** A look-up found the user by a whole value. */
  z.object({ ...common, kind: z.literal('lookedUp'), by: z.string().nullable() }),
  z.object({ ...common, kind: z.literal('deleted'), by: z.string().nullable() }),
])
event.register(z.globalRegistry, { id: 'TimelineEvent' })

/** A timeline is read from its newest event backwards, page by page. It belongs to the area of the users. */
export const userTimeline = area('user', {
  timeline: {
    method: 'POST',
    path: '/user/{id}/timeline',
    kind: 'read',
    owned: true,
    summary: ['查看用户时间线', 'View a user’s timeline'],
    body: z.strictObject({
      /** The last event that the caller has; older events follow. */
      before: z.strictObject({ at: instant, key }).optional(),
      size: z.int('integer').min(1, 'range').max(100, 'range').default(20),
    }),
    answer: z.object({
      events: z.array(event),
      /** The start of the next page; null at the end. */
      next: z.object({ at: instant, key }).nullable(),
    }),
  },
})

export type TimelineEvent = z.output<typeof event>
export type TimelinePlace = { at: string; key: string }
