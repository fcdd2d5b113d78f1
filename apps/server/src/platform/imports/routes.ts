import { codes, type Language } from '@kabao/contract'
import { notFound, Problem } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import type { Db } from '../db/client.ts'
import { type Served, serve } from '../http/serve.ts'
import { sendJob } from '../jobs/send.ts'
import type { Services } from '../services.ts'
import { chosenIn, columnsIn } from './columns.ts'
import { importCommitQueue } from './commit-job.ts'
import { type AnyListImport, targetOf } from './list-import.ts'
import { showImport } from './show.ts'
import { startConflicts, startImport } from './start.ts'
import * as tasks from './tasks.ts'
import { findAllowed, templateOf, wrongRowsOf } from './workbooks.ts'

/** Handles the endpoints of a list's import. */
export const importRoutes = (services: Pick<Services, 'vault' | 'storage'>, list: AnyListImport): Served => {
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

      importTemplate: async ({ db, query: { format }, caller, language }) => {
        const allowed = format === 'xlsx' ? await findAllowed(db, list, caller.adminId) : {}
        return templateOf(list, { format, language, allowed })
      },

      importStart: async ({ db, body: { fileId, titles }, caller, language, audit }) => {
        const { adminId } = caller
        const columns = titles ? await chosenIn(services, list, { db, fileId, adminId, titles }) : null
        return async (write) => {
          const id = await startImport(write, list, { fileId, adminId, columns, audit })
          return show(write, id, caller, language)
        }
      },

      importColumns: ({ db, body: { fileId }, caller: { adminId } }) =>
        columnsIn(services, list, { db, fileId, adminId }),

      importGet: ({ db, params, caller, language }) => show(db, params.id, caller, language),

      // A second confirmation does nothing and returns the progress.
      importCommit: async ({ db, params: { id }, caller, language, audit, ...asked }) => {
        const before = await own(db, id, caller)
        // Only the body of a list with choices has any.
        const choices = (asked as { body?: Record<string, string> }).body
        if (await tasks.move(db, id, ['checked'], 'committing', choices ? { choices } : {})) {
          await tasks.setJob(db, id, await sendJob(db, importCommitQueue, { id }))
          audit({
            target: target(id),
            before: { status: before.status },
            after: { status: 'committing', new: before.report?.counts.new ?? 0, ...choices },
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
        return wrongRowsOf(list, { db, vault: services.vault, id, language })
      },
    },
    startConflicts,
  )
}
