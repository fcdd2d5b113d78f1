import { fill } from '@kabao/contract'
import { type FeedbackKind, feedback } from '@kabao/contract/feedback'
import { feedbackWords } from '@kabao/contract/feedback.words'
import type { Db } from './client.ts'
import { sendMessage } from './messages.ts'

export interface NewFeedback {
  userId: string
  kind: FeedbackKind
  content: string
  contact: string | null
  fileIds: readonly string[]
}

/** Stores what a user tells us and says so to every admin who may take it, in the caller's transaction. */
export async function addFeedback(db: Db, { fileIds, ...told }: NewFeedback): Promise<string> {
  const { id } = await db.insertInto('feedback').values(told).returning('id').executeTakeFirstOrThrow()
  if (fileIds.length > 0) {
    const files = fileIds.map((fileId, position) => ({ feedbackId: id, fileId, position }))
    await db.insertInto('feedbackFile').values(files).execute()
  }
  const arrived = feedbackWords.tree.arrived
  const [zh, en] = feedbackWords.tree.kind[told.kind]
  await sendMessage(db, {
    to: { point: feedback.take.point as string },
    kind: 'todo',
    messageType: 0,
    title: arrived.title,
    content: [fill(arrived.text[0], { kind: zh, id }), fill(arrived.text[1], { kind: en, id })],
    link: { name: 'UserFeedbackList', query: { open: id } },
  })
  return id
}
