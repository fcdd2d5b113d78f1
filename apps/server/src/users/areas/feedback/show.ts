import { maskContact, maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { FeedbackDetail, FeedbackRow } from '@kabao/contract/users/feedback'
import type { StoredDetail, StoredRow } from './queries.ts'

/** A feedback as lists show it, personal data masked. Each field is named, so no other field can be returned. */
export const showRow = (row: StoredRow): FeedbackRow => ({
  id: row.id,
  userId: row.userId,
  phone: row.phone && maskPhone(row.phone),
  name: row.name && maskName(row.name),
  kind: row.kind,
  content: maskText(row.content),
  fileCount: row.fileCount,
  status: row.status,
  isOverdue: row.isOverdue,
  handledBy: row.handledBy,
  handledById: row.handledById,
  handledAt: row.handledAt,
  createdAt: row.createdAt,
  version: row.version,
})

export const showDetail = (row: StoredDetail): FeedbackDetail => ({
  ...showRow(row),
  contact: row.contact && maskContact(row.contact),
  reply: maskText(row.reply),
  fileIds: row.fileIds,
  userStatus: row.userStatus,
  updatedAt: row.updatedAt,
})
