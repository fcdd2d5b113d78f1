import { codes, type Language } from '@kabao/contract'
import { blacklistImport } from '@kabao/contract/blacklist-import'
import type { Caller } from '#access/caller'
import type { Db } from '#db/client'
import { claimFiles, findFile } from '#db/files'
import { invalid, notFound, Problem } from '#http/problem'
import { serve } from '#http/serve'
import { sendJob } from '#jobs/send'
import type { Services } from '../../../services.ts'
import { blacklistImportCheck } from './check-job.ts'
import { blacklistImportCommit } from './commit-job.ts'
import * as queries from './queries.ts'
import { showImport } from './show.ts'
import { templateOf, wrongRowsOf } from './tables.ts'

export const blacklistImportRoutes = ({ vault }: Services) => {
  const target = (id: string) => ({ kind: 'blacklistImport', id })
  /** @throws Problem where it is not there, or another's */
  const own = async (db: Db, id: string, { adminId }: Caller) => {
    const stored = await queries.find(db, id, adminId)
    if (!stored) throw notFound()
    return stored
  }
  const show = async (db: Db, id: string, caller: Caller, language: Language) =>
    showImport(await own(db, id, caller), language)

  return serve(
    blacklistImport,
    {
      imports: async ({ db, caller, language }) =>
        (await queries.findLatest(db, caller.adminId)).map((each) => showImport(each, language)),

      importTemplate: async ({ query, language }) => templateOf(query.format, language),

      importStart: async ({ db, body: { fileId }, caller, language, audit }) => {
        const { adminId } = caller
        for (const { id, status } of await queries.findLatest(db, adminId)) {
          if (status === 'committing') throw invalid({ fileId: 'importRunning' })
          // A new file takes the place of one that was not decided on.
          if (status === 'checking' || status === 'checked')
            await queries.move(db, id, ['checking', 'checked'], 'cancelled')
        }
        const file = await findFile(db, fileId)
        if (file?.createdBy !== adminId) throw invalid({ fileId: 'noSuchFile' })
        const id = await queries.insert(db, { fileId, fileName: file.name, adminId })
        await claimFiles(db, { owner: target(id), use: 'import', ids: [fileId], adminId, field: 'fileId' })
        await queries.setJob(db, id, await sendJob(db, blacklistImportCheck, { id }))
        audit({ target: target(id), after: { status: 'checking', size: Number(file.size) } })
        return show(db, id, caller, language)
      },

      importGet: ({ db, params, caller, language }) => show(db, params.id, caller, language),

      // Pressed twice it is done once: who comes second is told how far it is.
      importCommit: async ({ db, params: { id }, caller, language, audit }) => {
        const before = await own(db, id, caller)
        if (await queries.move(db, id, ['checked'], 'committing')) {
          await queries.setJob(db, id, await sendJob(db, blacklistImportCommit, { id }))
          audit({
            target: target(id),
            before: { status: before.status },
            after: { status: 'committing', new: before.report?.new ?? 0 },
          })
        }
        const stored = await own(db, id, caller)
        if (stored.status !== 'committing' && stored.status !== 'done')
          throw new Problem(codes.conflict, 'conflict')
        return showImport(stored, language)
      },

      importCancel: async ({ db, params: { id }, caller, language, audit }) => {
        const before = await own(db, id, caller)
        if (await queries.move(db, id, ['checking', 'checked', 'committing'], 'cancelled'))
          audit({ target: target(id), before: { status: before.status }, after: { status: 'cancelled' } })
        const stored = await own(db, id, caller)
        if (stored.status !== 'cancelled') throw new Problem(codes.conflict, 'conflict')
        return showImport(stored, language)
      },

      importWrong: async ({ db, params: { id }, caller, language }) => {
        const { status, report } = await own(db, id, caller)
        const isThere = status === 'checked' || status === 'committing' || status === 'done'
        if (!isThere || !report?.wrong) throw new Problem(codes.conflict, 'conflict')
        return wrongRowsOf(db, vault, id, language)
      },
    },
    { blacklist_import_open_key: { field: 'fileId', problem: 'importRunning' } },
  )
}
