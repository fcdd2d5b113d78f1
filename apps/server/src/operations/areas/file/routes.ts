import { type FileRow, type FileUse, file, fileUses, ruleOf } from '@kabao/contract/operations/file'
import { findCallerAgain } from '#access'
import { forbidden, notFound } from '#platform/base/problem'
import { hashToken } from '#platform/base/token'
import type { Caller } from '#platform/callers/caller'
import type { FileRules, StoredUse } from '#platform/callers/file-rule'
import type { Db } from '#platform/db/client'
import { giveTicket, thumbnailKey } from '#platform/files/files'
import type { FileAnswer } from '#platform/http/download'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { keepUpload, thumbnailType } from '#platform/uploads/keep'
import { markStored } from '#platform/uploads/queries'
import * as queries from './queries.ts'

/** @param sees for each use, who may see the record that owns the file */
export const fileRoutes = ({ storage, rules }: Services, sees: FileRules) => {
  const answerOf = (row: queries.FileRecord): FileAnswer => ({
    name: row.name,
    mediaType: row.mediaType,
    size: Number(row.size),
    etag: row.sha256.toString('base64url'),
    isShown: row.width !== null,
    open: () => storage.open(row.key),
  })

  /** @throws Problem if there is no such file for this caller */
  const seen = async (db: Db, id: string, caller: Caller): Promise<queries.FileRecord> => {
    const row = await queries.find(db, id)
    // A file of a use without uploads is available only through the endpoints of its record.
    if (!row || !(row.use in fileUses)) throw notFound()
    await admitTo(db, row, caller)
    return row
  }

  /**
   * An unclaimed file is visible only to its sender; a claimed file to everyone who may see its record.
   * @throws Problem if the caller may not see the file
   */
  const admitTo = async (db: Db, { use, ownerId, createdBy }: queries.FileRecord, caller: Caller) => {
    if (ownerId === null) {
      if (createdBy !== caller.adminId) throw notFound()
      return
    }
    const read = use in fileUses ? ruleOf(use as FileUse).read : 'uploader'
    if (read !== 'uploader' && !isOneOf(caller, read)) throw forbidden()
    if (!(await sees[use as StoredUse](db, { ownerId, createdBy }, caller))) throw notFound()
  }

  return serve(file, {
    upload: async ({ db, query, caller, readUpload, audit }) => {
      if (!isOneOf(caller, ruleOf(query.use).upload)) throw forbidden()
      const ids = await keepUpload({ db, storage, readUpload }, query.use, caller.adminId)
      return async (write) => {
        const rows = await markStored(write, ids)
        for (const { id, use, mediaType, size } of rows)
          audit({ target: { kind: 'file', id }, after: { use, mediaType, size: Number(size) } })
        return rows.map(shown)
      }
    },

    get: async ({ db, params, caller }) => answerOf(await seen(db, params.id, caller)),

    thumbnail: async ({ db, params, caller }) => {
      const row = await seen(db, params.id, caller)
      if (row.width === null) throw notFound()
      return {
        ...answerOf(row),
        name: `${row.name}.webp`,
        mediaType: thumbnailType,
        size: null,
        etag: `t-${row.sha256.toString('base64url')}`,
        open: () => storage.open(thumbnailKey(row.key)),
      }
    },

    ticket: async ({ db, params, caller }) => {
      const row = await seen(db, params.id, caller)
      return { ticket: await giveTicket(db, row.id, caller) }
    },

    download: async ({ db, query }) => {
      const taken = await queries.takeTicket(db, hashToken(query.ticket))
      const holder = taken && (await findCallerAgain(db, rules, taken.holder))
      // A caller who must first change the password or set up the second factor got the ticket before that.
      if (!taken?.file || !holder || holder.mustChangePassword || holder.mustSetUpSecondFactor)
        throw notFound()
      await admitTo(db, taken.file, holder)
      return { ...answerOf(taken.file), isShown: false }
    },
  })
}

const shown = ({ id, name, mediaType, size, width, height }: queries.FileRecord): FileRow => ({
  id,
  name,
  mediaType,
  size: Number(size),
  width,
  height,
})

function isOneOf(caller: Caller, who: 'signedIn' | 'importer' | readonly string[]): boolean {
  if (who === 'signedIn' || caller.isSuper) return true
  if (who === 'importer') return [...caller.points].some((point) => point.endsWith(':import'))
  return who.some((point) => caller.points.has(point))
}
