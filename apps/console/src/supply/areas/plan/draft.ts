import type { PlanDetail } from '@kabao/contract/supply/plan'
import type { PlanWindow } from '@kabao/contract/supply/plan-terms'
import { today } from '#kit/form/business-time.ts'
import { valuesOf } from '#kit/form/values-of.ts'
import type { Flow, PlanList } from './lists.ts'

/** The values of the form of a plan. */
export const blankOf = ({ flows }: PlanList) => ({
  orgId: null as string | null,
  name: '',
  flow: flows[0] as Flow,
  priceFen: null as number | null,
  priceMinFen: null as number | null,
  priceMaxFen: null as number | null,
  cityCodes: [] as string[],
  ageFrom: null as number | null,
  ageTo: null as number | null,
  gender: null as PlanDetail['gender'],
  incomeBands: [] as PlanDetail['incomeBands'],
  creditBands: [] as PlanDetail['creditBands'],
  house: null as boolean | null,
  car: null as boolean | null,
  socialInsurance: null as boolean | null,
  housingFund: null as boolean | null,
  excludedChannelIds: [] as readonly string[],
  windows: [] as readonly PlanWindow[],
  hourlyCap: null as number | null,
  dailyCap: null as number | null,
  monthlyCap: null as number | null,
  totalCap: null as number | null,
  isPaced: false,
  waitsWhenFull: false,
  dailyBudgetFen: null as number | null,
  dedupeDays: 30 as number | null,
  returnDays: 0 as number | null,
  returnReasons: [] as string[],
  isReturnReviewed: true,
  priority: 50 as number | null,
  startsOn: today() as string | null,
  endsOn: null as string | null,
  remark: '',
})
export type PlanDraft = ReturnType<typeof blankOf>

/** The form's values of a stored plan. */
export const draftOf = (blank: PlanDraft, plan: PlanDetail): PlanDraft =>
  valuesOf(blank, { ...plan, excludedChannelIds: plan.excludedChannels.map(({ id }) => id) })

/** A copy begins today, under a name of its own, and keeps no last day that has passed. */
export const copyOf = (blank: PlanDraft, from: PlanDetail, name: string): PlanDraft => {
  const draft = draftOf(blank, from)
  const startsOn = today()
  return {
    ...draft,
    name: name.slice(0, 60),
    startsOn,
    endsOn: draft.endsOn !== null && draft.endsOn >= startsOn ? draft.endsOn : null,
  }
}
