import type { exportAnswer } from '@kabao/contract/kernel/export-body'
import type { AnswerOf, BodyInput, Endpoint, ParamsOf } from '@kabao/contract/kernel/kernel'
import type * as z from 'zod'
import type { Input } from '../form/input.ts'
import type { Query } from './address.ts'
import type { Waiting } from './use-steady.ts'

/** An endpoint that returns one page of rows. */
export type PageEndpoint = Endpoint & {
  body: z.ZodType
  answer: z.ZodType<{
    records: readonly { id: string }[]
    total: number
    totalIsEstimate?: true | undefined
    current: number
    size: number
    totals?: Totals | undefined
  }>
}
/** Sums over all matching rows, by the key of their column; null if there are too many rows to sum up. */
export type Totals = Readonly<Record<string, number>> | null

export type RowOf<E extends PageEndpoint> = AnswerOf<E>['records'][number]

/** An endpoint that exports a list to a file. */
export type ExportEndpoint = Endpoint & { body: z.ZodType; answer: typeof exportAnswer }

/** The filters of a list, by name. */
export type Filters<E extends PageEndpoint> = Omit<BodyInput<E>, 'current' | 'size' | 'sort'>
export type FilterName<E extends PageEndpoint> = keyof Filters<E> & string

/** The input for one filter; a filter that an empty value cannot reset is `undefined`. */
export type FilterInput<E extends PageEndpoint, K extends FilterName<E>> = Input<Filters<E>[K] | undefined>

/** The part of a list that its filters use; the same object as long as no filter changes. */
export interface ListFilters<E extends PageEndpoint> {
  /** The props for the input of a filter. A change waits until `submit`. */
  filter: <K extends FilterName<E>>(name: K) => FilterInput<E, K>
  /** The props for an input of two filters, a first and a last value. */
  range: <A extends FilterName<E>, B extends FilterName<E>>(
    from: A,
    to: B,
  ) => Input<readonly [string | undefined, string | undefined]>
  /** The filters that apply, without changes that wait; the same object as long as none changes. */
  applied: Query
  hasProblem: boolean
  /** Applies values at once, without changes that wait. */
  set: (values: Partial<Filters<E>>) => void
  clear: () => void
  /**
   * Applies the changes that wait. Sends the request again, starting at the first page.
   * @returns false if nothing applies, because the text of a filter is no number
   */
  submit: () => boolean
}

/** Which list of an endpoint to show. The values must be the same on every render. */
export interface ListOptions<E extends PageEndpoint> {
  /** The parameters of the path, if the list belongs to a record. */
  params?: ParamsOf<E>
  /** A list name that the contract declares for the endpoint. Default: the first. */
  name?: string
  /** Filters that always apply: neither the address nor a saved view contains or changes them. */
  fixed?: Partial<Filters<E>>
  /** A former name of the list, under which older consoles stored its columns and page size. */
  formerly?: string
  /** How many rows a page has until the reader chooses. Default: that of the endpoint. */
  size?: number
}

/** One page of a list and the actions on it; the same object as long as nothing of it changes. */
export interface List<Row extends { id: string } = { id: string }> {
  /** The name of the list in stored settings. */
  name: string
  rows: readonly Row[]
  total: number
  totalIsEstimate: boolean
  /** Whether a row can stand for several rows of an export. */
  isGrouped?: boolean
  /** Undefined if the list has no totals. */
  totals: Totals | undefined
  current: number
  size: number
  /** The filters and the order of the current request. */
  query: Readonly<Record<string, unknown>>
  /** `field`, or `-field` for descending. */
  sort: string
  defaultSort: string
  /** The sortable fields. */
  sorts: ReadonlySet<string>
  isFiltered: boolean
  view: ListView
  /** What others changed and the rows do not show yet; null if there is nothing. */
  waiting: Waiting | null
  /** No page has been loaded yet. */
  isLoading: boolean
  /** Rows are shown while newer ones are loading. */
  isRefreshing: boolean
  /** The rows are those of another page or of other filters, until the new ones are loaded. */
  isPrevious: boolean
  error: Error | null
  setPage: (page: number) => void
  setSize: (size: number) => void
  setSort: (sort: string) => void
  clear: () => void
  refresh: () => void
  /** Loads the next page in advance. */
  prefetch: () => void
}

/** The part of a list that a saved view stores and restores; the same object as long as none of it changes. */
export interface ListView {
  endpoint: PageEndpoint
  /** The list that its views are saved for. */
  list: string
  /** A former name of the list, if it had another one in an older release. */
  formerly: string | undefined
  /** The id of the view in the address. */
  id: string | undefined
  /** Whether the view is applied to the list; false for an opened link, which has only the id of the view. */
  isShown: boolean
  /** Whether the list waits for the view, because the address has no other filters and no order. */
  isAwaited: boolean
  /** The filters of the current request. */
  filters: Query
  sort: string
  /** Applies filters and an order, with the id of a view or without one. */
  show: (shown: { id?: string; filters: Query; sort?: string | undefined }, isReplacing?: boolean) => void
}

export const pageSizes = [10, 20, 50, 100, 200] as const
