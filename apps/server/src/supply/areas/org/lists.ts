import { type TwinList, twinLists } from '#platform/crud/twin-lists'
import { type OrgCalls, org, orgUv } from '../../../../../../packages/contract/src/org.ts'
import { orgMachine, orgUvMachine } from '../../../../../../packages/contract/src/org-machine.ts'

/** One of the two lists of organisations. */
export type List = TwinList<OrgCalls, typeof orgMachine>

export const lists = twinLists({ calls: org, machine: orgMachine }, { calls: orgUv, machine: orgUvMachine })
export const [plainList, uvList] = lists
