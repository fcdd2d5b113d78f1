import * as z from 'zod'
import { id, instant } from './kernel.ts'

/**
 * What can be done with everything that matches a filter, named by area and act. Those of the machines stand here by their
 * names (`machine.test.ts` compares them): a list that loads this need not load every machine.
 */
export const batchActs = ['user.delete', 'feedback.take', 'feedback.resolve', 'feedback.close'] as const
export type BatchActName = (typeof batchActs)[number]
export const batchStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type BatchStatus = (typeof batchStatuses)[number]
/** Why a batch failed. */
export const batchFailures = ['notAllowed', 'unexpected', 'stopped'] as const
export type BatchFailure = (typeof batchFailures)[number]

/** Up to here an act is done in its first answer, in one transaction. */
export const doneAtOnce = 1_000

type PageShape = z.ZodRawShape & { current: z.ZodType; size: z.ZodType; sort: z.ZodType }

/** The filters of a page call, as an act over all that match takes them: one schema for all acts of a list. */
function filterOf<S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) {
  const { current: _current, size: _size, sort: _sort, ...filters } = page.shape
  const made = known.get(page) ?? z.strictObject(filters)
  known.set(page, made)
  return made as z.ZodObject<Omit<S, 'current' | 'size' | 'sort'>, z.core.$strict>
}
const known = new WeakMap<object, z.ZodObject>()

/** The body that asks how many an act would change. @param page the body of the list's page call */
export const batchCountBody = <S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) =>
  z.strictObject({ filter: filterOf(page) })

/** Names the rows that were counted: their newest, and a hash of their ids. To whoever asks it is a word to give back. */
const batchMark = z
  .string()
  .max(39, 'choice')
  .regex(/^\d{1,18}\.-?\d{1,19}$/, 'choice')

/** The body of an act over all that match. @param page the body of the list's page call */
export const batchBody = <S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) =>
  z.strictObject({
    filter: filterOf(page),
    /** The number that was counted and agreed to. */
    count: z.int('integer').min(1, 'range').max(2_000_000_000, 'range'),
    /** The rows that were; where it would be others by now, nothing is done. What came later is left out. */
    mark: batchMark,
  })

export const batchCount = z.object({
  /** How many the act would change. */
  count: z.int(),
  /** How many match and are in a state that does not allow it. */
  others: z.int(),
  /** Which rows; absent where none matches. */
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
  failure: z.enum(batchFailures).nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
batchRow.register(z.globalRegistry, { id: 'Batch' })

export const batchAnswer = z.object({
  /** How many were changed by now. */
  done: z.int(),
  /** What goes on beside the calls; null where all is done. */
  batch: batchRow.nullable(),
})
batchAnswer.register(z.globalRegistry, { id: 'BatchAnswer' })

export type BatchCount = z.output<typeof batchCount>
export type BatchRow = z.output<typeof batchRow>
export type BatchAnswer = z.output<typeof batchAnswer>
