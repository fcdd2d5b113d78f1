import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import type { PlanDetail, PlanOverlap, PlanPreview } from '@kabao/contract/supply/plan'
import type { PlanTerms } from '@kabao/contract/supply/plan-terms'
import type { Db } from '#platform/db/client'
import { overlapOf } from '../../match/overlap.ts'
import { joinWindows, opensAt } from '../../match/windows.ts'
import { findNeighbors } from './queries.ts'
import { boundsOf, figuresOf, isFull } from './today.ts'

/** The terms of a stored plan, in the form in which a person types them. */
export const termsOf = (plan: PlanDetail): PlanTerms => ({
  ...plan,
  excludedChannelIds: plan.excludedChannels.map(({ id }) => id),
})

/** Terms as they are stored: windows joined, lists whose order means nothing in one order. */
export const inOrder = <T extends PlanTerms>(terms: T): T => ({
  ...terms,
  windows: joinWindows(terms.windows),
  cityCodes: terms.cityCodes.toSorted(),
  excludedChannelIds: terms.excludedChannelIds.toSorted((one, other) => Number(one) - Number(other)),
  incomeBands: terms.incomeBands.toSorted(),
  creditBands: terms.creditBands.toSorted(),
})

/** The other plans of the same organization and flow that want some of the same people at the same time. */
export async function overlapsOf(db: Db, terms: PlanTerms, id: string | undefined): Promise<PlanOverlap[]> {
  const typed = inOrder(terms)
  const others = await findNeighbors(db, { orgId: terms.orgId, flow: terms.flow, id })
  return others.flatMap((other) => {
    const overlap = overlapOf(typed, other)
    const { name, status, priceFen, priority } = other
    return overlap ? [{ id: other.id, name, status, priceFen, priority, ...overlap }] : []
  })
}

/**
 * What saving these terms would do.
 * @param stored the plan as it is; undefined for a new one
 * @param at milliseconds since 1970
 */
export async function previewOf(
  db: Db,
  { terms, stored }: { terms: PlanTerms; stored: PlanDetail | undefined },
  at: number,
  clock: BusinessClock,
): Promise<Omit<PlanPreview, 'reach'>> {
  const typed = inOrder(terms)
  const changes = stored ? changedFields(inOrder(termsOf(stored)), typed) : []
  const figures = stored
    ? await figuresOf(db, stored.id, boundsOf(businessDayAt(at, clock), clock))
    : { used: 0, spentFen: 0 }
  const isActing = stored?.status === 'running' || stored?.status === 'exhausted'
  const opens = isActing && changes.length > 0 ? opensAt(typed, at, clock) : null
  return {
    changes,
    from: opens === null ? null : new Date(opens).toISOString(),
    usedToday: figures.used,
    spentTodayFen: figures.spentFen,
    isFull: isFull(typed, figures),
    overlaps: await overlapsOf(db, terms, stored?.id),
  }
}

const changedFields = (before: PlanTerms, after: PlanTerms): string[] =>
  (Object.keys(after) as (keyof PlanTerms)[]).filter(
    (field) => field in before && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
