import { type OrgCalls, type OrgDetail, org, orgUv } from '@kabao/contract/supply/org'
import { orgMachine, orgUvMachine } from '@kabao/contract/supply/org-machine'

export type Flow = OrgDetail['flow']

/** One of the two lists of organizations. */
export interface OrgList {
  name: 'org' | 'orgUv'
  /** The key of the page's title in the menu. */
  title: 'menu.org.list' | 'menu.org.uvList'
  flows: readonly Flow[]
  /** Whether people sign in at its organizations themselves, instead of being sent there. */
  isJoint: boolean
  /** The page with the plans of its organizations. */
  plans: 'PlanList' | 'PlanUvList'
  calls: OrgCalls
  machine: typeof orgMachine
}

export const plainList: OrgList = {
  name: 'org',
  title: 'menu.org.list',
  flows: ['full', 'half'],
  isJoint: false,
  plans: 'PlanList',
  calls: org,
  machine: orgMachine,
}

export const uvList: OrgList = {
  name: 'orgUv',
  title: 'menu.org.uvList',
  flows: ['uv', 'city'],
  isJoint: true,
  plans: 'PlanUvList',
  // The lists differ in the names of their endpoints and acts, on which their pages do not depend.
  calls: orgUv as unknown as OrgCalls,
  machine: orgUvMachine as unknown as typeof orgMachine,
}
