import * as z from 'zod'
import { batchAnswer, batchBody, batchCount, batchCountBody } from './batch-body.ts'
import { exportAnswer, exportBody } from './export-body.ts'
import { area, id, instant, pageAnswer, pageBody, requiredText, text, version } from './kernel.ts'
import { phoneFilter } from './look-up.ts'

export const feedbackKinds = ['suggestion', 'complaint', 'fault', 'other'] as const
export type FeedbackKind = (typeof feedbackKinds)[number]
export const feedbackStatuses = ['pending', 'processing', 'resolved', 'closed'] as const
export type FeedbackStatus = (typeof feedbackStatuses)[number]

/** What can be done with a feedback, and in which states. */
export const feedbackActs = {
  take: ['pending'],
  reply: ['pending', 'processing'],
  resolve: ['processing'],
  close: ['pending', 'processing'],
  reopen: ['resolved', 'closed'],
} as const satisfies Record<string, readonly FeedbackStatus[]>
export type FeedbackAct = keyof typeof feedbackActs
export const isPossible = (act: FeedbackAct, status: FeedbackStatus): boolean =>
  (feedbackActs[act] as readonly FeedbackStatus[]).includes(status)

const row = z.object({
  id,
  userId: id,
  /** Masked; null once the user's data was deleted, like the name. */
  phone: z.string().nullable(),
  name: z.string().nullable(),
  kind: z.enum(feedbackKinds),
  /** Phone and id numbers in it are masked; empty once the user's data was deleted. */
  content: z.string(),
  /** How many images came with it. */
  fileCount: z.int(),
  status: z.enum(feedbackStatuses),
  isOverdue: z.boolean(),
  /** Who took it, or ended it. */
  handledBy: z.string().nullable(),
  handledById: id.nullable(),
  handledAt: instant.nullable(),
  createdAt: instant,
  version,
})
row.register(z.globalRegistry, { id: 'Feedback' })

const detail = row.extend({
  /** Masked. */
  contact: z.string().nullable(),
  reply: z.string(),
  fileIds: z.array(id),
  userStatus: z.string(),
  updatedAt: instant,
})
detail.register(z.globalRegistry, { id: 'FeedbackDetail' })

const page = pageBody(['createdAt'], '-createdAt', {
  status: z.enum(feedbackStatuses, 'choice').optional(),
  /** Those that are open for too long, or all others. */
  overdue: z.boolean('type').optional(),
  kind: z.enum(feedbackKinds, 'choice').optional(),
  userId: id.optional(),
  phone: phoneFilter.optional(),
  handledBy: id.optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

/** What the list can show, by the names of its columns. */
export const feedbackColumns = [
  'id',
  'kind',
  'content',
  'fileCount',
  'phone',
  'name',
  'status',
  '_age',
  'handledBy',
  'createdAt',
  'handledAt',
] as const

const toExport = exportBody(page, feedbackColumns)
const toCount = batchCountBody(page)
const toAct = batchBody(page)

const versioned = z.strictObject({ version })
versioned.register(z.globalRegistry, { id: 'FeedbackVersion' })
const reply = requiredText(2000)
const several = z.strictObject({ ids: z.array(id).min(1, 'required').max(200, 'tooMany') })
several.register(z.globalRegistry, { id: 'FeedbackIds' })

/** What was done of what was asked, and why the rest was not. */
const doneOfSeveral = z.object({
  done: z.int(),
  skipped: z.array(
    z.object({ id, reason: z.enum(['notFound', 'wrongState']), status: z.enum(feedbackStatuses).nullable() }),
  ),
})
doneOfSeveral.register(z.globalRegistry, { id: 'FeedbackDone' })

export const feedback = area('feedback', {
  page: {
    method: 'POST',
    path: '/user/feedback/page',
    kind: 'read',
    owned: true,
    summary: ['查看用户反馈', 'See the feedback of users'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: '/user/feedback/page/export',
    kind: 'write',
    staged: true,
    summary: ['导出用户反馈', 'Export the feedback'],
    body: toExport,
    answer: exportAnswer,
  },
  counts: {
    method: 'GET',
    path: '/feedback/counts',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['各状态的反馈数', 'How many there are by status'],
    answer: z.object({
      pending: z.int(),
      processing: z.int(),
      resolved: z.int(),
      closed: z.int(),
      overdue: z.int(),
    }),
  },
  handlers: {
    method: 'GET',
    path: '/feedback/handlers',
    kind: 'read',
    point: 'page',
    summary: ['可筛选的处理人', 'Who handles feedback, to filter by'],
    query: z.strictObject({ keyword: text(60).optional(), id: id.optional() }),
    /** At most 50, by name. */
    answer: z.array(z.object({ id, name: z.string() })),
  },
  get: {
    method: 'GET',
    path: '/feedback/{id}',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看反馈详情', 'See one feedback'],
    answer: detail,
  },
  take: {
    method: 'POST',
    path: '/feedback/{id}/take',
    kind: 'write',
    owned: true,
    summary: ['受理反馈', 'Take a feedback on'],
    body: versioned,
    answer: detail,
  },
  reply: {
    method: 'POST',
    path: '/feedback/{id}/reply',
    kind: 'write',
    owned: true,
    summary: ['回复反馈', 'Answer a feedback'],
    body: z.strictObject({ version, reply }),
    answer: detail,
  },
  resolve: {
    method: 'POST',
    path: '/feedback/{id}/resolve',
    kind: 'write',
    owned: true,
    summary: ['解决反馈', 'Resolve a feedback'],
    /** With a reply, that is stored along. */
    body: z.strictObject({ version, reply: reply.optional() }),
    answer: detail,
  },
  close: {
    method: 'POST',
    path: '/feedback/{id}/close',
    kind: 'write',
    owned: true,
    summary: ['关闭反馈', 'Close a feedback'],
    body: versioned,
    answer: detail,
  },
  reopen: {
    method: 'POST',
    path: '/feedback/{id}/reopen',
    kind: 'write',
    owned: true,
    summary: ['重新打开反馈', 'Open a feedback again'],
    body: versioned,
    answer: detail,
  },
  takeMany: {
    method: 'POST',
    path: '/feedback/batch/take',
    kind: 'write',
    point: 'take',
    owned: true,
    summary: ['批量受理反馈', 'Take several feedbacks on'],
    body: several,
    answer: doneOfSeveral,
  },
  resolveMany: {
    method: 'POST',
    path: '/feedback/batch/resolve',
    kind: 'write',
    point: 'resolve',
    owned: true,
    summary: ['批量解决反馈', 'Resolve several feedbacks'],
    body: several,
    answer: doneOfSeveral,
  },
  closeMany: {
    method: 'POST',
    path: '/feedback/batch/close',
    kind: 'write',
    point: 'close',
    owned: true,
    summary: ['批量关闭反馈', 'Close several feedbacks'],
    body: several,
    answer: doneOfSeveral,
  },
  takeCount: {
    method: 'POST',
    path: '/feedback/batch/take/count',
    kind: 'read',
    point: 'take',
    owned: true,
    summary: ['统计可受理的反馈数', 'How many feedbacks one could take'],
    body: toCount,
    answer: batchCount,
  },
  takeMatching: {
    method: 'POST',
    path: '/feedback/batch/take/matching',
    kind: 'write',
    point: 'take',
    owned: true,
    summary: ['受理符合条件的全部反馈', 'Take all feedback that matches a filter'],
    body: toAct,
    answer: batchAnswer,
  },
  resolveCount: {
    method: 'POST',
    path: '/feedback/batch/resolve/count',
    kind: 'read',
    point: 'resolve',
    owned: true,
    summary: ['统计可解决的反馈数', 'How many feedbacks one could resolve'],
    body: toCount,
    answer: batchCount,
  },
  resolveMatching: {
    method: 'POST',
    path: '/feedback/batch/resolve/matching',
    kind: 'write',
    point: 'resolve',
    owned: true,
    summary: ['解决符合条件的全部反馈', 'Resolve all feedback that matches a filter'],
    body: toAct,
    answer: batchAnswer,
  },
  closeCount: {
    method: 'POST',
    path: '/feedback/batch/close/count',
    kind: 'read',
    point: 'close',
    owned: true,
    summary: ['统计可关闭的反馈数', 'How many feedbacks one could close'],
    body: toCount,
    answer: batchCount,
  },
  closeMatching: {
    method: 'POST',
    path: '/feedback/batch/close/matching',
    kind: 'write',
    point: 'close',
    owned: true,
    summary: ['关闭符合条件的全部反馈', 'Close all feedback that matches a filter'],
    body: toAct,
    answer: batchAnswer,
  },
  reveal: {
    method: 'POST',
    path: '/feedback/{id}/reveal',
    kind: 'write',
    owned: true,
    summary: ['查看反馈的完整内容和联系方式', 'See the whole text and contact of a feedback'],
    answer: z.object({ content: z.string(), contact: z.string().nullable() }),
  },
})

export type FeedbackRow = z.output<typeof row>
export type FeedbackDetail = z.output<typeof detail>
export type FeedbackExport = z.output<typeof toExport>
export type FeedbackFilter = z.output<typeof toAct>['filter']
export type FeedbackPage = z.output<typeof page>
