import { counted, document, ids, seen } from '../kernel/area-document.ts'
import { feedback } from './feedback.ts'

const pendingFeedback = { status: 'pending', overdue: true } as const

export const feedbackDocument = document(
  feedback,
  ['用户反馈', 'User feedback'],
  {
    page: { current: 1, size: 20, ...pendingFeedback },
    export: { ...pendingFeedback, format: 'csv', columns: ['id', 'kind', 'content', 'status'] },
    take: seen,
    reply: { ...seen, reply: '您好，问题已修复，请更新到最新版本。' },
    resolve: { ...seen, reply: '已处理。' },
    close: seen,
    reopen: seen,
    takeMany: ids,
    resolveMany: ids,
    closeMany: ids,
    takeCount: { filter: pendingFeedback },
    takeMatching: { filter: pendingFeedback, ...counted },
    resolveCount: { filter: pendingFeedback },
    resolveMatching: { filter: pendingFeedback, ...counted },
    closeCount: { filter: pendingFeedback },
    closeMatching: { filter: pendingFeedback, ...counted },
  },
  [
    [/^.*\.reply$/, 'a text that is stored'],
    [/^(reply|resolve)\.body\.reply$/, 'a text that is stored'],
  ],
)
