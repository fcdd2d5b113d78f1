import { fill, type Words } from '@kabao/contract'
import { exportWords } from '@kabao/contract/kernel/export.words'
import { type ExportFailure, type ExportResource, exportPointOf } from '@kabao/contract/kernel/export-body'
import { writeAudit } from '../audit/write.ts'
import type { Db } from '../db/client.ts'
import { sendMessage } from '../db/messages.ts'

const link = { name: 'ExportCenter' }
const both = (text: Words, values: (place: 0 | 1) => Record<string, string | number>): Words => [
  fill(text[0], values(0)),
  fill(text[1], values(1)),
]

interface EndedTask {
  id: string
  resource: ExportResource
  createdBy: string
}

/** Notifies the administrator who requested an export that its file is ready. */
export const notifyDone = (db: Db, task: EndedTask, rows: number, days: number) =>
  sendMessage(db, {
    to: [task.createdBy],
    kind: 'notice',
    title: exportWords.tree.message.doneTitle,
    content: both(exportWords.tree.message.doneText, (at) => ({
      resource: exportWords.tree.resource[task.resource][at],
      rows,
      days,
    })),
    link,
  })

/** Notifies the administrator who requested an export that it failed. */
export const notifyFailed = (db: Db, task: EndedTask, failure: ExportFailure) =>
  sendMessage(db, {
    to: [task.createdBy],
    kind: 'notice',
    title: exportWords.tree.message.failedTitle,
    content: both(exportWords.tree.message.failedText, (at) => ({
      resource: exportWords.tree.resource[task.resource][at],
      failure: exportWords.tree.failure[failure][at],
    })),
    link,
  })

/** Writes the audit log entry of an export that was done in the queue. */
export async function auditOutcome(
  db: Db,
  task: EndedTask,
  outcome: { format: string; rows: number; size: number },
): Promise<void> {
  await writeAudit(db, [
    {
      by: { adminId: task.createdBy },
      point: exportPointOf(task.resource),
      target: { kind: 'exportTask', id: task.id },
      after: outcome,
    },
  ])
}
