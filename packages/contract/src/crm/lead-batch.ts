import * as z from 'zod'
import { batchCount, batchCountBody, batchEachAnswer, batchEachBody } from '../kernel/batch-body.ts'
import { id, longText, requiredLongText } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { affectedByLeads } from './lead-fields.ts'
import { leadPage } from './lead-row.ts'

const withReason = z.object({ reason: requiredLongText(200) })

/** The acts on all leads that match a filter, and what each is given. */
export const leadBatchActs = {
  assign: z.object({ salesmanId: id, reason: longText(200).default('') }),
  transfer: z.object({ salesmanId: id, reason: requiredLongText(200) }),
  release: withReason,
  convert: withReason,
  invalidate: withReason,
}
export type LeadBatchAct = keyof typeof leadBatchActs
export type LeadBatchGiven<A extends LeadBatchAct> = z.output<(typeof leadBatchActs)[A]>

const toCount = batchCountBody(leadPage)
toCount.register(z.globalRegistry, { id: 'LeadBatchCount' })
const toAssign = batchEachBody(leadPage, leadBatchActs.assign.shape)
const toTransfer = batchEachBody(leadPage, leadBatchActs.transfer.shape)
const toAct = batchEachBody(leadPage, withReason.shape)
toAct.register(z.globalRegistry, { id: 'LeadBatchAct' })

const count = <const A extends LeadBatchAct>(act: A, summary: Words) =>
  ({
    method: 'POST',
    path: `/lead/batch/${act}/count`,
    kind: 'read',
    point: `${act}Matching`,
    owned: true,
    summary,
    body: toCount,
    answer: batchCount,
  }) as const

const matching = <const A extends LeadBatchAct, B extends z.ZodType>(act: A, body: B, summary: Words) =>
  ({
    method: 'POST',
    path: `/lead/batch/${act}/matching`,
    kind: 'write',
    affects: affectedByLeads,
    owned: true,
    staged: true,
    summary,
    body,
    answer: batchEachAnswer,
  }) as const

/**
 * The acts on all leads that match a filter. They have points of their own, because one call can reach all leads of a salesman. Each lead
 * keeps the rules of the single act; one that refuses stops no other. Each act comes before its count, so that it names their point.
 */
export const leadBatch = {
  assignMatching: matching('assign', toAssign, ['分配符合条件的全部线索', 'Assign all matching leads']),
  assignCount: count('assign', ['统计将被分配的线索数', 'Count the leads that would be assigned']),
  transferMatching: matching('transfer', toTransfer, [
    '转移符合条件的全部线索',
    'Transfer all matching leads',
  ]),
  transferCount: count('transfer', ['统计将被转移的线索数', 'Count the leads that would be transferred']),
  releaseMatching: matching('release', toAct, ['退回符合条件的全部线索', 'Release all matching leads']),
  releaseCount: count('release', ['统计将被退回的线索数', 'Count the leads that would be released']),
  convertMatching: matching('convert', toAct, [
    '将符合条件的全部线索标记成交',
    'Mark all matching leads as won',
  ]),
  convertCount: count('convert', ['统计将标记成交的线索数', 'Count the leads that would be marked as won']),
  invalidateMatching: matching('invalidate', toAct, [
    '将符合条件的全部线索标记无效',
    'Mark all matching leads as invalid',
  ]),
  invalidateCount: count('invalidate', [
    '统计将标记无效的线索数',
    'Count the leads that would be marked as invalid',
  ]),
} as const
