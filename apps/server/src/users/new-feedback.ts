import { fill } from '@kabao/contract'
import { type FeedbackKind, feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { sql } from 'kysely'
import { invalid, notFound } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'

export interface NewFeedback {
  userId: string
  kind: FeedbackKind
  content: string
  contact: string | null
  /** Images from the public intake, which no record owns yet. */
  fileIds: readonly string[]
}

/**
 * Stores feedback of a user and notifies every administrator who may handle it, in the caller's transaction.
 * @throws Problem if the user does not exist or was deleted
 */
export async function addFeedback(db: Db, given: NewFeedback): Promise<string> {
  const id = await storeFeedback(db, given)
  await announceFeedback(db, id, given.kind)
  return id
}

/** Stores feedback of a user, in the caller's transaction. @throws Problem if the user does not exist or was deleted */
export async function storeFeedback(db: Db, { fileIds, ...given }: NewFeedback): Promise<string> {
  // Waits for a deletion of the user that is under way.
  const sender =
    await sql`select from "user" where id = ${given.userId} and status <> 'deleted' for key share`.execute(db)
  if (sender.rows.length === 0) throw notFound()
  const { id } = await db.insertInto('feedback').values(given).returning('id').executeTakeFirstOrThrow()
  await claim(db, id, fileIds)
  return id
}

/** Notifies every administrator who may handle a feedback. */
export async function announceFeedback(db: Db, id: string, kind: FeedbackKind): Promise<void> {
  const arrived = feedbackWords.tree.arrived
  const [zh, en] = feedbackWords.tree.kind[kind]
  await sendMessage(db, {
    to: { point: feedback.take.point as string },
    kind: 'todo',
    messageType: 0,
    title: arrived.title,
    content: [fill(arrived.text[0], { kind: zh, id }), fill(arrived.text[1], { kind: en, id })],
    link: { name: 'UserFeedbackList', query: { open: id } },
  })
}

/** A file from the public intake has no uploader among the administrators, so it is claimed because it has no owner. */
async function claim(db: Db, feedbackId: string, fileIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0) return
  const { rows } = await sql`
    update file set owner_kind = 'feedback', owner_id = ${feedbackId}, unclaimed_since = null, updated_at = now()
    where id = any(${wanted}::bigint[]) and use = 'feedback' and status = 'stored' and owner_kind is null and created_by is null
    returning id`.execute(db)
  if (rows.length !== wanted.length) throw invalid({ fileIds: 'noSuchFile' })
}
