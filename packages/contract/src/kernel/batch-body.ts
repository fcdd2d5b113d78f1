import * as z from 'zod'
import { id, instant } from './kernel.ts'

/**
 * The acts on all rows that match a filter, named by area and act. Those of the state machines are listed here by name
 * (`machine.test.ts` compares them), so that a list that loads this file need not load every machine.
 */
export const batchActs = [
  'user.delete',
  'push.resend',
  'order.notify',
  'order.ask',
  'postback.again',
  'webhook.again',
  'lead.assign',
  'lead.transfer',
  'lead.release',
  'lead.convert',
  'lead.invalidate',
  'channel.enable',
  'channel.disable',
  'channelUv.enable',
  'channelUv.disable',
  'collection.enable',
  'collection.disable',
  'errorEvent.resolve',
  'errorEvent.ignore',
  'errorEvent.reopen',
  'feedback.take',
  'feedback.resolve',
  'feedback.close',
  'org.enable',
  'org.pause',
  'org.disable',
  'orgUv.enable',
  'orgUv.pause',
  'orgUv.disable',
  'plan.start',
  'plan.pause',
  'plan.resume',
  'plan.end',
  'planUv.start',
  'planUv.pause',
  'planUv.resume',
  'planUv.end',
  'poolLink.void',
  'product.putOnSale',
  'product.takeOffSale',
  'productUv.putOnSale',
  'productUv.takeOffSale',
  'pushPlan.schedule',
  'pushPlan.pause',
  'pushPlan.resume',
  'pushPlan.cancel',
  'pushReturn.approve',
] as const
export type BatchActName = (typeof batchActs)[number]
export const batchStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type BatchStatus = (typeof batchStatuses)[number]
/** Why a batch failed. */
export const batchFailures = ['notAllowed', 'unexpected', 'stopped'] as const
export type BatchFailure = (typeof batchFailures)[number]

/** Up to this number of rows, an act is done within the request, in one transaction. */
export const doneAtOnce = 1_000
/** The same for an act that is done to each row in a transaction of its own. */
export const eachAtOnce = 200

type PageShape = z.ZodRawShape & { current: z.ZodType; size: z.ZodType; sort: z.ZodType }

/** The filters of a page request, as an act on all matching rows takes them: one schema for all acts of a list. */
function filterOf<S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) {
  const { current: _current, size: _size, sort: _sort, ...filters } = page.shape
  const made = known.get(page) ?? z.strictObject(filters)
  known.set(page, made)
  return made as z.ZodObject<Omit<S, 'current' | 'size' | 'sort'>, z.core.$strict>
}
const known = new WeakMap<object, z.ZodObject>()

/** The body of a request that counts the rows an act would change. @param page the body of the list's page request */
export const batchCountBody = <S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) =>
  z.strictObject({ filter: filterOf(page) })

/** Identifies the counted rows: the newest of them, and a hash of their ids. Callers only pass it back. */
const batchMark = z
  .string()
  .max(40, 'choice')
  // An id that begins with time has 19 digits from 2027 on.
  .regex(/^\d{1,19}\.-?\d{1,19}$/, 'choice')

/** The body of an act on all matching rows. @param page the body of the list's page request */
export const batchBody = <S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) =>
  z.strictObject({
    filter: filterOf(page),
    /** The number of rows that was counted and confirmed. */
    count: z.int('integer').min(1, 'range').max(2_000_000_000, 'range'),
    /** The mark of the counted rows. If the rows are others by now, nothing is changed; rows that were added later are left out. */
    mark: batchMark,
  })

/**
 * The body of an act that is done to each matching row on its own, so that one may refuse.
 * @param page the body of the list's page request
 * @param given what the act is given besides
 */
export const batchEachBody = <S extends PageShape, G extends z.ZodRawShape>(
  page: z.ZodObject<S, z.core.$strict>,
  given: G,
) => z.strictObject({ ...batchBody(page).shape, ...given })

/** The body of the same act on rows that are named. */
export const batchSeveralBody = z.strictObject({
  ids: z.array(id).min(1, 'required').max(200, 'tooMany'),
})
batchSeveralBody.register(z.globalRegistry, { id: 'BatchSeveral' })

export const batchSeveralDone = z.object({
  done: z.int(),
  /** How many rows are not there, or are in a state that does not allow the act. */
  others: z.int(),
})
batchSeveralDone.register(z.globalRegistry, { id: 'BatchSeveralDone' })

export const batchCount = z.object({
  /** How many rows the act would change. */
  count: z.int(),
  /** How many rows match but are in a state that does not allow the act. */
  others: z.int(),
  /** The mark of the rows; absent if none matches. */
  mark: batchMark.optional(),
})
batchCount.register(z.globalRegistry, { id: 'BatchCount' })

/** A batch as its owner sees it. */
export const batchRow = z.object({
  id,
  act: z.enum(batchActs),
  status: z.enum(batchStatuses),
  total: z.int(),
  done: z.int(),
  /** How many rows refused the act. */
  refused: z.int(),
  failure: z.enum(batchFailures).nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
batchRow.register(z.globalRegistry, { id: 'Batch' })

export const batchAnswer = z.object({
  /** How many rows were changed so far. */
  done: z.int(),
  /** The batch in the queue; null if all is done. */
  batch: batchRow.nullable(),
})
batchAnswer.register(z.globalRegistry, { id: 'BatchAnswer' })

/** An answer of an act that is done to each row on its own. */
export const batchEachAnswer = z.object({
  ...batchAnswer.shape,
  /** The rows that refused, each with the reason in the reader’s language. */
  refused: z.array(z.object({ id, reason: z.string() })),
})
batchEachAnswer.register(z.globalRegistry, { id: 'BatchEachAnswer' })

/** The rows of a batch that refused for one reason, which is in the reader’s language. */
export const batchRefusal = z.object({
  reason: z.string(),
  count: z.int(),
  /** The first 100 rows. */
  ids: z.array(id),
})
batchRefusal.register(z.globalRegistry, { id: 'BatchRefusal' })

export type BatchRefusal = z.output<typeof batchRefusal>
export type BatchEachAnswer = z.output<typeof batchEachAnswer>
export type BatchCount = z.output<typeof batchCount>
export type BatchRow = z.output<typeof batchRow>
export type BatchSeveralDone = z.output<typeof batchSeveralDone>
export type BatchAnswer = z.output<typeof batchAnswer>
