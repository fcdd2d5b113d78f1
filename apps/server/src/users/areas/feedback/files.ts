import type { FileRule } from '#platform/callers/file-rule'
import { ownerOf } from '#platform/callers/scope'
import { isSeen } from './queries.ts'

/** Whoever may see a feedback may also see its images. */
export const seesFeedbackImage: FileRule = (db, { ownerId }, caller) => isSeen(db, ownerId, ownerOf(caller))
