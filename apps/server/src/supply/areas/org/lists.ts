import { type OrgCalls, org, orgUv } from '@kabao/contract/supply/org'
import { orgMachine, orgUvMachine } from '@kabao/contract/supply/org-machine'
import { type TwinList, twinLists } from '#platform/crud/twin-lists'

/** One of the two lists of organizations. */
export type List = TwinList<OrgCalls, typeof orgMachine>

export const lists = twinLists({ calls: org, machine: orgMachine }, { calls: orgUv, machine: orgUvMachine })
export const [plainList, uvList] = lists
