import type { PlanWindow } from '@kabao/contract/supply/plan-terms'
import { minutesOf, minutesOfWeek, type Times } from './windows.ts'

/** The terms by which two plans of one organization and flow can want the same person at the same time. */
export interface OverlapTerms extends Times {
  cityCodes: readonly string[]
  ageFrom: number | null
  ageTo: number | null
  gender: string | null
  incomeBands: readonly string[]
  creditBands: readonly string[]
  house: boolean | null
  car: boolean | null
  socialInsurance: boolean | null
  housingFund: boolean | null
}

/** How far two plans overlap, see the contract. */
export interface Overlap {
  cities: number | null
  minutes: number
  from: string
  to: string | null
}

/** How far two plans overlap, or null if no person could fit both at the same time. The order of the two makes no difference. */
export function overlapOf(one: OverlapTerms, other: OverlapTerms): Overlap | null {
  const from = [one.startsOn, other.startsOn].toSorted()[1] as string
  const ends = [one.endsOn, other.endsOn].filter((day) => day !== null).toSorted()
  const to = ends[0] ?? null
  const cities = bothCities(one.cityCodes, other.cityCodes)
  const minutes = bothMinutes(one.windows, other.windows)
  if ((to !== null && to < from) || cities === 0 || minutes === 0 || !sharesAudience(one, other)) return null
  return { cities, minutes, from, to }
}

function bothCities(one: readonly string[], other: readonly string[]): number | null {
  if (one.length === 0) return other.length === 0 ? null : other.length
  return other.length === 0 ? one.length : one.filter((city) => other.includes(city)).length
}

/** The minutes of a week in which both are open; the windows of each have gaps between them. */
function bothMinutes(one: readonly PlanWindow[], other: readonly PlanWindow[]): number {
  if (one.length === 0) return other.length === 0 ? minutesOfWeek : lengthOf(other)
  if (other.length === 0) return lengthOf(one)
  const shared = one.flatMap((first) =>
    other
      .filter(({ weekday }) => weekday === first.weekday)
      .map(
        (second) =>
          Math.min(minutesOf(first.to), minutesOf(second.to)) -
          Math.max(minutesOf(first.from), minutesOf(second.from)),
      ),
  )
  return shared.reduce((sum, minutes) => sum + Math.max(0, minutes), 0)
}

const lengthOf = (windows: readonly PlanWindow[]) =>
  windows.reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0)

const conditions = ['gender', 'house', 'car', 'socialInsurance', 'housingFund'] as const
const bands = ['incomeBands', 'creditBands'] as const

function sharesAudience(one: OverlapTerms, other: OverlapTerms): boolean {
  const isOlder = (from: number | null, to: number | null) => from !== null && to !== null && from > to
  return (
    !isOlder(one.ageFrom, other.ageTo) &&
    !isOlder(other.ageFrom, one.ageTo) &&
    conditions.every((name) => one[name] === null || other[name] === null || one[name] === other[name]) &&
    bands.every(
      (name) =>
        one[name].length === 0 ||
        other[name].length === 0 ||
        one[name].some((band) => other[name].includes(band)),
    )
  )
}
