import { createBatcher } from '#platform/batcher'
import type { Changes } from '#platform/db/changes'
import type { Db } from '#platform/db/client'
import type { Listener } from '#platform/db/listen'
import type { Vault } from '#platform/keys/vault'
import { type Meters, noMeters, secondsSince } from '#platform/metrics/meters'
import type { Outgoing } from '#platform/outgoing/outgoing'
import { businessClock } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { inSpan } from '#platform/tracing/tracing'
import { type NotedCall, noteCalls, orgLimits } from '#supply'
import { ownRiskProvider, type RiskProvider } from '#users'
import { createBeginning } from './attempts.ts'
import { createCallPlaces } from './call-places.ts'
import { createDeciding } from './decide.ts'
import type { Engine, Point } from './engine.ts'
import { check } from './half/check.ts'
import { createChecks } from './half/checks.ts'
import { match } from './match.ts'
import { createPartnerErrors } from './partner-errors.ts'
import { createRunningPlans } from './plans/running.ts'
import { matchTarget } from './push-plans/match-target.ts'
import { startRunner } from './push-plans/runner.ts'
import { query } from './query.ts'
import { createReads } from './reads.ts'
import { retry } from './retry.ts'
import { type Pauses, standardPauses } from './retry-times.ts'
import { createScreening } from './screen.ts'
import { createSettling } from './settle.ts'
import { type Release, releaseSteps, type Step, type StepKind } from './steps.ts'
import { submit } from './submit.ts'
import { startWaker } from './wake.ts'
import { type Log, standardLimits, startWorker, type WorkerLimits } from './worker.ts'

export interface EngineOptions {
  /** A pool of its own, so that calls of the console never wait for the pipeline. */
  db: Db
  vault: Vault
  settings: Settings
  listener: Listener
  outgoing: Outgoing
  riskOf?: (own: RiskProvider) => RiskProvider
  /** Tells consoles, outside every transaction, that pushes and users have changed. */
  changes?: Pick<Changes, 'note'>
  log: Log
  meters?: Meters
  limits?: Partial<WorkerLimits>
  /** The pause after which due push plans are looked for again, in milliseconds. */
  runnerMs?: number
  pauses?: Pauses
  /** Is called between the transactions of a push; a test ends the instance there. */
  at?: (point: Point, pushId: string) => Promise<void> | void
}

export interface RunningEngine {
  engine: Engine
  /** Begins no more steps, and waits for those under way. */
  stop(): Promise<void>
}

const steps: Record<
  Exclude<StepKind, 'ask' | 'screen'>,
  (engine: Engine, step: Step) => Promise<Step | null>
> = {
  check,
  submit,
  query,
  retry,
  match: (engine, step) => (step.state.pushPlanId === undefined ? match : matchTarget)(engine, step),
}

/** Starts the pipeline on this instance. Any number of instances share the due steps. */
export async function startEngine({
  limits,
  runnerMs = 500,
  ...options
}: EngineOptions): Promise<RunningEngine> {
  const { db, vault, settings, listener, outgoing, log, meters = noMeters } = options
  const allLimits = { ...standardLimits, ...limits }
  const own = ownRiskProvider(db, { vault, timeZone: () => settings.get('business.timezone') })
  const plans = await createRunningPlans(db, listener, log, settings)
  const clock = () => businessClock(settings)
  const { leaseMs } = allLimits
  const pauses = options.pauses ?? standardPauses
  const engine: Engine = {
    db,
    vault,
    settings,
    outgoing,
    plans,
    log,
    meters,
    clock,
    reads: createReads({ db, vault, clock }),
    deciding: createDeciding({ db, clock, leaseMs }),
    checks: createChecks({ db, settings, leaseMs }),
    beginning: createBeginning({ db, leaseMs }),
    noting: createBatcher({
      run: (calls: readonly NotedCall[]) => noteCalls(db, calls),
      waitMs: 5,
      most: 100,
    }),
    settling: createSettling({ db, clock, leaseMs, meters, pauses }),
    risk: options.riskOf?.(own) ?? own,
    partnerErrors: createPartnerErrors(db, settings, log),
    places: createCallPlaces(orgLimits.concurrent),
    releasing: createBatcher({
      run: async (releases: readonly Release[]) => {
        await releaseSteps(db, releases)
        return releases.map(() => null)
      },
    }),
    pauses,
    leaseMs,
    at: options.at,
  }
  const screening = createScreening(engine)
  // A step that waits for a person is never due.
  const run = async (step: Step) => {
    const begun = performance.now()
    const attributes = { 'kabao.step': step.kind }
    const doing = inSpan(
      { name: `step ${step.kind}`, kind: 'internal', attributes, parent: null },
      async () =>
        step.kind === 'screen'
          ? (await screening.add(step)).next
          : steps[step.kind as keyof typeof steps](engine, step),
    )
    const next = await doing.catch((error: unknown) => {
      meters.pipelineStep(step.kind, 'failed', secondsSince(begun))
      throw error
    })
    meters.pipelineStep(step.kind, 'done', secondsSince(begun))
    options.changes?.note(['push', 'user', ...(step.state.pushPlanId === undefined ? [] : ['pushPlan'])])
    return next
  }
  const worker = startWorker(db, run, log, allLimits)
  const runner = startRunner(engine, {
    idleMs: runnerMs,
    note: () => options.changes?.note(['pushPlan', 'audit']),
  })
  const waker = startWaker(engine)
  return {
    engine,
    async stop() {
      await Promise.all([worker.stop(), runner.stop(), waker.stop()])
      const { partnerErrors, reads, deciding, releasing, checks, beginning, noting, settling } = engine
      const batchers = [reads, deciding, releasing, checks, beginning, noting, settling, screening]
      await Promise.all([partnerErrors, ...batchers].map((each) => each.stop()))
      plans.stop()
    },
  }
}
