import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, type BodyOf, id, instant, pageAnswer, pageBody, version } from '../kernel/kernel.ts'
import { phoneFilter } from '../kernel/look-up.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf } from '../kernel/machine-calls.ts'
import { feedbackMachine } from './feedback-machine.ts'

export const feedbackKinds = ['suggestion', 'complaint', 'fault', 'other'] as const
export type FeedbackKind = (typeof feedbackKinds)[number]
export const feedbackStatuses = statesOf(feedbackMachine)
export type FeedbackStatus = StateOf<typeof feedbackMachine>

const row = z.object({
  id,
  userId: id,
  /** Masked; null once the user's data was deleted, like the name. */
  phone: z.string().nullable(),
  name: z.string().nullable(),
  kind: z.enum(feedbackKinds),
  /** Phone and id numbers in it are masked; empty once the user's data was deleted. */
  content: z.string(),
  /** How many images it has. */
  fileCount: z.int(),
  status: z.enum(feedbackStatuses),
  isOverdue: z.boolean(),
  /** The administrator who claimed or closed it. */
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
  /** Overdue feedback, or all other. */
  overdue: z.boolean('type').optional(),
  kind: z.enum(feedbackKinds, 'choice').optional(),
  userId: id.optional(),
  phone: phoneFilter.optional(),
  handledBy: id.optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

/** The columns of the list, by name. */
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
export const feedback = area('feedback', {
  page: {
    method: 'POST',
    path: '/user/feedback/page',
    kind: 'read',
    owned: true,
    summary: ['查看用户反馈', 'View user feedback'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: '/user/feedback/page/export',
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出用户反馈', 'Export user feedback'],
    body: toExport,
    answer: exportAnswer,
  },
  counts: {
    method: 'GET',
    path: '/feedback/counts',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['各状态的反馈数', 'Number of feedback entries by status'],
    answer: z.object({
      pending: z.int(),
      processing: z.int(),
      resolved: z.int(),
      closed: z.int(),
      overdue: z.int(),
    }),
  },
  ...choicesOf('feedback', {
    handlers: 'admin',
  }),
  get: {
    method: 'GET',
    path: '/feedback/{id}',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看反馈详情', 'View feedback details'],
    answer: detail,
  },
  ...actsOf(feedbackMachine, {
    path: '/feedback',
    answer: detail,
    page,
    owned: true,
    affects: ['feedback', 'user'],
  }),
  reveal: {
    method: 'POST',
    path: '/feedback/{id}/reveal',
    kind: 'write',
    affects: [],
    owned: true,
    summary: ['查看反馈的完整内容和联系方式', 'Reveal the full content and contact of feedback'],
    answer: z.object({ content: z.string(), contact: z.string().nullable() }),
  },
})

export type FeedbackRow = z.output<typeof row>
export type FeedbackDetail = z.output<typeof detail>
export type FeedbackExport = z.output<typeof toExport>
export type FeedbackFilter = BodyOf<typeof feedback.takeMatching>['filter']
export type FeedbackPage = z.output<typeof page>
