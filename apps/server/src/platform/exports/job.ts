import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportFailure } from '@kabao/contract/kernel/export-body'
import type { Language } from '@kabao/contract/kernel/language'
import * as z from 'zod'
import { announceChanges } from '../db/changes.ts'
import type { Db } from '../db/client.ts'
import { isDatabaseFull } from '../db/passing.ts'
import { condemnFile, removeFiles, storeFile } from '../files/made.ts'
import type { AnyJob, Run } from '../jobs/job.ts'
import { defineJob } from '../jobs/job.ts'
import { dropJob } from '../jobs/orphans.ts'
import { sendJob } from '../jobs/send.ts'
import { isStorageFull } from '../storage/failure.ts'
import type { AnyListExport } from './list-export.ts'
import { TooManyRows, writeListFile } from './list-file.ts'
import { auditOutcome, notifyDone, notifyFailed } from './notify.ts'
import { announceExport, claimExportFile } from './storing.ts'
import * as tasks from './tasks.ts'

/** The job's data in the queue. It holds nothing of the request, which is encrypted with the task. */
export const exportQueue = { name: 'export', data: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }) }

/** How often a failed run is retried; a killed instance counts as a failed run. */
const retries = 4
/** How often progress is recorded, in milliseconds. */
const noteEveryMs = 500

/** The job that writes the files of exports that are too large for the response. @param lists every list that can be exported */
export const exportJob = (lists: readonly AnyListExport[]): AnyJob =>
  defineJob({
    ...exportQueue,
    title: ['导出列表', 'Export lists'],
    lane: 'heavy',
    retries,
    retrySeconds: 1,
    atOnce: 2,
    run: (run) => runExport(run, lists),
    async giveUp(run) {
      await failTask(run, run.data.id, null, 'stopped')
    },
  })

/** Why a run ends without a failure of its own. */
class Superseded extends Error {
  override name = 'Superseded'
}

async function runExport(job: Run<{ id: string }>, lists: readonly AnyListExport[]) {
  const { db, storage, settings } = job
  const run = randomUUID()
  const task = await db.transaction().execute(async (write) => {
    const begun = await tasks.begin(write, job.data.id, run)
    const left = begun?.leftFileId ? await condemnFile(write, begun.leftFileId) : undefined
    return begun && { ...begun, left }
  })
  // Cancelled, deleted, or done by a run that was killed before it recorded the end.
  if (!task) return { skipped: true }
  if (task.left) await removeFiles(db, storage, [task.left])
  await removeLeftovers(storage.incoming, task.id)

  const path = join(storage.incoming, `export-${task.id}-${run}`)
  let left: string | null = null
  try {
    const { rows, file, name } = await makeFile(job, lists, task, run, path)
    // In one transaction, so that the run after a killed run finds its file.
    const brought = await db.transaction().execute(async (write) => {
      const announced = await announceExport(write, file, name, task.createdBy)
      if (!(await tasks.noteFile(write, task.id, run, announced.id))) throw new Superseded()
      return announced
    })
    left = brought.id
    await storeFile(storage, brought, file)
    const days = settings.get('export.expiresAfterDays')
    await db.transaction().execute(async (write) => {
      const isOurs = await tasks.finish(write, task.id, run, { rows, fileSize: file.size, days })
      if (!isOurs) throw new Superseded()
      await claimExportFile(write, brought.id, task.id)
      await notifyDone(write, task, rows, days)
      await auditOutcome(write, task, { format: task.format, rows, size: file.size })
    })
    await announceEnd(db)
    return { rows, bytes: file.size }
  } catch (error) {
    if (error instanceof Superseded) {
      if (left !== null) await discard(job, left)
      return { skipped: true }
    }
    if (isDiskFull(error)) return await meetFullDisk(job, task, run)
    if (error instanceof TooManyRows) await failTask(job, task.id, run, 'tooManyRows')
    else if (!job.signal.aborted && job.attempt > retries) await failTask(job, task.id, run, 'unexpected')
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** The disk of this machine, of the stored files or of the database. */
const isDiskFull = (error: unknown): boolean => isStorageFull(error) || isDatabaseFull(error)

/** How often an export that met a full disk is tried again, for about seven hours, and the longest pause, in seconds. */
const mostSpaceTries = 12
const longestPause = 3_600

/** Returns the export to the queue for a while that grows; after the last try it has failed. */
async function meetFullDisk(job: Run<{ id: string }>, { id, spaceTries }: tasks.BegunTask, run: string) {
  const { db } = job
  if (spaceTries >= mostSpaceTries) {
    await failTask(job, id, run, 'diskFull')
    return { failure: 'diskFull' }
  }
  const after = Math.min(5 * 3 ** spaceTries, longestPause)
  const left = await db.transaction().execute(async (write) => {
    const jobId = (await sendJob(write, exportQueue, { id }, { after })) as string
    const waiting = await tasks.waitForSpace(write, id, run, jobId)
    if (!waiting) {
      // It was cancelled meanwhile.
      await dropJob(write, exportQueue.name, jobId)
      return undefined
    }
    return waiting.fileId ? condemnFile(write, waiting.fileId) : undefined
  })
  if (left) await removeFiles(db, job.storage, [left])
  await announceEnd(db)
  return { waitsForSpace: after }
}

/** Announces that an export has ended or waits. A page that misses it shows the end at its next read. */
const announceEnd = (db: Db) => announceChanges(db, ['exportTask', 'audit']).catch(() => undefined)

type Begun = NonNullable<Awaited<ReturnType<typeof tasks.begin>>>

/** Writes the whole file to a local disk, recording progress, and stops if the export was cancelled. */
async function makeFile(
  job: Run<{ id: string }>,
  lists: readonly AnyListExport[],
  task: Begun,
  run: string,
  path: string,
) {
  const { db, vault } = job
  const list = lists.find(({ resource }) => resource === task.resource) as AnyListExport
  const gone = new AbortController()
  let noting: Noting | undefined
  try {
    return await writeListFile(
      job,
      {
        list,
        path,
        language: task.language as Language,
        owner: task.scopeAdminId,
        body: list.body.parse(JSON.parse(vault.open(task.filterSealed, tasks.filterPurpose))),
      },
      {
        signal: AbortSignal.any([job.signal, gone.signal]),
        watch: ({ soFar }) => {
          // It begins anew when the replica has ended the read.
          void noting?.stop()
          noting = noteProgress(soFar, async (done) => {
            job.progress(done, Number(task.rowsTotal))
            if (!(await tasks.noteRows(db, task.id, run, done))) gone.abort(new Superseded())
          })
        },
      },
    )
  } catch (error) {
    throw gone.signal.aborted ? gone.signal.reason : error
  } finally {
    await noting?.stop()
  }
}

type Noting = ReturnType<typeof noteProgress>

/** Records the number of rows from time to time. A failed write is made up for by the next. */
function noteProgress(soFar: () => number, note: (done: number) => Promise<void>) {
  let noting: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    noting = noting.then(() => note(soFar())).catch(() => undefined)
  }, noteEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      await noting
    },
  }
}

/** Ends an export without a file, notifies the administrator who requested it, and deletes what it had stored. */
export async function failTask(
  { db, storage }: Pick<Run<unknown>, 'db' | 'storage'>,
  id: string,
  run: string | null,
  failure: ExportFailure,
): Promise<boolean> {
  const ended = await db.transaction().execute(async (write) => {
    const task = await tasks.fail(write, id, run, failure)
    if (!task) return null
    await notifyFailed(write, task, failure)
    return { file: task.fileId ? await condemnFile(write, task.fileId) : undefined }
  })
  if (ended?.file) await removeFiles(db, storage, [ended.file])
  if (ended) await announceEnd(db)
  return ended !== null
}

/** Deletes a file that its export does not need. */
async function discard({ db, storage }: Pick<Run<unknown>, 'db' | 'storage'>, fileId: string) {
  const file = await condemnFile(db, fileId)
  if (file) await removeFiles(db, storage, [file])
}

/** Deletes what killed runs of this export left on this machine. */
async function removeLeftovers(folder: string, id: string) {
  for (const name of await readdir(folder))
    if (name.startsWith(`export-${id}-`)) await rm(join(folder, name), { force: true })
}
