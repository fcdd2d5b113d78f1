import { codes, type Language } from '@kabao/contract'
import type { Caller } from '#access/caller'
import type { Db } from '#db/client'
import { claimFiles, findFile } from '#db/files'
import { invalid, notFound, Problem } from '#http/problem'
import { type Served, serve } from '#http/serve'
import { sendJob } from '#jobs/send'
import type { Services } from '../services.ts'
import { importCheckQueue } from './check-job.ts'
import { importCommitQueue } from './commit-job.ts'
import { type AnyListImport, targetOf } from './list-import.ts'
import { showImport } from './show.ts'
import * as tasks from './tasks.ts'
import { templateOf, wrongRowsOf } from './workbooks.ts'

/** Handles the endpoints of a list's import. */
export const importRoutes = ({ vault }: Pick<Services, 'vault'>, list: AnyListImport): Served => {
  const target = (id: string) => targetOf(list, id)
  /** @throws Problem if the import does not exist or another administrator sent it */
  const own = async (db: Db, id: string, { adminId }: Caller) => {
    const stored = await tasks.find(db, id, { list: list.name, adminId })
    if (!stored) throw notFound()
    return stored
  }
  const show = async (db: Db, id: string, caller: Caller, language: Language) =>
    showImport(list, await own(db, id, caller), language)

  return serve(
    list.endpoints,
    {
      imports: async ({ db, caller, language }) =>
        (await tasks.findLatest(db, list.name, caller.adminId)).map((each) =>
          showImport(list, each, language),
        ),

      importTemplate: async ({ query, language }) => templateOf(list, query.format, language),

      importStart: async ({ db, body: { fileId }, caller, language, audit }) => {
        const { adminId } = caller
        for (const { id, status } of await tasks.findLatest(db, list.name, adminId)) {
          if (status === 'committing') throw invalid({ fileId: 'importRunning' })
          // A new file replaces an import that still waits for its confirmation.
          if (status === 'checking' || status === 'checked')
            await tasks.move(db, id, ['checking', 'checked'], 'cancelled')
        }
        const file = await findFile(db, fileId)
        if (file?.createdBy !== adminId) throw invalid({ fileId: 'noSuchFile' })
        const id = await tasks.insert(db, { list: list.name, fileId, fileName: file.name, adminId })
        await claimFiles(db, { owner: target(id), use: 'import', ids: [fileId], adminId, field: 'fileId' })
        await tasks.setJob(db, id, await sendJob(db, importCheckQueue, { id }))
        audit({ target: target(id), after: { status: 'checking', size: Number(file.size) } })
        return show(db, id, caller, language)
      },

      importGet: ({ db, params, caller, language }) => show(db, params.id, caller, language),

      // A second confirmation does nothing and returns the progress.
      importCommit: async ({ db, params: { id }, caller, language, audit }) => {
        const before = await own(db, id, caller)
        if (await tasks.move(db, id, ['checked'], 'committing')) {
          await tasks.setJob(db, id, await sendJob(db, importCommitQueue, { id }))
          audit({
            target: target(id),
            before: { status: before.status },
            after: { status: 'committing', new: before.report?.counts.new ?? 0 },
          })
        }
        const stored = await own(db, id, caller)
        if (stored.status !== 'committing' && stored.status !== 'done')
          throw new Problem(codes.conflict, 'conflict')
        return showImport(list, stored, language)
      },

      importCancel: async ({ db, params: { id }, caller, language, audit }) => {
        const before = await own(db, id, caller)
        if (await tasks.move(db, id, ['checking', 'checked', 'committing'], 'cancelled'))
          audit({ target: target(id), before: { status: before.status }, after: { status: 'cancelled' } })
        const stored = await own(db, id, caller)
        if (stored.status !== 'cancelled') throw new Problem(codes.conflict, 'conflict')
        return showImport(list, stored, language)
      },

      importWrong: async ({ db, params: { id }, caller, language }) => {
        const { status, report } = await own(db, id, caller)
        const isThere = status === 'checked' || status === 'committing' || status === 'done'
        if (!isThere || !report?.counts.wrong) throw new Problem(codes.conflict, 'conflict')
        return wrongRowsOf(list, { db, vault, id, language })
      },
    },
    { import_task_open_key: { field: 'fileId', problem: 'importRunning' } },
  )
}
