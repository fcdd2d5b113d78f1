import { inLanguage, type Language } from '@kabao/contract'
import type { QueueFacts } from '@kabao/contract/operations/operation-work'
import type { Db } from '#platform/db/client'
import { databaseDate } from '#platform/db/now'
import type { AnyJob } from '#platform/jobs/job'
import { findBacklogs } from '#platform/jobs/pgboss-tables'
import { nextTime } from '#platform/jobs/schedule'

/** What waits, runs and failed in the queues of the jobs, and which job is scheduled next. */
export async function readQueues(
  db: Db,
  jobs: readonly AnyJob[],
  { language, zone }: { language: Language; zone: string },
): Promise<QueueFacts> {
  const titles = new Map(jobs.map(({ name, title }) => [name, inLanguage(title, language)]))
  const backlogs = await findBacklogs(db, [...titles.keys()])
  const busy = backlogs
    .filter(({ waiting, active, failed }) => waiting + active + failed > 0)
    .map((each) => ({ ...each, title: titles.get(each.name) ?? each.name }))
  const sum = (field: 'waiting' | 'active' | 'failed') =>
    backlogs.reduce((total, each) => total + each[field], 0)
  const waits = backlogs.flatMap(({ oldestSeconds }) => (oldestSeconds === null ? [] : oldestSeconds))
  return {
    waiting: sum('waiting'),
    active: sum('active'),
    failed: sum('failed'),
    oldestSeconds: waits.length === 0 ? null : Math.max(...waits),
    next: nextOf(jobs, language, zone),
    busy,
  }
}

function nextOf(jobs: readonly AnyJob[], language: Language, zone: string): QueueFacts['next'] {
  const now = databaseDate()
  const times = jobs.flatMap(({ title, cron }) =>
    cron === undefined ? [] : { title, at: nextTime(cron, zone, now).toISOString() },
  )
  const [first] = times.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return first ? { title: inLanguage(first.title, language), at: first.at } : null
}
