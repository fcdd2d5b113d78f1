import { holdsPersonalNumber } from '@kabao/contract/kernel/personal-text'
import type { SavedView } from '@kabao/contract/operations/saved-view'
import * as z from 'zod/mini'
import { shapeOf } from '../form/body-shape.ts'
import { paging, type Query } from '../list/address.ts'
import type { ListView, PageEndpoint } from '../list/list.ts'

type Kept = Pick<SavedView, 'filters' | 'sort'>

/** The part of a view that the list still accepts: the view may have been saved by an older release. */
export function fitting({ body }: PageEndpoint, { filters, sort }: Kept) {
  const shape = shapeOf(body)
  const fits = (name: string, value: unknown) => {
    const field = shape[name]
    return field !== undefined && z.safeParse(field, value).success
  }
  const taken = Object.entries(filters).filter(([name, value]) => !paging.has(name) && fits(name, value))
  const isSortTaken = fits('sort', sort)
  return {
    filters: Object.fromEntries(taken) as Query,
    sort: isSortTaken ? sort : undefined,
    leftOut: Object.keys(filters).length - taken.length + (isSortTaken ? 0 : 1),
  }
}

/** The filters of a list that a view may keep: all except those with a whole number of a person. */
export const keepable = (filters: Query): SavedView['filters'] =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => !holdsPersonalNumber(value)),
  ) as SavedView['filters']

/** Whether the list has the filters and the sort of a view. */
export function isAsSaved(view: ListView, saved: Kept): boolean {
  const { filters, sort } = fitting(view.endpoint, saved)
  return (sort === undefined || sort === view.sort) && inOrder(filters) === inOrder(view.filters)
}

const inOrder = (filters: Query): string =>
  JSON.stringify(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)))
