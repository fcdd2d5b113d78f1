import * as z from 'zod'
import { batchCount, batchCountBody, batchEachAnswer, batchEachBody } from './batch-body.ts'
import { affectedByLeads } from './clue-fields.ts'
import { cluePage } from './clue-row.ts'
import { id, requiredText, text } from './kernel.ts'
import type { Words } from './language.ts'

/** The acts on all leads that match a filter, and what each is given. */
export const clueBatchActs = {
  assign: z.object({ salesmanId: id, reason: text(200).default('') }),
  transfer: z.object({ salesmanId: id, reason: requiredText(200) }),
  release: z.object({ reason: requiredText(200) }),
  convert: z.object({ reason: requiredText(200) }),
  invalidate: z.object({ reason: requiredText(200) }),
}
export type ClueBatchAct = keyof typeof clueBatchActs
export type ClueBatchGiven<A extends ClueBatchAct> = z.output<(typeof clueBatchActs)[A]>

const toCount = batchCountBody(cluePage)
toCount.register(z.globalRegistry, { id: 'ClueBatchCount' })

const count = <const A extends ClueBatchAct>(act: A, summary: Words) =>
  ({
    method: 'POST',
    path: `/clue/batch/${act}/count`,
    kind: 'read',
    point: `${act}Matching`,
    owned: true,
    summary,
    body: toCount,
    answer: batchCount,
  }) as const

const matching = <const A extends ClueBatchAct>(act: A, summary: Words) =>
  ({
    method: 'POST',
    path: `/clue/batch/${act}/matching`,
    kind: 'write',
    affects: affectedByLeads,
    owned: true,
    staged: true,
    summary,
    body: batchEachBody(cluePage, clueBatchActs[act].shape),
    answer: batchEachAnswer,
  }) as const

/**
 * The acts on all leads that match a filter. They have points of their own, because one call can reach all leads of a salesman. Each lead
 * keeps the rules of the single act; one that refuses stops no other.
 */
export const clueBatch = {
  assignCount: count('assign', ['统计将被分配的线索数', 'Count the leads that would be assigned']),
  assignMatching: matching('assign', ['分配符合条件的全部线索', 'Assign all matching leads']),
  transferCount: count('transfer', ['统计将被转移的线索数', 'Count the leads that would be transferred']),
  transferMatching: matching('transfer', ['转移符合条件的全部线索', 'Transfer all matching leads']),
  releaseCount: count('release', ['统计将被退回的线索数', 'Count the leads that would be released']),
  releaseMatching: matching('release', ['退回符合条件的全部线索', 'Release all matching leads']),
  convertCount: count('convert', ['统计将标记成交的线索数', 'Count the leads that would be marked as won']),
  convertMatching: matching('convert', ['将符合条件的全部线索标记成交', 'Mark all matching leads as won']),
  invalidateCount: count('invalidate', [
    '统计将标记无效的线索数',
    'Count the leads that would be marked as invalid',
  ]),
  invalidateMatching: matching('invalidate', [
    '将符合条件的全部线索标记无效',
    'Mark all matching leads as invalid',
  ]),
} as const
