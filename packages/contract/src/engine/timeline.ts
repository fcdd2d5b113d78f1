import * as z from 'zod'
import { area, id, instant } from '../kernel/kernel.ts'
import { deliveryReasons, deliveryStates, postbackEvents } from '../partners/delivery-event.ts'
import { templateOutcomes, templateStages } from '../partners/template.ts'
import { rankedPlan } from '../supply/plan-worth.ts'
import { blacklistKinds } from '../users/blacklist.ts'
import { feedbackKinds } from '../users/feedback.ts'
import { pushStages, pushStatuses } from '../users/push-status.ts'
import { riskLevels } from '../users/user.ts'

/** Identifies an event within one timeline; of events at one instant, the greater id is later. */
const key = z
  .string()
  .max(21, 'type')
  .regex(/^[0-8a-e]( [1-9]\d{0,18})?$/, 'type')
const common = { key, at: instant }

/** The kinds of events of one user. */
const event = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('registered'), channelName: z.string().nullable() }),
  /** The company already had them. Without the import: the person was deleted. */
  z.object({
    ...common,
    kind: z.literal('imported'),
    channelName: z.string().nullable(),
    importId: id.nullable(),
    by: z.string().nullable(),
  }),
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
  /** The match; null: no plan fitted. With `until`, the person waits for that plan until then. */
  z.object({
    ...common,
    kind: z.literal('matched'),
    planName: z.string().nullable(),
    ms: z.int(),
    until: instant.nullable(),
    /** Why a search ended, if not because no plan fitted: enough organizations were asked, for long enough, or nothing opened in time. */
    ended: z.enum(['offers', 'time', 'waited']).nullable(),
  }),
  /** Organizations were asked whether they would take the user; how many would. */
  z.object({ ...common, kind: z.literal('checked'), offers: z.int(), ms: z.int() }),
  /** The user consented to an offer, so long after it was made. */
  z.object({
    ...common,
    kind: z.literal('consented'),
    pushId: id,
    orgName: z.string().nullable(),
    agreements: z.int(),
    ms: z.int(),
  }),
  /** The user got a ticket for an organization; the match took so long. */
  z.object({
    ...common,
    kind: z.literal('ticketed'),
    pushId: id,
    orgName: z.string().nullable(),
    ms: z.int(),
  }),
  /** The organization signed the user in, so long after the ticket was made. */
  z.object({
    ...common,
    kind: z.literal('redeemed'),
    pushId: id,
    orgName: z.string().nullable(),
    ms: z.int(),
  }),
  /** A call to an organization about a push; nulls: it is under way. */
  z.object({
    ...common,
    kind: z.literal('called'),
    pushId: id,
    orgName: z.string().nullable(),
    stage: z.enum(templateStages),
    outcome: z.enum([...templateOutcomes, 'unknown']).nullable(),
    ms: z.int().nullable(),
  }),
  /** An event that a postback of the channel told, tells or does not tell. */
  z.object({
    ...common,
    kind: z.literal('told'),
    /** Null once it was deleted. */
    targetName: z.string().nullable(),
    event: z.enum(postbackEvents),
    state: z.enum(deliveryStates),
    /** Why it is dead or not sent. */
    why: z.enum(deliveryReasons).nullable(),
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

/** The fields of events that may be null. */
export const nullableEventFields: readonly string[] = event.options.flatMap(({ shape }) =>
  Object.entries(shape).flatMap(([name, field]) => (field instanceof z.ZodNullable ? name : [])),
)

/** A run of the match for one user. */
const run = z.object({
  id,
  at: instant,
  /** The plan that it chose; null: none. */
  planId: id.nullable(),
  /** Null also for a plan that was deleted since. */
  planName: z.string().nullable(),
  /** The other plans that ran in the flow, with the first rule that did not fit. */
  whyNot: z.array(
    z.object({
      planId: id,
      planName: z.string().nullable(),
      orgName: z.string().nullable(),
      /** A rule of the match, or a reason of the pipeline: `connection`, `breaker`. */
      rule: z.string(),
      /** What the plan wants, and what the match saw; their form depends on the rule. */
      wanted: z.unknown(),
      seen: z.unknown(),
    }),
  ),
  /** The plans that would have taken the person too, and the one that went before them; null if there were none. */
  outranked: z.object({ by: rankedPlan, plans: z.array(rankedPlan) }).nullable(),
})
run.register(z.globalRegistry, { id: 'MatchRun' })

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
  /** The runs of the match for one user, the newest first. */
  matchRuns: {
    method: 'POST',
    path: '/user/{id}/match-runs',
    kind: 'read',
    owned: true,
    summary: ['查看用户的匹配过程', 'View the matching of a user'],
    body: z.strictObject({
      /** The last run that the caller has; older ones follow. */
      before: id.optional(),
      size: z.int('integer').min(1, 'range').max(50, 'range').default(10),
    }),
    answer: z.object({
      runs: z.array(run),
      /** The start of the next page; null at the end. */
      next: id.nullable(),
    }),
  },
})

export type TimelineEvent = z.output<typeof event>
export type TimelinePlace = { at: string; key: string }
export type MatchRun = z.output<typeof run>
