import { type Moment, misfitForAll, misfitOfCity } from '#supply'
import type { WhyNot } from '../match-run.ts'
import type { RunningPlan } from './running.ts'

/** Plans prepared for the match of many people: what most of them do not fit is found without comparing each with the person. */
export interface PlanIndex {
  /**
   * Why plans do not take a person, by their places; null: the plan must be compared. It says what a comparison would say.
   * @param moment by the business clock
   */
  quickMisfits(person: { flow: string; cityCode: string | null }, moment: Moment): (WhyNot | null)[]
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

function createIndex(plans: readonly RunningPlan[]): PlanIndex {
  const { groupOf, firsts } = groupByCities(plans)
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
    quickMisfits(person, moment) {
      const cities = firsts.map((plan) => misfitOfCity(plan, person))
      return forAllAt(moment).map(
        (misfit, place) =>
          misfit ?? (plans[place]?.flow === person.flow ? (cities[groupOf[place] as number] ?? null) : null),
      )
    },
  }
}

/** Plans with the same cities, of their own and of their organizations, are one group; of each the first plan. */
function groupByCities(plans: readonly RunningPlan[]): { groupOf: number[]; firsts: RunningPlan[] } {
  const numbers = new Map<string, number>()
  const firsts: RunningPlan[] = []
  const groupOf = plans.map((plan) => {
    const key = `${plan.cityCodes.join()} ${plan.org.cityCodes.join()}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, firsts.length)
    firsts.push(plan)
    return firsts.length - 1
  })
  return { groupOf, firsts }
}
