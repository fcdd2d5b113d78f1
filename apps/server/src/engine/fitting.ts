import { calendarDay } from '#platform/settings/business-clock'
import { type Closed, closedBy, elapsedShare, isCapped, misfitOfUse, momentAt } from '#supply'
import type { RunFacts } from '#users'
import { unused } from './caps/claim.ts'
import type { Engine } from './engine.ts'
import type { WhyNot } from './match-run.ts'
import { asMatchPerson } from './person.ts'
import { indexOf } from './plans/plan-index.ts'
import type { RunningPlan } from './plans/running.ts'
import type { Reads, Subject, Usage } from './reads.ts'

/** The parts of the engine that finding plans needs. */
export type RowContext = Pick<Engine, 'db' | 'vault' | 'settings' | 'plans' | 'clock'>

/** The same, with a way to read that may share statements with others. */
export type MatchContext = Pick<Engine, 'settings' | 'plans' | 'clock'> & { reads: Pick<Reads, 'usage'> }

/** The plans that fit a person. */
export interface Fitting {
  fitting: RunningPlan[]
  /** Of their organizations those whose breaker is half open: who goes there must be the probe (`claimProbe`). */
  halfOpen: Map<string, Closed>
  /** What is known of the moment and of the person. */
  facts: RunFacts
}

/**
 * The plans of the person's flow that fit by what is known now; the others are added to `whyNot`.
 * @param at when the person would be sent, in milliseconds since 1970
 * @param of looks only at these
 */
export async function fittingPlans(
  { settings, plans, clock, reads }: MatchContext,
  { person, isBlacklisted, daysSinceSent: sent }: Subject,
  at: number,
  whyNot: Map<RunningPlan, WhyNot>,
  of: readonly RunningPlan[] = plans.ofFlow(person.flow),
): Promise<Fitting> {
  const businessClock = clock()
  const moment = momentAt(at, businessClock)
  const base = asMatchPerson(person, calendarDay(settings, new Date(at)))
  const keep = (
    among: readonly RunningPlan[],
    misfitBy: (plan: RunningPlan, place: number) => WhyNot | null,
  ) =>
    among.filter((plan, place) => {
      const misfit = misfitBy(plan, place)
      if (misfit) whyNot.set(plan, misfit)
      return misfit === null
    })
  const misfits = indexOf(of).misfits({ ...base, isBlacklisted }, sent, moment)
  const facts = { ...moment, ...base, isBlacklisted, sent: Object.fromEntries(sent) }
  const fitting = keep(of, (_, place) => misfits[place] ?? null)
  if (fitting.length === 0) return { fitting, halfOpen: new Map(), facts }
  const { used, available, closed } = await reads.usage({
    planIds: fitting.filter(isCapped).map(({ id }) => id),
    orgIds: fitting.map(({ orgId }) => orgId),
    at,
  })
  const affordable = keep(fitting, (plan) =>
    misfitOfUse(plan, {
      ...(used.get(plan.id) ?? unused),
      elapsed: plan.isPaced ? elapsedShare(plan.windows, at, businessClock) : 1,
      availableFen: available.get(plan.orgId) ?? 0,
    }),
  )
  return { ...reachable(affordable, closed, whyNot), facts }
}

/** The plans of organizations that may be called. */
function reachable(
  plans: readonly RunningPlan[],
  closed: Usage['closed'],
  whyNot: Map<RunningPlan, WhyNot>,
): Omit<Fitting, 'facts'> {
  const halfOpen = new Map<string, Closed>()
  const fitting = plans.filter((plan) => {
    const closing = closed.get(plan.orgId)
    if (closing?.rule === 'halfOpen') halfOpen.set(plan.orgId, closing)
    else if (closing) whyNot.set(plan, closedBy(closing))
    return !closing || closing.rule === 'halfOpen'
  })
  return { fitting, halfOpen }
}
