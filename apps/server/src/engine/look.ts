import type { RunFacts } from '#users'
import { type Fitting, fittingPlans, type MatchContext } from './fitting.ts'
import type { WhyNot } from './match-run.ts'
import type { RunningPlan } from './plans/running.ts'
import type { PlanSnapshot } from './plans/snapshot.ts'
import type { Subject } from './reads.ts'

/** What a run of the match looked at. */
export interface Looked {
  snapshot: PlanSnapshot
  snapshotId: string
  facts: RunFacts
  /** The plans that it looked at, of the snapshot. */
  of: readonly RunningPlan[]
}

/** A ranking has two bytes for the place of a plan. A run over more plans keeps all figures. */
const mostPlans = 65_536

/**
 * As `fittingPlans`, for a run that will be stored: its snapshot is stored before, outside of the transaction of the run, so that nobody
 * waits for that.
 * @param of looks only at these, which were held at this moment
 */
export async function lookAtPlans(
  context: MatchContext,
  subject: Subject,
  at: number,
  whyNot: Map<RunningPlan, WhyNot>,
  of: readonly RunningPlan[] = context.plans.ofFlow(subject.person.flow),
): Promise<Fitting & { looked: Looked | undefined }> {
  // Before anything is waited for: the plans may be read again meanwhile.
  const snapshot = context.plans.snapshotOf(subject.person.flow)
  const found = await fittingPlans(context, subject, at, whyNot, of)
  if (!snapshot || snapshot.plans.length > mostPlans) return { ...found, looked: undefined }
  return { ...found, looked: { snapshot, snapshotId: await snapshot.stored(), facts: found.facts, of } }
}
