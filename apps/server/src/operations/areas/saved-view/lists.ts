import type { Endpoint } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import { invalid } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'

/** Every list by its name, with the endpoint that returns its pages. */
const lists: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.flatMap((endpoint) => endpoint.lists.map((list) => [list, endpoint] as const)),
)

/** Whether the caller may open a list. */
export function mayOpen(list: string, { isSuper, points }: Pick<Caller, 'isSuper' | 'points'>): boolean {
  const page = lists.get(list)
  return page !== undefined && (isSuper || page.point === null || points.has(page.point))
}

/** @throws Problem if there is no such list */
export function assertList(list: string): void {
  if (!lists.has(list)) throw invalid({ list: 'choice' })
}

/** @throws Problem at a filter or sort field that the list does not have */
export function assertFits(
  list: string,
  view: { filters?: object | undefined; sort?: string | undefined },
): void {
  const body = lists.get(list)?.body
  const allowed = (values: object) => body?.safeParse(values).success === true
  if (view.sort !== undefined && !allowed({ sort: view.sort })) throw invalid({ sort: 'choice' })
  if (view.filters === undefined) return
  const isFilter = Object.keys(view.filters).every((name) => !paging.has(name))
  if (!isFilter || !allowed(view.filters)) throw invalid({ filters: 'type' })
}

/** The fields of a page request that are not filters. */
const paging: ReadonlySet<string> = new Set(['current', 'size', 'sort'])
