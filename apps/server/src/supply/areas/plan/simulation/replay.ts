import { type BusinessClock, wallClockAt } from '@kabao/contract/kernel/business-clock'
import { type MatchRule, matchRules, mostGroups, type SimulationResult } from '@kabao/contract/supply/plan'
import { cityOf, regionOfToday } from '@kabao/region'
import { isOfUse, type MatchPlan, misfitOf } from '../../../match/match.ts'
import { elapsedShare, momentAt } from '../../../match/windows.ts'
import type { SimulatedUser } from './users.ts'

interface Group {
  users: number
  fits: number
}

/** The users of a simulation, one after the other in the order of their registration. */
export interface Replay {
  add(user: SimulatedUser): void
  result(cityName: (code: string) => string): SimulationResult
}

/**
 * Matches users at the instants at which they registered, as if the plan had been running then: windows, caps, pace and budget are
 * those of that hour and day. Ages, the blacklist, earlier pushes and the organization are those of today. Everybody who fits is
 * taken as accepted.
 * @param availableFen what the organization can pay today
 */
export function startReplay(
  plan: MatchPlan,
  availableFen: number,
  clock: BusinessClock,
  today: string,
): Replay {
  const asRunning: MatchPlan = { ...plan, status: 'running', startsOn: '0000-00-00', endsOn: null }
  const used = new Map<string, number>()
  const useOf = (key: string) => used.get(key) ?? 0
  const rules = new Map<MatchRule, number>()
  const cities = new Map<string | null, Group>()
  const channels = new Map<string | null, Group & { name: string | null }>()
  let [users, fits, fitsFreely] = [0, 0, 0]
  let first: string | null = null
  let last: string | null = null

  return {
    add(user) {
      const at = Date.parse(user.createdAt)
      const moment = momentAt(at, clock)
      const hour = `hour ${wallClockAt(at, clock.timeZone).slice(0, 13)}`
      const day = `day ${moment.day}`
      const month = `month ${moment.day.slice(0, 7)}`
      const misfit = misfitOf(asRunning, { ...user, age: ageOn(user.birthday, today) }, moment, {
        hour: useOf(hour),
        day: useOf(day),
        month: useOf(month),
        total: fits,
        spentFen: useOf(day) * plan.priceFen,
        elapsed: plan.isPaced ? elapsedShare(plan.windows, at, clock) : 1,
        availableFen: availableFen - fits * plan.priceFen,
      })
      const isFit = misfit === null
      if (!misfit || isOfUse(misfit.rule)) fitsFreely++
      users++
      first ??= user.createdAt
      last = user.createdAt
      // A province with several cities stands for itself.
      const cityCode = user.cityCode && (cityOf(user.cityCode) ?? regionOfToday(user.cityCode))
      count(cities, cityCode, { users: 0, fits: 0 }, isFit)
      count(channels, user.channelId, { users: 0, fits: 0, name: user.channelName }, isFit)
      if (misfit) rules.set(misfit.rule, (rules.get(misfit.rule) ?? 0) + 1)
      else {
        fits++
        for (const key of [hour, day, month]) used.set(key, useOf(key) + 1)
      }
    },

    result: (cityName) => ({
      users,
      fits,
      fitsFreely,
      moneyFen: fits * plan.priceFen,
      from: first,
      to: last,
      rules: matchRules.flatMap((rule) => {
        const count = rules.get(rule)
        return count ? [{ rule, count }] : []
      }),
      cities: largest(cities).map(([cityCode, group]) => ({
        cityCode,
        cityName: cityCode && cityName(cityCode),
        ...group,
      })),
      channels: largest(channels).map(([channelId, { name, ...group }]) => ({
        channelId,
        channelName: name,
        ...group,
      })),
    }),
  }
}

function count<G extends Group>(groups: Map<string | null, G>, key: string | null, empty: G, isFit: boolean) {
  const group = groups.get(key) ?? empty
  group.users++
  if (isFit) group.fits++
  groups.set(key, group)
}

const largest = <G extends Group>(groups: Map<string | null, G>) =>
  [...groups]
    .toSorted(([one, a], [other, b]) => b.users - a.users || String(one).localeCompare(String(other)))
    .slice(0, mostGroups)

/** The age in whole years on a calendar day; both days are `yyyy-mm-dd`. */
export function ageOn(birthday: string | null, today: string): number | null {
  if (birthday === null) return null
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}
