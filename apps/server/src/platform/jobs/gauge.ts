import { byLabel, type GaugeGroup } from '../metrics/database-gauges.ts'
import type { AnyJob } from './job.ts'
import { findBacklogs } from './pgboss-tables.ts'

/** What waits, runs and failed in the queue of each job. Prometheus would replace a label `job` by the name of its scrape. */
export const jobGauge = (jobs: readonly AnyJob[]): GaugeGroup => ({
  name: 'jobs',
  gauges: {
    job_queue_waiting_jobs: 'Jobs that may begin and wait, up to 10,000',
    job_queue_active_jobs: 'Jobs that run',
    job_queue_failed_jobs: 'Jobs of the last day that failed for good, up to 10,000',
    job_queue_oldest_wait_seconds: 'For how long the oldest job that may begin has waited',
  },
  labelNames: ['job_name'],
  async read(db) {
    const names = jobs.map(({ name }) => name)
    const backlogs = await findBacklogs(db, names)
    const of = (value: (backlog: (typeof backlogs)[number]) => number) =>
      byLabel('job_name', names, new Map(backlogs.map((backlog) => [backlog.name, value(backlog)])))
    return {
      job_queue_waiting_jobs: of(({ waiting }) => waiting),
      job_queue_active_jobs: of(({ active }) => active),
      job_queue_failed_jobs: of(({ failed }) => failed),
      job_queue_oldest_wait_seconds: of(({ oldestSeconds }) => oldestSeconds ?? 0),
    }
  },
})
