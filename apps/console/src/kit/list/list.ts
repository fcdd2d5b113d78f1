import type { exportAnswer } from '@kabao/contract/export-body'
import type { AnswerOf, BodyInput, Endpoint } from '@kabao/contract/kernel'
import type * as z from 'zod'
import type { Input } from '../form/input.ts'
import type { Query } from './address.ts'

/** An endpoint that answers one page of rows. */
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
/** Sums over all rows that match, by the key of their column; null where they are too many to be summed up. */
export type Totals = Readonly<Record<string, number>> | null

export type RowOf<E extends PageEndpoint> = AnswerOf<E>['records'][number]

/** An endpoint that makes a file of a list. */
export type ExportEndpoint = Endpoint & { body: z.ZodType; answer: typeof exportAnswer }

/** The filters of a list, by name. */
export type Filters<E extends PageEndpoint> = Omit<BodyInput<E>, 'current' | 'size' | 'sort'>
export type FilterName<E extends PageEndpoint> = keyof Filters<E> & string

/** One input for one filter; one that cannot be undone by an empty value is `undefined`. */
export type FilterInput<E extends PageEndpoint, K extends FilterName<E>> = Input<Filters<E>[K] | undefined>

/** A list as its filters see it; the same object as long as no filter changes. */
export interface ListFilters<E extends PageEndpoint> {
  /** What a filter's input takes. */
  filter: <K extends FilterName<E>>(name: K) => FilterInput<E, K>
  /** What an input for two filters takes, a first and a last value. */
  range: <A extends FilterName<E>, B extends FilterName<E>>(
    from: A,
    to: B,
  ) => Input<readonly [string | undefined, string | undefined]>
  /** Whether any filter is set. */
  isFiltered: boolean
  /** The saved view that is shown. */
  view: string | undefined
  clear: () => void
  /** Asks again, from the first page on. */
  submit: () => void
}

/** Which list of an endpoint is meant. Its parts stay the same from one drawing to the next. */
export interface ListOptions<E extends PageEndpoint> {
  /** One of the lists that the contract names for the endpoint. Default: the first. */
  name?: string
  /** Filters that always hold: neither the address nor a saved view says or changes them. */
  fixed?: Partial<Filters<E>>
  /** The name by which an older console remembered its columns and its size. */
  formerly?: string
}

/** One page of a list and what can be done with it; the same object as long as nothing of it changes. */
export interface List<Row extends { id: string } = { id: string }> {
  /** Names the list where something of it is remembered. */
  name: string
  rows: readonly Row[]
  total: number
  totalIsEstimate: boolean
  /** Undefined where the list has none. */
  totals: Totals | undefined
  current: number
  size: number
  /** Its filters and its order, as its endpoint is asked. */
  query: Readonly<Record<string, unknown>>
  /** `field`, or `-field` for descending. */
  sort: string
  defaultSort: string
  /** The fields that may be sorted by. */
  sorts: ReadonlySet<string>
  isFiltered: boolean
  view: ListView
  /** Nothing has been read yet. */
  isLoading: boolean
  /** Rows are shown while newer ones are being read. */
  isRefreshing: boolean
  error: Error | null
  setPage: (page: number) => void
  setSize: (size: number) => void
  setSort: (sort: string) => void
  clear: () => void
  refresh: () => void
  /** Reads the next page ahead. */
  prefetch: () => void
}

/** Of a list what a saved view keeps, and how one is shown; the same object as long as none of it changes. */
export interface ListView {
  endpoint: PageEndpoint
  /** The list that its views are saved for. */
  list: string
  /** The name by which an older release knew the list, where it was another. */
  formerly: string | undefined
  /** The view that the address names. */
  id: string | undefined
  /** Whether the list shows it: an address that somebody sent says which view, and has yet to be given what it keeps. */
  isShown: boolean
  /** Whether the list waits for the view, because its address says nothing else. */
  isAwaited: boolean
  /** Filters as they are asked with. */
  filters: Query
  sort: string
  /** Filters and sorts so, under the address of a view or of none. */
  show: (shown: { id?: string; filters: Query; sort?: string | undefined }, isReplacing?: boolean) => void
}

export const pageSizes = [10, 20, 50, 100, 200] as const
