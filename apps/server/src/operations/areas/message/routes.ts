import { message } from '@kabao/contract/operations/message'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { announceMessages } from '#platform/db/messages'
import { serve } from '#platform/http/serve'
import * as queries from './queries.ts'

export const messageRoutes = () =>
  serve(message, {
    list: ({ db, caller, language }) => queries.findBox(db, caller.adminId, language),

    unread: ({ db, caller }) => queries.countUnread(db, caller.adminId),

    page: ({ db, body, caller, language }) => queries.findPageOfMessages(db, caller.adminId, body, language),

    read: ({ db, body, caller }) => read(db, caller, body),

    readAll: ({ db, body, caller }) => read(db, caller, body),

    clear: async ({ db, body: { upTo }, caller: { adminId } }) => {
      if (await queries.removeUpTo(db, adminId, upTo)) await announceMessages(db, [adminId])
      return true as const
    },
  })

/** Notifies the caller's other tabs and browsers, unless nothing was unread. */
async function read(db: Db, { adminId }: Caller, of: Parameters<typeof queries.markRead>[2]): Promise<true> {
  if (await queries.markRead(db, adminId, of)) await announceMessages(db, [adminId])
  return true
}
