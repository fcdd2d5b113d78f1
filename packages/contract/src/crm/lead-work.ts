import * as z from 'zod'
import { id, instant, longText, requiredLongText } from '../kernel/kernel.ts'
import { affectedByLeads } from './lead-fields.ts'
import { leadDetail, openLeadStages } from './lead-row.ts'
import { followUpResults, followUpWays, leadTimelineEvent } from './lead-timeline.ts'

const affects = affectedByLeads
const reason = requiredLongText(200)
/** Identifies an event within one timeline; of events at one instant, the greater is later. */
const timelineKey = z
  .string()
  .max(21, 'type')
  .regex(/^[a-i]( [1-9]\d{0,18})?$/, 'type')

/** A follow-up of a lead, told by who made it. */
const followUp = z.strictObject({
  way: z.enum(followUpWays, 'choice'),
  content: requiredLongText(2000),
  result: z.enum(followUpResults, 'choice'),
  /** When the person is to be contacted again. */
  nextAt: instant.nullable().default(null),
  /** The stage that the lead is in now; left out, a first contact makes a new one contacted. */
  stage: z.enum(['contacted', 'interested', 'applied'], 'choice').optional(),
  fileIds: z.array(id).max(9, 'tooMany').default([]),
})

const act = <const P extends string, B extends z.ZodType>(
  name: P,
  { summary, body, point }: { summary: readonly [string, string]; body: B; point?: string },
) =>
  ({
    method: 'POST',
    path: `/lead/{id}/${name}`,
    kind: 'write',
    affects,
    owned: true,
    ...(point !== undefined && { point }),
    summary,
    body,
    answer: leadDetail,
  }) as const

const severalDone = z.object({
  done: z.int(),
  /** Why the others were not done, in the reader’s language. */
  refused: z.array(z.object({ id, reason: z.string() })),
})
severalDone.register(z.globalRegistry, { id: 'LeadsDone' })
const ids = z.array(id).min(1, 'required').max(200, 'tooMany')

const several = <const P extends string, B extends z.ZodType>(
  name: P,
  { summary, body, point }: { summary: readonly [string, string]; body: B; point: string },
) =>
  ({
    method: 'POST',
    path: `/lead/batch/${name}`,
    kind: 'write',
    affects,
    owned: true,
    staged: true,
    point,
    summary,
    body,
    answer: severalDone,
  }) as const

/** The acts on leads. */
export const leadWork = {
  claim: act('claim', { summary: ['领取线索', 'Claim leads'], body: z.strictObject({}) }),
  assign: act('assign', {
    summary: ['分配线索', 'Assign leads'],
    body: z.strictObject({ salesmanId: id, reason: longText(200).default('') }),
  }),
  transfer: act('transfer', {
    summary: ['转移线索', 'Transfer leads'],
    /** `fromId`: its salesman, as the caller saw it. */
    body: z.strictObject({ fromId: id, salesmanId: id, reason }),
  }),
  release: act('release', { summary: ['退回线索', 'Release leads'], body: z.strictObject({ reason }) }),
  protect: act('protect', { summary: ['保护线索', 'Protect leads'], body: z.strictObject({ reason }) }),
  followUp: act('follow-up', { summary: ['跟进线索', 'Follow up leads'], body: followUp }),
  setStage: act('stage', {
    summary: ['调整线索阶段', 'Change the stage of leads'],
    body: z.strictObject({ stage: z.enum(openLeadStages, 'choice') }),
    point: 'followUp',
  }),
  convert: act('convert', { summary: ['标记成交', 'Mark leads as won'], body: z.strictObject({ reason }) }),
  invalidate: act('invalidate', {
    summary: ['标记无效', 'Mark leads as invalid'],
    body: z.strictObject({ reason }),
  }),
  claimMany: several('claim', {
    summary: ['批量领取线索', 'Claim several leads'],
    body: z.strictObject({ ids }),
    point: 'claim',
  }),
  assignMany: several('assign', {
    summary: ['批量分配线索', 'Assign several leads'],
    body: z.strictObject({ ids, salesmanId: id, reason: longText(200).default('') }),
    point: 'assign',
  }),
  releaseMany: several('release', {
    summary: ['批量退回线索', 'Release several leads'],
    body: z.strictObject({ ids, reason }),
    point: 'release',
  }),
  transferMany: several('transfer', {
    summary: ['批量转移线索', 'Transfer several leads'],
    /** Each goes from whoever holds it. */
    body: z.strictObject({ ids, salesmanId: id, reason }),
    point: 'transfer',
  }),
  convertMany: several('convert', {
    summary: ['批量标记成交', 'Mark several leads as won'],
    body: z.strictObject({ ids, reason }),
    point: 'convert',
  }),
  invalidateMany: several('invalidate', {
    summary: ['批量标记无效', 'Mark several leads as invalid'],
    body: z.strictObject({ ids, reason }),
    point: 'invalidate',
  }),
  timeline: {
    method: 'POST',
    path: '/lead/{id}/timeline',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看线索的全部动态', 'View everything known about a lead'],
    body: z.strictObject({
      before: z.strictObject({ at: instant, key: timelineKey }).optional(),
      size: z.int('integer').min(1, 'range').max(50, 'range').default(20),
    }),
    answer: z.object({
      events: z.array(leadTimelineEvent),
      next: z.object({ at: instant, key: z.string() }).nullable(),
    }),
  },
} as const

export type FollowUp = z.output<typeof followUp>
