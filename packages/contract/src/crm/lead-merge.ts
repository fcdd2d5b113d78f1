import * as z from 'zod'
import { id, instant } from '../kernel/kernel.ts'
import { affectedByLeads } from './lead-fields.ts'
import { leadDetail } from './lead-row.ts'
import { leadEventKinds } from './lead-timeline.ts'

/** What the lead that stays can take from the other one. */
export const mergeFields = ['name', 'phone', 'userId', 'cityCode', 'channelId', 'score', 'remark'] as const
export type MergeField = (typeof mergeFields)[number]

/** What an undoing would leave as it is. */
const left = z.object({
  /** Fields that were edited since; they keep the new values. */
  fields: z.array(z.enum(mergeFields)),
  /** What was done with the lead since. */
  acts: z.array(z.object({ kind: z.enum([...leadEventKinds, 'followUp']), at: instant })),
  /** The salesman of the other lead has no place for it: it returns to its pool. */
  isHolderFull: z.boolean(),
})
left.register(z.globalRegistry, { id: 'MergeLeft' })

const merge = z.object({
  id,
  otherId: id,
  at: instant,
  by: z.string().nullable(),
  fields: z.array(z.enum(mergeFields)),
  isUndone: z.boolean(),
  /** Until when it can be undone; null: it cannot any more. */
  undoUntil: instant.nullable(),
  /** Null: it cannot be undone any more. */
  left: left.nullable(),
})
merge.register(z.globalRegistry, { id: 'LeadMerge' })

const affects = affectedByLeads

/** Two leads of one person become one, and can be parted again. */
export const leadMerge = {
  merge: {
    method: 'POST',
    path: '/lead/{id}/merge',
    kind: 'write',
    affects,
    owned: true,
    summary: ['合并线索', 'Merge leads'],
    body: z.strictObject({
      otherId: id,
      /** Taken from the other one; a phone or user that only the other one has is taken in any case. */
      fields: z.array(z.enum(mergeFields, 'choice')).max(mergeFields.length, 'tooMany').default([]),
    }),
    answer: leadDetail,
  },
  merges: {
    method: 'GET',
    path: '/lead/{id}/merges',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看合并记录', 'View what was merged'],
    /** The newest first. */
    answer: z.array(merge),
  },
  undoMerge: {
    method: 'POST',
    path: '/lead/{id}/undo-merge',
    kind: 'write',
    affects,
    owned: true,
    point: 'merge',
    summary: ['撤销合并', 'Undo a merge'],
    body: z.strictObject({ mergeId: id }),
    answer: left,
  },
} as const

export type LeadMergeRow = z.output<typeof merge>
