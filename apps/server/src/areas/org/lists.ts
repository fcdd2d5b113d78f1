import { type OrgCalls, org, orgUv } from '@kabao/contract/org'
import { orgMachine, orgUvMachine } from '@kabao/contract/org-machine'
import type { flows } from '@kabao/contract/user'
import { type RawBuilder, sql } from 'kysely'

type Flow = (typeof flows)[number]

/** One of the two lists of organisations. */
export interface List {
  name: 'org' | 'orgUv'
  calls: OrgCalls
  machine: typeof orgMachine
  /** The condition that an organisation `t` is of this list. Under the permission points of a list nobody meets another one. */
  only: RawBuilder<unknown>[]
}

const listOf = (name: List['name'], flows: readonly Flow[], calls: object, machine: object): List => ({
  name,
  // The lists differ in the names of their endpoints and acts, on which the handlers do not depend.
  calls: calls as OrgCalls,
  machine: machine as typeof orgMachine,
  only: [sql`t.flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`],
})

export const plainList = listOf('org', ['full', 'half'], org, orgMachine)
export const uvList = listOf('orgUv', ['uv', 'city'], orgUv, orgUvMachine)
export const lists = [plainList, uvList] as const
