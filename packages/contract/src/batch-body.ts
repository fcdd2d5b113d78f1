import * as z from 'zod'
import { id, instant } from './kernel.ts'

/** What can be done with everything that matches a filter, named by area and act. */
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

/** The filters of a page call, as an act over all that match takes them. */
function filterOf<S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) {
  const { current: _current, size: _size, sort: _sort, ...filters } = page.shape
  return z.strictObject(filters as Omit<S, 'current' | 'size' | 'sort'>)
}

/** The body that asks how many an act would change. @param page the body of the list's page call */
export const batchCountBody = <S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) =>
  z.strictObject({ filter: filterOf(page) })

/** The body of an act over all that match. @param page the body of the list's page call */
export const batchBody = <S extends PageShape>(page: z.ZodObject<S, z.core.$strict>) =>
  z.strictObject({
    filter: filterOf(page),
    /** The number that was counted and agreed to; where it is not so any more, nothing is done. */
    count: z.int('integer').min(1, 'range').max(2_000_000_000, 'range'),
    /** The newest row that was counted; what came later is left out. */
    upTo: id,
  })

export const batchCount = z.object({
  /** How many the act would change. */
  count: z.int(),
  /** How many match and are in a state that does not allow it. */
  others: z.int(),
  /** The newest of all that match; absent where none does. */
  upTo: id.optional(),
})

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

export const batchAnswer = z.object({
  /** How many were changed by now. */
  done: z.int(),
  /** What goes on beside the calls; null where all is done. */
  batch: batchRow.nullable(),
})

export type BatchCount = z.output<typeof batchCount>
export type BatchRow = z.output<typeof batchRow>
export type BatchAnswer = z.output<typeof batchAnswer>
