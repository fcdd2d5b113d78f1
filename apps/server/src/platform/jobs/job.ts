import type { Words } from '@kabao/contract'
import type pg from 'pg'
import type * as z from 'zod'
import type { Db } from '../db/client.ts'
import type { LongReads } from '../db/long-reads.ts'
import type { Faults } from '../faults/faults.ts'
import type { Vault } from '../keys/vault.ts'
import type { Settings } from '../settings/settings.ts'
import type { Storage } from '../storage/storage.ts'

/** What every job can use. A module adds its own in its `services.ts`. */
export interface JobServices {
  /** A separate pool, whose statements may take minutes. A job opens its own transactions and keeps them short. */
  db: Db
  /** The same connections, for COPY, which Kysely does not support. */
  pool: pg.Pool
  /** The replica, for reads of minutes; left out without one. */
  longReads?: LongReads | undefined
  settings: Settings
  storage: Storage
  vault: Vault
  /** What is wrong around this instance now. */
  faults: Faults
  /** The address under which people reach the console; null: it is not known. */
  publicUrl: string | null
}

/** One run of a job. */
export interface Run<D> extends JobServices {
  data: D
  /** 1 for the first try. */
  attempt: number
  /** Aborts when the service stops, the job is cancelled, or another instance has taken it over. */
  signal: AbortSignal
  /** Sets the progress that the jobs page shows; cheap, so a job may call it often. */
  progress(done: number, total?: number): void
}

/** A kind of work that runs in the background. */
export interface Job<D = unknown> {
  /** Unique, kebab-case: the name of its queue. */
  name: string
  title: Words
  /** The schema of its data. No personal data and no secret: it is stored, and shown on the jobs page. */
  data: z.ZodType<D>
  /**
   * Does the work. It may run twice (a process can be killed after the work and before its end is recorded), so a second run must
   * change nothing more. The jobs page shows what it returns: counts, no personal data.
   */
  run(run: Run<D>): Promise<Record<string, unknown> | undefined>
  /**
   * Called when the job is given up because its process was killed during several runs: ends the task in the area's own table and
   * notifies the administrator who requested it. It may run twice. Without it, only the log and the jobs page show the failure.
   */
  giveUp?(run: Run<D>): Promise<void>
  /** How often it is retried after a failure. Default 2. */
  retries?: number
  /** The delay before the first retry, in seconds; doubled for each further retry, with jitter. Default 30. */
  retrySeconds?: number
  /**
   * How long a run may take, in minutes; then it is aborted and counts as failed. Default: two hours for a light job, a day for a heavy
   * one.
   */
  longestMinutes?: number
  /** At most one runs on all instances together, and at most one waits. */
  isSingle?: boolean
  /**
   * The pool of connections it uses: `heavy` for a job that may hold a connection for minutes, such as the export of a whole list,
   * so that it delays only other heavy jobs. Default `light`: sweeps, messages, everything short.
   */
  lane?: 'light' | 'heavy'
  /** How many of these jobs one instance runs at once. Default 1. */
  atOnce?: number
  /** Its schedule, in the business time zone: minute, hour, day, month, weekday. A scheduled job gets the data `{}`. */
  cron?: string
}

/** A job with any data, as lists of jobs hold it. */
// biome-ignore lint/suspicious/noExplicitAny: the job's own schema checks its data before a run
export type AnyJob = Job<any>

/** Declares a job; its type follows from its schema. */
export const defineJob = <D>(job: Job<D>): Job<D> => job
