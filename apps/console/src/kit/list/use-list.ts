import { type AnswerOf, type Endpoint, id as idSchema } from '@kabao/contract/kernel/kernel'
import { isPersonalNumber } from '@kabao/contract/kernel/personal'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type * as z from 'zod'
import { isReadAgain, ownAnswers, queryKey, queryMeta } from '../call/query.ts'
import { Refusal } from '../call/refusal.ts'
import { type SendArguments, send } from '../call/send.ts'
import { kindOf, shapeOf } from '../form/body-shape.ts'
import { useLanguage } from '../words/words.ts'
import { defaultsOf, paging, type Query, readAddress, writeAddress } from './address.ts'
import type { List, ListFilters, ListOptions, ListView, PageEndpoint, RowOf, Totals } from './list.ts'
import { readSize, rememberSize } from './remembered.ts'
import { useDrafts } from './use-drafts.ts'
import { useSteady } from './use-steady.ts'

/** Milliseconds for which a page loaded in advance is used without a new request. */
const freshFor = 10_000
/** Key in the history state for filters that must not be in the address. */
const stateKey = 'filters'
/** Key of a saved view, in the address and in the history state. */
const viewKey = 'view'

type Page<E extends PageEndpoint> = {
  records: readonly RowOf<E>[]
  total: number
  totalIsEstimate?: true
  totals?: Totals
}

/**
 * A list whose filters, order and page are in the address, so a reload, a link and the back button keep them.
 * A complete phone or id number identifies a person, so it is kept in the history state and never in an address or a link.
 * Stored settings and saved views use the name of the list, not its area, because an area may have several lists.
 */
export function useList<E extends PageEndpoint>(
  endpoint: E,
  {
    name = endpoint.lists[0] ?? endpoint.name,
    params: of,
    fixed: given,
    formerly,
    size: usual,
  }: ListOptions<E> = {},
): { list: List<RowOf<E>>; filters: ListFilters<E>; answer: AnswerOf<E> | undefined } {
  const { search, state } = useLocation()
  const language = useLanguage()
  const fixed = useStable<Query>(given ?? {})
  const params = useStable(of)
  const schema = useMemo(() => schemaOf(endpoint, fixed), [endpoint, fixed])
  const hidden = (state as { [stateKey]?: Query } | null)?.[stateKey]
  const address = useMemo(() => {
    const said = merged(search, hidden)
    for (const filter of Object.keys(fixed)) said.delete(filter)
    const read = readAddress(endpoint.body, said, language)
    return { ...read, key: JSON.stringify([read.typed, read.problems]) }
  }, [endpoint, fixed, search, hidden, language])

  const size =
    (address.query.size as number | undefined) ??
    readSize(name, formerly) ??
    usual ??
    (schema.defaults.size as number)
  const body = useStable<Query>({ ...schema.defaults, ...address.query, ...fixed, size })
  const client = useQueryClient()
  const options = useCallback(
    (asked: Query) => ({
      queryKey: [...queryKey(endpoint as Endpoint), ...(params ? [params] : []), asked],
      // The query cache shows the error message; the list also shows the failure in place of the rows.
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        send(
          endpoint,
          ...([{ params, body: asked, signal, quiet: true }] as unknown as SendArguments<E>),
        ) as Promise<Page<E>>,
      meta: queryMeta(endpoint),
      staleTime: freshFor,
    }),
    [endpoint, params],
  )
  const change = useChange(schema.defaults)
  const view = useView(endpoint, {
    name,
    formerly,
    schema,
    query: address.query,
    sort: body.sort as string,
    change,
  })
  const { isAwaited } = view
  const shownView = view.isShown ? view.id : undefined
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...options(body),
    enabled: !isAwaited,
    placeholderData: keepPreviousData,
  })

  const { queryKey: asked } = options(body)
  const lastAsked = useRef<readonly unknown[]>(asked)
  lastAsked.current = asked
  const { rows, waiting, show } = useSteady<RowOf<E>>({
    of: isPlaceholderData ? placeheld : body,
    records: data?.records,
    own: ownAnswers(asked),
    isFirstPage: body.current === 1,
  })
  const { isPast, last } = pastTheEnd(data, isFetching, body)
  useEffect(() => {
    if (isPast) change({ current: last }, 'replace')
  }, [isPast, last, change])

  const refresh = useCallback(() => {
    show()
    // A read because of others' changes that is under way would let its rows wait, so it is asked anew.
    if (!isAwaited) void refetch({ cancelRefetch: isReadAgain(lastAsked.current) })
  }, [refetch, isAwaited, show])
  const isFiltered = schema.filters.some((name) => name in address.query)
  // A refusal of one filter is also shown at the input of that filter.
  const refused = error instanceof Refusal ? error.fields : undefined
  const { typed, problems } = useStable({
    typed: withoutPaging(address.typed),
    problems: { ...refused, ...address.problems },
  })

  const { drafts, stage, latest, drop } = useDrafts(typed, shownView)
  const submit = useCallback(() => {
    // What is no number stays at its input.
    const isWrong = Object.values(latest()).some(Number.isNaN)
    if (!isWrong && !change({ ...latest() }, 'first')) refresh()
    return !isWrong
  }, [change, refresh, latest])
  const clear = useCallback(() => {
    drop()
    change(Object.fromEntries(schema.filters.map((name) => [name, undefined])), 'first')
  }, [change, schema, drop])
  const set = useCallback((values: Query) => void change(values, 'first'), [change])

  const filters = useMemo<ListFilters<E>>(() => {
    const shownOf = (name: string) => (name in drafts ? drafts[name] : typed[name])
    const problemOf = (name: string) => (name in drafts ? undefined : problems[name])
    const handlers = new Map<string, (value: unknown) => void>()
    const handler = (name: string) => {
      const known = handlers.get(name) ?? ((value: unknown) => stage({ [name]: value }))
      handlers.set(name, known)
      return known
    }
    return {
      filter: (name) => ({
        name,
        value: shownOf(name) as never,
        error: problemOf(name),
        onChange: handler(name),
      }),
      range: (from, to) => ({
        name: `${from}-${to}`,
        value: [shownOf(from), shownOf(to)] as [string | undefined, string | undefined],
        error: problemOf(from) ?? problemOf(to),
        onChange: ([first, second]) => stage({ [from]: first, [to]: second }),
      }),
      applied: view.filters,
      hasProblem: Object.keys(problems).length > 0,
      set,
      clear,
      submit,
    }
  }, [typed, problems, view.filters, drafts, stage, set, clear, submit])

  const list = useMemo<List<RowOf<E>>>(() => {
    const current = body.current as number
    const total = data?.total ?? 0
    const next: Query = { ...body, current: current + 1 }
    const { current: _current, size: _size, ...query } = body
    return {
      name,
      rows,
      total,
      totalIsEstimate: data?.totalIsEstimate === true,
      totals: data?.totals,
      current,
      size,
      query,
      sort: body.sort as string,
      defaultSort: schema.defaults.sort as string,
      sorts: schema.sorts,
      isFiltered,
      view,
      waiting,
      isLoading: !data && !error,
      isRefreshing: !!data && isFetching,
      isPrevious: isPlaceholderData && isFetching,
      error,
      setPage: (page) => change({ current: page }),
      setSize: (chosen) => {
        rememberSize(name, chosen)
        change({ size: chosen === schema.defaults.size ? undefined : chosen }, 'first')
      },
      setSort: (sort) => change({ sort }, 'first'),
      clear,
      refresh,
      prefetch: () => {
        if (current * size < total) void client.prefetchQuery(options(next))
      },
    }
  }, [
    name,
    schema,
    body,
    size,
    data,
    rows,
    waiting,
    error,
    isFetching,
    isPlaceholderData,
    isFiltered,
    view,
    change,
    clear,
    refresh,
    client,
    options,
  ])

  return { list, filters, answer: data as AnswerOf<E> | undefined }
}

/** Stands for the request whose rows are shown until those of another one have come. */
const placeheld = {}

/** The view in the address; the history state tells whether it is applied. */
function useView(
  endpoint: PageEndpoint,
  { name, formerly, schema, query, sort, change }: ViewContext,
): ListView {
  const { search, state } = useLocation()
  const named = new URLSearchParams(search).get(viewKey)
  const id = named !== null && idSchema.safeParse(named).success ? named : undefined
  const isShown = id === undefined || (state as { [viewKey]?: string } | null)?.[viewKey] === id
  const filters = useStable(withoutPaging(query))
  const isAwaited = !isShown && !('sort' in query) && Object.keys(filters).length === 0
  return useMemo(
    () => ({
      endpoint,
      list: name,
      formerly,
      id,
      isShown,
      isAwaited,
      filters,
      sort,
      show: ({ id, filters, sort }, isReplacing) => {
        const none = Object.fromEntries([...schema.filters, ...paging].map((name) => [name, undefined]))
        change({ ...none, ...filters, sort, [viewKey]: id }, isReplacing ? 'replace' : 'push')
      },
    }),
    [endpoint, name, formerly, schema, change, id, isShown, isAwaited, filters, sort],
  )
}

interface ViewContext {
  name: string
  formerly: string | undefined
  schema: Schema
  query: Query
  sort: string
  change: Change
}

type Schema = ReturnType<typeof schemaOf>

function schemaOf({ body }: PageEndpoint, fixed: Query) {
  const shape = shapeOf(body)
  const choices = Object.values(
    ((unwrapped(shape.sort) as { entries?: Record<string, string> })?.entries ?? {}) as Record<
      string,
      string
    >,
  )
  return {
    defaults: defaultsOf(body),
    filters: Object.keys(shape).filter((name) => !paging.has(name) && !(name in fixed)),
    sorts: new Set(choices.map((choice) => choice.replace(/^-/, ''))),
  }
}

/** The definition of an enumeration inside its default; other types are returned as they are. */
function unwrapped(schema: z.core.$ZodType | undefined): unknown {
  if (!schema) return undefined
  const def = schema._zod.def as { innerType?: z.core.$ZodType }
  return kindOf(schema) === 'enum' && def.innerType ? unwrapped(def.innerType) : def
}

type Step = 'push' | 'first' | 'replace'
type Change = (values: Query, step?: Step) => boolean

/** Changes the address; several changes before the next render are merged. Returns whether the address changes. */
function useChange(defaults: Query): Change {
  const navigate = useNavigate()
  const location = useLocation()
  const drawn = useRef(location)
  const latest = useRef(location)
  if (drawn.current !== location) drawn.current = latest.current = location
  // A change that was never rendered, because the reader left the page, is dropped when they return.
  useEffect(() => {
    latest.current = drawn.current
  }, [])
  return useCallback(
    (values: Query, step: Step = 'push') => {
      const { search, state } = latest.current
      const all: Query = step === 'first' ? { current: undefined, ...values } : values
      const shown = Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, isPersonalNumber(value) ? undefined : value]),
      )
      const before = (state as { [stateKey]?: Query } | null)?.[stateKey] ?? {}
      const kept = Object.entries({ ...before, ...all }).filter(([, value]) => isPersonalNumber(value))
      const next = {
        ...latest.current,
        search: asSearch(writeAddress(new URLSearchParams(search), shown, defaults)),
      }
      const nextState = {
        ...(state as object | null),
        [stateKey]: kept.length > 0 ? Object.fromEntries(kept) : undefined,
        ...(viewKey in values && { [viewKey]: values[viewKey] }),
      }
      if (next.search === search && JSON.stringify(nextState) === JSON.stringify(state ?? {})) {
        return latest.current !== drawn.current
      }
      latest.current = { ...next, state: nextState }
      void navigate(
        { search: next.search },
        { replace: step === 'replace', state: nextState, preventScrollReset: true },
      )
      return true
    },
    [navigate, defaults],
  )
}

const asSearch = (search: URLSearchParams) => (search.size > 0 ? `?${search}` : '')

function merged(search: string, hidden: Query | undefined): URLSearchParams {
  return writeAddress(new URLSearchParams(search), hidden ?? {}, {})
}

const withoutPaging = (typed: Query): Query =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !paging.has(name)))

/** Whether the page is after the last one, as after the deletion of its only row; and the last page, to show instead. */
function pastTheEnd(data: Page<never> | undefined, isFetching: boolean, body: Query) {
  const isPast = !isFetching && data?.records.length === 0 && (body.current as number) > 1
  const last = isPast
    ? Math.min((body.current as number) - 1, Math.max(1, Math.ceil(data.total / (body.size as number))))
    : 1
  return { isPast, last }
}

/** Returns the same object as long as its JSON is the same. */
function useStable<T>(value: T): T {
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains the whole value
  return useMemo(() => value, [key])
}
