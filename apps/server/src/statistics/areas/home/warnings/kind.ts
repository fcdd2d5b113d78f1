import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { jointFlows, plainFlows } from '@kabao/contract/kernel/twin-lists'
import type { HomeWarning, WarningKind } from '@kabao/contract/statistics/home'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { holds } from '#platform/callers/holds'
import type { AnyJob } from '#platform/jobs/job'
import type { Asked } from '../waiting/kind.ts'

export interface Looking extends Asked {
  /** In milliseconds since 1970. */
  now: number
  clock: BusinessClock
  day: string
  /** A product with fewer idle links than this has few; 0: never. */
  poolAlert: number
  jobs: readonly AnyJob[]
}

/** What a sentence says. Left out: null. */
export type Said = Pick<HomeWarning, 'link'> & Partial<Pick<HomeWarning, 'name' | 'count' | 'at'>>

/** One kind of things that can be wrong. */
export interface Warning {
  kind: WarningKind
  /** The caller needs all of these permission points and pages; otherwise nothing is looked for. */
  needs: readonly string[]
  /** Who has these is shown the same in another kind. */
  unless?: readonly string[]
  /** At most `mostOfKind` sentences, the worst first. */
  look(of: Looking): Promise<readonly Said[]>
}

/** What is wrong with rows that are counted: a query with one row for each, and the list that shows them. */
export interface CountedWarning extends Omit<Warning, 'look'> {
  rows(of: Looking): RawBuilder<unknown>
  link(of: Looking): HomeWarning['link']
}

const lists = [
  { flows: plainFlows, org: ['org:page', 'OrgList'], plan: ['plan:page', 'PlanList'] },
  { flows: jointFlows, org: ['orgUv:page', 'OrgUvList'], plan: ['planUv:page', 'PlanUvList'] },
] as const

/** The flows whose list of organizations or plans the caller may open, for `in`; of none it is empty. */
export function openFlows(caller: Caller, of: 'org' | 'plan'): RawBuilder<unknown> {
  const flows: string[] = lists.flatMap((list) => (holds(caller, ...list[of]) ? list.flows : []))
  return sql`(${flows.length > 0 ? sql.join(flows.map((flow) => sql.lit(flow))) : sql`null`})`
}

/** The details of an organization or a plan, in the list of its flow. */
export const detailsOf = (
  of: 'org' | 'plan',
  { id, flow }: { id: string; flow: string },
): HomeWarning['link'] => {
  const list = lists.find(({ flows }) => (flows as readonly string[]).includes(flow)) ?? lists[0]
  return { name: list[of][1], query: { open: id } }
}
