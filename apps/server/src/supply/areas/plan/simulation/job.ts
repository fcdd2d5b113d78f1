import type { PlanTerms } from '@kabao/contract/supply/plan-terms'
import { regionName } from '@kabao/region'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { defineJob, type Run } from '#platform/jobs/job'
import { businessClock, calendarDay } from '#platform/settings/business-clock'
import { startReplay } from './replay.ts'
import * as store from './store.ts'
import { newestUsers, readUsers } from './users.ts'

/** How many users are read with one query. */
const chunk = 500
const retries = 2

/** The job that runs the terms of a plan against the newest users. */
export const simulationJob = defineJob({
  name: 'plan-simulation',
  title: ['模拟计划', 'Simulate plans'],
  data: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  retries,
  retrySeconds: 1,
  async run(job) {
    try {
      return await simulate(job)
    } catch (error) {
      if (!job.signal.aborted && job.attempt > retries)
        await store.failSimulation(job.db, job.data.id, 'unexpected')
      throw error
    }
  },
  async giveUp({ db, data }) {
    await store.failSimulation(db, data.id, 'stopped')
  },
})

async function simulate({ db, vault, settings, data: { id }, signal, progress }: Run<{ id: string }>) {
  const begun = await store.beginSimulation(db, id)
  if (!begun) return { skipped: true }
  const { terms, scopeAdminId } = begun
  const org = await findOrg(db, terms)
  const replay = startReplay(
    { ...terms, status: 'running', org },
    org.availableFen,
    businessClock(settings),
    calendarDay(settings),
  )
  const ids = await newestUsers(db, scopeAdminId)
  for (let from = 0; from < ids.length; from += chunk) {
    signal.throwIfAborted()
    if (!(await store.noteProgress(db, id, from, ids.length))) return { skipped: true }
    progress(from, ids.length)
    const { orgId, dedupeDays } = terms
    const users = await readUsers(db, vault, { ids: ids.slice(from, from + chunk), orgId, dedupeDays })
    for (const user of users) replay.add(user)
  }
  if (!(await store.noteProgress(db, id, ids.length, ids.length))) return { skipped: true }
  const result = replay.result(regionName)
  await store.endSimulation(db, id, result)
  return { users: result.users, fits: result.fits }
}

/** The organization of a plan as it is now; one that does not exist takes nobody. */
export async function findOrg(db: Db, { orgId, flow }: Pick<PlanTerms, 'orgId' | 'flow'>) {
  const { rows } = await sql<{ status: string; cityCodes: string[]; availableFen: number }>`
    select o.status, o.city_codes as "cityCodes", (a.balance_fen - a.held_fen)::float8 as "availableFen"
    from org o join org_account a on a.org_id = o.id where o.id = ${orgId} and o.flow = ${flow}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? { status: 'none', cityCodes: [], availableFen: 0 }
}
