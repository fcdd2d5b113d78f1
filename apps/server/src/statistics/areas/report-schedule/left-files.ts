import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How the names of the files begin that a run writes before they are stored. */
export const filesOfRun = (id: string): string => `report-${id}-`

/** Removes what is left on this machine of runs that have ended, or are gone. */
export async function removeLeftFiles(db: Db, folder: string): Promise<void> {
  const ofRuns = new Map<string, string[]>()
  for (const name of await readdir(folder)) {
    const [, id] = /^report-(\d{1,18})-/.exec(name) ?? []
    if (id) ofRuns.set(id, [...(ofRuns.get(id) ?? []), name])
  }
  if (ofRuns.size === 0) return
  const { rows } = await sql<{ id: string }>`
    select id from report_run where id = any(${[...ofRuns.keys()]}::bigint[]) and status = 'queued'`.execute(
    db.withoutPlugins(),
  )
  for (const { id } of rows) ofRuns.delete(id)
  for (const name of [...ofRuns.values()].flat()) await rm(join(folder, name), { force: true })
}
