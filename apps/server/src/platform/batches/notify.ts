import { fill, type Words } from '@kabao/contract'
import { batchWords } from '@kabao/contract/app/batch.words'
import type { BatchActName, BatchFailure } from '@kabao/contract/kernel/batch-body'
import { batchRequest, writeAudit } from '../audit/write.ts'
import type { Db } from '../db/client.ts'
import { sendMessage } from '../db/messages.ts'
import type { AnyBatchAct, BatchChange } from './act.ts'
import type { EndedBatch } from './store.ts'

const acts = batchWords.tree.act

/** The console page that lists the rows of a batch. */
const links = {
  lead: { name: 'CrmClue' },
  user: { name: 'UserList' },
  push: { name: 'PlanPushList' },
  order: { name: 'PayConfigOrderList' },
  feedback: { name: 'UserFeedbackList' },
  errorEvent: { name: 'ChartEventList' },
  channel: { name: 'ChannelList' },
  channelUv: { name: 'ChannelUvList' },
  org: { name: 'OrgList' },
  orgUv: { name: 'OrgUvList' },
  plan: { name: 'PlanList' },
  planUv: { name: 'PlanUvList' },
  pushPlan: { name: 'PlanPushList', query: { tab: 'plans' } },
  pushReturn: { name: 'PlanPushList', query: { tab: 'returns' } },
  poolLink: { name: 'PayConfigPoolList' },
  difference: { name: 'FinanceReconcile', query: { tab: 'differences' } },
  correction: { name: 'FinanceReconcile', query: { tab: 'corrections' } },
  product: { name: 'ProductList' },
  productUv: { name: 'ProductUvList' },
  settlement: { name: 'FinanceSettlement' },
  collection: { name: 'PayConfigList' },
} as const

function split(name: BatchActName) {
  const [area, act] = name.split('.') as [keyof typeof links, string]
  return { words: (acts[area] as Record<string, Words>)[act] as Words, link: links[area] }
}

const both = (text: Words, act: Words, values: Record<string, number>, failure?: Words): Words => [
  fill(text[0], { ...values, act: act[0], ...(failure && { failure: failure[0] }) }),
  fill(text[1], { ...values, act: act[1], ...(failure && { failure: failure[1] }) }),
]

/** Notifies the administrator who requested a batch how many rows were changed, how many were skipped, and why. */
export async function notifyEnd(
  db: Db,
  { id, act, total, done, refused, createdBy }: EndedBatch,
  failure: BatchFailure | null,
): Promise<void> {
  const { words, link } = split(act)
  const left = total - done - refused
  const parts = batchWords.tree.message
  const text = failure ? parts.failedText : left > 0 ? parts.someLeft : parts.doneText
  const said = both(text, words, { done, left }, failure ? batchWords.tree.failure[failure] : undefined)
  const why = both(parts.refusedText, words, { refused })
  await sendMessage(db, {
    to: [createdBy],
    kind: 'notice',
    title: failure ? batchWords.tree.message.failedTitle : batchWords.tree.message.doneTitle,
    content: refused > 0 ? [said[0] + why[0], `${said[1]} ${why[1]}`] : said,
    link: refused > 0 ? { ...link, query: { batch: id } } : link,
  })
}

/** Writes the audit log entries of one piece, in its transaction: one per row, as for a single act. */
export async function auditPiece(
  db: Db,
  { point, targetKind }: AnyBatchAct,
  { id, createdBy }: { id: string; createdBy: string },
  changes: readonly BatchChange[],
): Promise<void> {
  const lines = changes.toSorted(byId).map((change) => ({
    by: { adminId: createdBy },
    point,
    target: { kind: targetKind, id: change.id },
    before: change.before,
    after: { ...change.after, batch: id },
    requestId: batchRequest(id),
    group: batchRequest(id),
  }))
  await writeAudit(db, lines)
}

const byId = (a: BatchChange, b: BatchChange) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)

/** Writes the audit log entry of a batch's end. */
export async function auditEnd(
  db: Db,
  { point }: AnyBatchAct,
  { id, createdBy, total, done }: EndedBatch,
  status: 'done' | 'failed',
): Promise<void> {
  await writeAudit(db, [
    {
      by: { adminId: createdBy },
      point,
      target: { kind: 'batch', id },
      after: { status, total, done },
      requestId: batchRequest(id),
    },
  ])
}
