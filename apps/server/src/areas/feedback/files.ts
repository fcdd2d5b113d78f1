import type { FileRule } from '#access/file-rule'
import { ownerOf } from '#access/scope'
import { isSeen } from './queries.ts'

/** An image of a feedback is seen by who sees the feedback. */
export const seesFeedbackImage: FileRule = (db, { ownerId }, caller) => isSeen(db, ownerId, ownerOf(caller))
