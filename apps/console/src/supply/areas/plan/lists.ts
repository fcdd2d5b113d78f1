import { pathOfPage } from '@kabao/contract/app/menu'
import { type PlanCalls, plan, planUv } from '@kabao/contract/supply/plan'
import { planMachine, planUvMachine } from '@kabao/contract/supply/plan-machine'

/** One of the two lists of plans. */
export interface PlanList {
  name: 'plan' | 'planUv'
  /** The key of the page's title in the menu. */
  title: 'menu.plan.list' | 'menu.plan.uvList'
  page: 'PlanList' | 'PlanUvList'
  flows: readonly Flow[]
  calls: PlanCalls
  machine: typeof planMachine
}
export type Flow = 'full' | 'half' | 'uv' | 'city'

export const plainList: PlanList = {
  name: 'plan',
  title: 'menu.plan.list',
  page: 'PlanList',
  flows: ['full', 'half'],
  calls: plan,
  machine: planMachine,
}

export const uvList: PlanList = {
  name: 'planUv',
  title: 'menu.plan.uvList',
  page: 'PlanUvList',
  flows: ['uv', 'city'],
  // The lists differ in the names of their endpoints and acts, on which their pages do not depend.
  calls: planUv as unknown as PlanCalls,
  machine: planUvMachine as unknown as typeof planMachine,
}

/** The address of a list. */
export const listAddress = ({ page }: PlanList): string => pathOfPage(page) as string

/** The address of the form: of a new plan, of one that is changed, or of a copy. */
export function formAddress(
  { name }: PlanList,
  of: { entry?: { id: string }; from?: { id: string } },
): string {
  const params = new URLSearchParams()
  if (name !== plainList.name) params.set('list', name)
  if (of.entry) params.set('id', of.entry.id)
  if (of.from) params.set('copy', of.from.id)
  const search = params.toString()
  return `${pathOfPage('PlanEdit')}${search && `?${search}`}`
}
