import {
  type MatchPerson,
  type Moment,
  misfitForAll,
  misfitOfPerson,
  misfitOfUse,
  personTermsOf,
} from '#supply'
import { unused } from '../caps/claim.ts'
import type { WhyNot } from '../match-run.ts'
import type { RunningPlan } from './running.ts'

/** Plans prepared for the match of many people: what many of them have in common is compared once. */
export interface PlanIndex {
  /**
   * Why plans do not take a person, by their places, if nothing of them is used and everything can be paid; null: they do. It says what
   * comparing each would say.
   * @param sent how many days ago the person went to organizations
   * @param moment by the business clock
   */
  misfits(
    person: Omit<MatchPerson, 'daysSinceSent'>,
    sent: ReadonlyMap<string, number>,
    moment: Moment,
  ): (WhyNot | null)[]
}

const indexes = new WeakMap<readonly RunningPlan[], PlanIndex>()

/** The index of these plans, which is made once for each list. */
export function indexOf(plans: readonly RunningPlan[]): PlanIndex {
  const known = indexes.get(plans)
  if (known) return known
  const made = createIndex(plans)
  indexes.set(plans, made)
  return made
}

const free = { ...unused, elapsed: 1, availableFen: Number.POSITIVE_INFINITY }

function createIndex(plans: readonly RunningPlan[]): PlanIndex {
  const { groupOf, firsts } = groupByTerms(plans)
  const unusable = plans.map((plan) => misfitOfUse(plan, free))
  /** What does not depend on the person, for one minute. */
  let minute: { key: string; misfits: (WhyNot | null)[] } | null = null

  function forAllAt(moment: Moment): (WhyNot | null)[] {
    const key = `${moment.day} ${moment.weekday} ${moment.minute}`
    if (minute?.key !== key)
      minute = {
        key,
        misfits: plans.map((plan) =>
          plan.isConnected ? misfitForAll(plan, moment) : { rule: 'connection', wanted: true, seen: false },
        ),
      }
    return minute.misfits
  }

  return {
    misfits(person, sent, moment) {
      const groups = firsts.map((plan) => misfitOfPerson(plan, { ...person, daysSinceSent: null }))
      const forAll = forAllAt(moment)
      return plans.map((plan, place) => {
        const misfit = forAll[place]
        if (misfit) return misfit
        const daysSinceSent = sent.get(plan.orgId)
        const own =
          daysSinceSent === undefined
            ? groups[groupOf[place] as number]
            : misfitOfPerson(plan, { ...person, daysSinceSent })
        return own ?? unusable[place] ?? null
      })
    },
  }
}

/** Plans that want the same of a person are one group; of each the first plan. */
function groupByTerms(plans: readonly RunningPlan[]): { groupOf: number[]; firsts: RunningPlan[] } {
  const numbers = new Map<string, number>()
  const firsts: RunningPlan[] = []
  const groupOf = plans.map((plan) => {
    const key = personTermsOf(plan)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, firsts.length)
    firsts.push(plan)
    return firsts.length - 1
  })
  return { groupOf, firsts }
}
