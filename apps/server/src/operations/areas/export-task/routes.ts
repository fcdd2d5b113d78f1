import { codes } from '@kabao/contract'
import type { ExportRow, ExportStatus } from '@kabao/contract/kernel/export-body'
import { exportTask } from '@kabao/contract/operations/export-task'
import { forbidden, notFound, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { refuseTooMany } from '#platform/exports/limits'
import { queueTask } from '#platform/exports/request'
import { findPageOfTasks, findTask } from '#platform/exports/shown'
import { giveTicket } from '#platform/files/files'
import { condemnFile } from '#platform/files/made'
import { serve } from '#platform/http/serve'
import * as queries from './queries.ts'
import { isStillAllowed } from './still-allowed.ts'

/** The states in which each act is possible. */
const open: readonly ExportStatus[] = ['queued', 'running']
const again: readonly ExportStatus[] = ['failed', 'cancelled', 'expired']

export const exportTaskRoutes = () => {
  const own = async (db: Db, id: string, { adminId }: Caller) => {
    const task = await queries.lock(db, id, adminId)
    if (!task) throw notFound()
    return task
  }
  const shown = async (db: Db, id: string, { adminId }: Caller): Promise<ExportRow> => {
    const task = await findTask(db, id, adminId)
    if (!task?.isOwn) throw notFound()
    return task
  }
  const target = (id: string) => ({ kind: 'exportTask', id })

  return serve(exportTask, {
    mine: ({ db, body, caller }) => findPageOfTasks(db, body, caller.adminId, caller.adminId),

    page: ({ db, body, caller }) => findPageOfTasks(db, body, caller.adminId, ownerOf(caller)),

    get: ({ db, params, caller }) => shown(db, params.id, caller),

    download: async ({ db, params, caller, audit }) => {
      const task = await own(db, params.id, caller)
      if (task.status !== 'done' || task.fileId === null) throw conflict()
      requireStillAllowed(caller, task)
      audit({
        target: target(task.id),
        after: { resource: task.resource, format: task.format, rows: Number(task.rowsTotal) },
      })
      return { ticket: await giveTicket(db, task.fileId, caller) }
    },

    cancel: async ({ db, params, caller, audit }) => {
      const task = await own(db, params.id, caller)
      if (!open.includes(task.status)) throw conflict()
      await queries.cancel(db, task)
      if (task.fileId) await condemnFile(db, task.fileId)
      audit({ target: target(task.id), before: { status: task.status }, after: { status: 'cancelled' } })
      return shown(db, task.id, caller)
    },

    retry: async ({ db, params, caller, audit }) => {
      const task = await own(db, params.id, caller)
      if (!again.includes(task.status) || !task.isRepeatable) throw conflict()
      requireStillAllowed(caller, task)
      await refuseTooMany(db, caller.adminId)
      await queries.reset(db, task.id)
      await queueTask(db, task.id)
      audit({ target: target(task.id), before: { status: task.status }, after: { status: 'queued' } })
      return shown(db, task.id, caller)
    },

    remove: async ({ db, params, caller, audit }) => {
      const task = await own(db, params.id, caller)
      if (open.includes(task.status)) throw conflict()
      await queries.remove(db, task.id)
      // Its bytes are deleted by the next sweep of files; until then nobody can fetch them.
      if (task.fileId) await condemnFile(db, task.fileId)
      audit({ target: target(task.id), before: { resource: task.resource, status: task.status } })
      return null
    },
  })
}

const conflict = () => new Problem(codes.conflict, 'conflict')

/** @throws Problem if the caller may no longer request this export */
function requireStillAllowed(caller: Caller, task: queries.OwnTask) {
  if (!isStillAllowed(caller, task)) throw forbidden()
}
