import { codes, inLanguage, type Language } from '@kabao/contract'
import { type JobRow, job } from '@kabao/contract/operations/job'
import { auditValues } from '#platform/audit/audit-values'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { databaseDate } from '#platform/db/now'
import { serve } from '#platform/http/serve'
import type { AnyJob } from '#platform/jobs/job'
import { findQueueFacts, type StoredJob } from '#platform/jobs/pgboss-tables'
import { nextTime } from '#platform/jobs/schedule'
import { sendJob } from '#platform/jobs/send'
import type { Services } from '#platform/services'
import * as queries from './queries.ts'

export const jobRoutes = ({ settings }: Services, jobs: readonly AnyJob[]) => {
  const known = (name: string): AnyJob => {
    const found = jobs.find((each) => each.name === name)
    if (!found) throw invalid({ name: 'choice' })
    return found
  }
  const stored = async (db: Db, { name, id }: { name: string; id: string }) => {
    const found = await queries.findJob(db, known(name).name, id)
    if (!found) throw notFound()
    return found
  }
  /** A job that runs one at a time may already have another one waiting. */
  const sent = (id: string | null): { id: string } => {
    if (id === null) throw conflict()
    return { id }
  }

  return serve(job, {
    queues: ({ db, language }) => {
      const zone = settings.get('business.timezone')
      const now = databaseDate()
      return Promise.all(
        jobs.map(async ({ name, title, cron = null }) => ({
          name,
          title: inLanguage(title, language),
          cron,
          nextAt: cron && nextTime(cron, zone, now).toISOString(),
          ...(await findQueueFacts(db, name)),
        })),
      )
    },

    page: async ({ db, body, language }) => {
      const names = jobs.map(({ name }) => name)
      const page = await queries.findPageOfJobs(db, body, names)
      return { ...page, records: page.records.map((row) => shown(row, jobs, language)) }
    },

    run: async ({ db, body, audit }) => {
      const asked = known(body.name)
      if (asked.cron === undefined) throw invalid({ name: 'choice' })
      const answer = sent(await sendJob(db, asked, {}))
      audit({ target: { kind: 'job', id: answer.id }, after: { name: asked.name } })
      return answer
    },

    again: async ({ db, body, audit }) => {
      const before = await stored(db, body)
      const asked = known(body.name)
      // The stored data may no longer fit the job's current schema.
      if (before.completedOn === null || !asked.data.safeParse(before.data).success) throw conflict()
      const answer = sent(await sendJob(db, asked, before.data))
      audit({ target: { kind: 'job', id: answer.id }, after: { name: before.name, again: before.id } })
      return answer
    },

    cancel: async ({ db, body, audit }) => {
      const { id, name, state } = await stored(db, body)
      if (!(await queries.cancelJob(db, name, id))) throw conflict()
      audit({ target: { kind: 'job', id }, before: { name, state }, after: { state: 'cancelled' } })
      return null
    },
  })
}

const conflict = () => new Problem(codes.conflict, 'conflict')

/** A run as the jobs page shows it. */
function shown(row: StoredJob, jobs: readonly AnyJob[], language: Language): JobRow {
  const { retryCount, retryLimit, data, output, ...rest } = row
  const title = jobs.find(({ name }) => name === row.name)?.title
  const { error = null, progress = null, value = null, ...result } = valuesOf(output) ?? {}
  return {
    ...rest,
    title: title ? inLanguage(title, language) : row.name,
    attempt: retryCount + 1,
    attempts: retryLimit + 1,
    data: valuesOf(data),
    progress: row.state === 'active' ? (progress as JobRow['progress']) : null,
    error: errorOf(error ?? value),
    output: Object.keys(result).length > 0 ? result : null,
  }
}

/** Masks the stored output before it is returned, although it should contain no personal data. */
const valuesOf = (stored: unknown) =>
  typeof stored === 'object' && stored !== null ? auditValues(stored as Record<string, unknown>) : null

/** The stored failure, in our form or in that of the queue for a run without heartbeats. */
function errorOf(error: unknown): JobRow['error'] {
  if (typeof error !== 'object' || error === null) return null
  const { name, message, code, stack } = error as Record<string, unknown>
  return {
    name: String(name ?? 'Error'),
    message: String(message ?? ''),
    ...(code !== undefined && { code: String(code) }),
    stack: String(stack ?? ''),
  }
}
