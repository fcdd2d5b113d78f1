import type { Words } from '@kabao/contract'
import type pg from 'pg'
import type * as z from 'zod'
import type { Db } from '#db/client'
import type { Settings } from '#settings/settings'
import type { Storage } from '../storage/storage.ts'
import type { Vault } from '../vault.ts'

/** What every job reaches. */
export interface JobServices {
  /** A pool of its own, whose statements may take minutes. A job makes its own transactions, short ones. */
  db: Db
  /** The same connections, for what Kysely has no word for: COPY. */
  pool: pg.Pool
  settings: Settings
  storage: Storage
  vault: Vault
}

/** One run of a job. */
export interface Run<D> extends JobServices {
  data: D
  /** 1 for the first try. */
  attempt: number
  /** Says that the service stops, that somebody cancelled the job, or that another instance has taken it over. */
  signal: AbortSignal
  /** Shown on the page of jobs; said as often as one likes. */
  progress(done: number, total?: number): void
}

/** A kind of work that is done beside the calls. */
export interface Job<D = unknown> {
  /** Unique, kebab-case: the name of its queue. */
  name: string
  title: Words
  /** What it is given; nothing personal and no secret: it is stored, and shown to who looks after the jobs. */
  data: z.ZodType<D>
  /**
   * Does it. It may be done twice (a process can be killed after the last line and before that is noted), so a second
   * time must change nothing more. What it returns is shown: counts, nothing personal.
   */
  run(run: Run<D>): Promise<Record<string, unknown> | undefined>
  /**
   * Ends what the job was to do, and says so to who asked for it: the job is given up, because its process was killed during run
   * after run. It may be done twice. Without it the log and the page of jobs alone say so.
   */
  giveUp?(run: Run<D>): Promise<void>
  /** How often it is tried again after a failure. Default 2. */
  retries?: number
  /** Before the first of these, in seconds; doubled each time, with some chance in it. Default 30. */
  retrySeconds?: number
  /** One at a time on all instances, and one more that waits. */
  isSingle?: boolean
  /**
   * Whose connections it works on: `heavy` for what may hold one for minutes, such as the export of a whole list, so that it holds
   * up its like alone. Default `light`: sweeps, messages, whatever is over soon.
   */
  lane?: 'light' | 'heavy'
  /** How many of them one instance does at once. Default 1. */
  atOnce?: number
  /** When it is done by itself, in the business zone: minute, hour, day, month, weekday. It is given `{}`. */
  cron?: string
}

/** A job as lists hold it, whatever it is given. */
// biome-ignore lint/suspicious/noExplicitAny: what a job is given is checked by its own schema before it is run
export type AnyJob = Job<any>

/** Declares a job; its type follows from its schema. */
export const defineJob = <D>(job: Job<D>): Job<D> => job
