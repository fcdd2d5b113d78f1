import { randomUUID } from 'node:crypto'
import type PgBoss from 'pg-boss'
import type { Db } from '../db/client.ts'
import { type Meters, secondsSince } from '../metrics/meters.ts'
import { inSpan, type Span, typeOf } from '../tracing/tracing.ts'
import { leaseSeconds as firstLeaseSeconds, statementsOf } from './boss.ts'
import { describeFailure } from './errors.ts'
import type { AnyJob, JobServices } from './job.ts'
import { noteBegin, noteEnd } from './kills.ts'
import { endRetries, giveBack, type HeldRun, lockRun, renewLease } from './pgboss-tables.ts'
import { apartFromTrace } from './trace.ts'

export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface Limits {
  /** The lease of a run that sends no heartbeat, in seconds. */
  leaseSeconds: number
  /** How often the worker polls for jobs that were not announced (delayed jobs, and jobs returned to the queue), in seconds. */
  lookSeconds: number
  /** How long a stop waits for running jobs, in seconds. */
  stopSeconds: number
  /** How many runs of one job may be killed with their process before the job is given up. */
  killedRuns: number
  /** How long a run may take by its lane, in minutes, unless its job says otherwise. */
  longestMinutes: { light: number; heavy: number }
}

export interface Worker {
  /** Polls for a job now. */
  wake(): void
  /** Takes no more jobs, aborts the running ones, and returns to the queue those that do not end in time. */
  stop(): Promise<void>
}

interface Taken extends HeldRun {
  data: unknown
  /** The span that sent it. */
  traceparent: string | null
}

/** Why a run is aborted. */
class Ended extends Error {
  override name = 'Ended'
}

/** A run took longer than its job may. */
class TookTooLong extends Error {
  override name = 'TookTooLong'
}

/** Why a job is not retried. */
class GivenUp extends Error {
  override name = 'GivenUp'
}

/** Runs the jobs of one kind one after the other; several workers run several at once. */
export function startWorker(
  { boss, db, meters }: { boss: PgBoss; db: Db; meters: Meters },
  job: AnyJob,
  services: JobServices,
  log: Log,
  limits: Limits,
): Worker {
  let isStopping = false
  let wakeUp: (() => void) | null = null
  let isAwake = false
  /** Ends of runs that could not be recorded yet because the database did not respond. */
  const unnoted: (() => Promise<void>)[] = []
  const noteEnds = async () => {
    for (let note = unnoted[0]; note; note = unnoted[0]) {
      await note()
      unnoted.shift()
    }
  }
  let running: { controller: AbortController; giveBack: () => Promise<void> } | null = null

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const fetchOne = async (): Promise<Taken | undefined> => {
    const [taken] = await boss.fetch<unknown>(job.name, { includeMetadata: true })
    return (
      taken && { ...apartFromTrace(taken.data), name: job.name, id: taken.id, retryCount: taken.retryCount }
    )
  }

  const loop = async () => {
    while (!isStopping) {
      isAwake = false
      try {
        await noteEnds()
        const taken = await fetchOne()
        if (taken) {
          await inSpan(spanOf(taken), (span) => runOne(taken, span))
          continue
        }
      } catch (error) {
        log.warn({ err: error, job: job.name }, 'the queue does not respond')
        await sleep(limits.lookSeconds * 1_000)
        continue
      }
      if (!isAwake && !isStopping) await sleep(limits.lookSeconds * 1_000)
    }
  }

  const runOne = async (taken: Taken, span: Span) => {
    const started = performance.now()
    const controller = new AbortController()
    const lease = keepLease(db, taken, limits.leaseSeconds, (why) => controller.abort(new Ended(why)))
    const longest = job.longestMinutes ?? limits.longestMinutes[job.lane ?? 'light']
    const late = setTimeout(
      () => controller.abort(new TookTooLong(`It took longer than ${longest} minutes`)),
      longest * 60_000,
    )
    const runId = randomUUID()
    let isOver = false
    /** Records once that the run has ended, or leaves it to the next poll. A run whose end is never recorded counts as killed. */
    const end = async () => {
      if (isOver) return
      isOver = true
      unnoted.push(() => noteEnd(db, taken.id, runId))
      await noteEnds().catch(() => undefined)
    }
    let isGivenBack = false
    const giveRunBack = async () => {
      if (isGivenBack) return
      isGivenBack = true
      await end()
      await giveBack(db, taken, firstLeaseSeconds)
    }
    running = { controller, giveBack: giveRunBack }
    const about = { job: job.name, jobId: taken.id, attempt: taken.retryCount + 1 }
    try {
      const killed = await noteBegin(db, job.name, taken.id, runId)
      const run = {
        ...services,
        data: job.data.parse(taken.data),
        attempt: taken.retryCount + 1,
        signal: controller.signal,
        progress: lease.progress,
      }
      if (killed >= limits.killedRuns) {
        await job.giveUp?.(run)
        throw new GivenUp(`Its process was killed during ${killed} runs`)
      }
      const output = await untilLeft(job.run(run), controller.signal, limits.stopSeconds)
      // A run that finishes while the service stops counts as done. A job that another instance has taken over is not ours to end.
      if (!isStopping) controller.signal.throwIfAborted()
      await lease.end()
      const isKept = await complete(boss, db, taken, output ?? null)
      await end()
      meters.jobRun(job.name, isKept ? 'done' : 'ended', secondsSince(started))
      const ms = Math.round(performance.now() - started)
      if (isKept) log.info({ ...about, ms }, 'a job is done')
      else log.warn({ ...about, ms }, 'a job was done, but had been cancelled or taken over')
    } catch (thrown) {
      // A run that is aborted may end with another error.
      const error = controller.signal.aborted ? controller.signal.reason : thrown
      await lease.end()
      await end()
      meters.jobRun(job.name, error instanceof Ended ? 'ended' : 'failed', secondsSince(started))
      span.fail(typeOf(error))
      if (isStopping && controller.signal.aborted) await giveRunBack()
      else if (error instanceof Ended) log.warn({ ...about, why: error.message }, 'a job was ended')
      else {
        log.error({ ...about, err: error }, error instanceof GivenUp ? 'a job was given up' : 'a job failed')
        await fail(boss, db, taken, error)
      }
    } finally {
      clearTimeout(late)
      running = null
    }
  }

  const looping = loop()
  return {
    wake() {
      isAwake = true
      wakeUp?.()
    },
    async stop() {
      isStopping = true
      wakeUp?.()
      running?.controller.abort(new Ended('the service stops'))
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), limits.stopSeconds * 1_000)
      })
      const how = await Promise.race([looping, late])
      clearTimeout(timer)
      if (how === 'late') await running?.giveBack()
    },
  }
}

/**
 * Awaits a run. Once it is aborted it has some seconds to end; then it is left to itself, so that one that never ends does not keep the
 * others from running. What it does later changes nothing more, as a run that was taken for dead.
 */
async function untilLeft<T>(run: Promise<T>, signal: AbortSignal, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const left = new Promise<never>((_resolve, reject) => {
    const begin = () => {
      timer = setTimeout(() => reject(signal.reason), seconds * 1_000)
    }
    if (signal.aborted) begin()
    else signal.addEventListener('abort', begin, { once: true })
  })
  try {
    return await Promise.race([run, left])
  } finally {
    clearTimeout(timer)
  }
}
const spanOf = ({ name, retryCount, traceparent }: Taken) => ({
  name: `job ${name}`,
  kind: 'consumer' as const,
  attributes: { 'kabao.job': name, 'kabao.attempt': retryCount + 1 },
  parent: traceparent,
})

/** Sends heartbeats of a run with its progress, and aborts the run when the job no longer belongs to it. */
function keepLease(db: Db, taken: Taken, leaseSeconds: number, lose: (why: string) => void) {
  let latest: { done: number; total?: number } | null = null
  let isEnded = false
  let writing: Promise<void> = Promise.resolve()
  let soon: NodeJS.Timeout | undefined

  const write = async () => {
    if (isEnded) return
    try {
      const isHeld = await renewLease(db, taken, leaseSeconds, latest && { progress: latest })
      if (!isHeld && !isEnded) lose('it was cancelled, or another instance has taken it over')
    } catch {
      // The next heartbeat retries. If none gets through, another instance takes over, and the run is aborted then.
    }
  }
  const beat = setInterval(
    () => {
      writing = writing.then(write)
    },
    (leaseSeconds * 1_000) / 3,
  )

  return {
    progress(done: number, total?: number) {
      latest = { done, ...(total !== undefined && { total }) }
      soon ??= setTimeout(() => {
        soon = undefined
        writing = writing.then(write)
      }, 500)
    },
    async end() {
      isEnded = true
      clearInterval(beat)
      clearTimeout(soon)
      await writing
    },
  }
}

/** @returns whether the job still belonged to this run */
const complete = (
  boss: PgBoss,
  db: Db,
  taken: Taken,
  output: Record<string, unknown> | null,
): Promise<boolean> =>
  db.transaction().execute(async (write) => {
    if (!(await lockRun(write, taken))) return false
    await boss.complete(taken.name, taken.id, output as object, { db: statementsOf(write) })
    return true
  })

/** Schedules a retry, or fails the job if no retry is left; does nothing if another instance has taken it over. */
const fail = (boss: PgBoss, db: Db, taken: Taken, error: unknown): Promise<void> =>
  db.transaction().execute(async (write) => {
    if (!(await lockRun(write, taken))) return
    if (error instanceof GivenUp) await endRetries(write, taken)
    await boss.fail(taken.name, taken.id, describeFailure(error), { db: statementsOf(write) })
  })
