import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import {
  hashKey,
  type Query,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createElement, type ReactNode, useEffect } from 'react'
import { message } from '../message/message.ts'
import { isExpiry } from './refusal.ts'
import { type CallInput, errorShown, messageOf, type SendArguments, type SendInput, send } from './send.ts'
import { useKeptSend } from './use-kept-send.ts'

/** The reads that failed last time. */
const failing = new WeakSet<Query>()

/**
 * The cache of responses. A failed call is not retried: its error is shown here, once for each cause, and the user can retry. The
 * failure of a read is not shown if no visible page uses it, or if it is a poll that failed before.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_, query) => void failing.delete(query as Query),
    onError: (error, given) => {
      const query = given as Query
      const isPoll = query.observers.some(({ options }) => options.refetchInterval)
      const isKnown = isPoll && failing.has(query)
      failing.add(query)
      const isSaid = isKnown || query.meta?.isSilent === true || isExpiry(error)
      if (query.isActive() && !isSaid) message.errorOnce(messageOf(error), errorShown)
    },
  }),
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      // A page that is shown again keeps its data unless the data has changed since; a page that opens fetches it again.
      refetchOnMount: ({ state }) =>
        isReturning ? state.isInvalidated : state.dataUpdatedAt < openedAt ? 'always' : true,
      // A page that is kept alive in the background has no observers for its responses.
      gcTime: 60 * 60_000,
    },
    mutations: { networkMode: 'always' },
  },
})

/** When each read was sent last, when that of its data was sent, and how many of its answers the reader asked for. */
const asked = new WeakMap<Query, { last: number; data: number; own: number }>()
const notAsked = { last: 0, data: 0, own: 0 }

queries.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const query = event.query as Query
  const known = asked.get(query) ?? notAsked
  if (event.action.type === 'fetch') asked.set(query, { ...known, last: Date.now() })
  if (event.action.type === 'success') {
    const own = known.own + (query.state.fetchMeta === becauseOfOthers ? 0 : 1)
    asked.set(query, { ...known, data: known.last, own })
  }
})

/** Whether the data of a read, or the answer that it awaits, was asked for at this time or later. */
export function isAskedSince(query: Query, time: number): boolean {
  const { last, data } = asked.get(query) ?? notAsked
  return (query.state.fetchStatus === 'fetching' ? last : data) >= time
}

/** A read by its key; undefined if it was never sent. */
const readOf = (queryKey: readonly unknown[]) =>
  queries.getQueryCache().get(hashKey(queryKey)) as Query | undefined

/**
 * How many answers of a read the reader asked for. While the number stays, all that came is because of others' changes. The
 * answer itself cannot tell: another read may have begun, or ended, before it is drawn.
 */
export function ownAnswers(queryKey: readonly unknown[]): number {
  const query = readOf(queryKey)
  return (query && asked.get(query)?.own) ?? 0
}

/** Fetches reads again whose data others have changed: those on screen at once, the rest when their page is shown. */
export function readAgain(meant: readonly Query[]): void {
  for (const query of meant) {
    query.invalidate()
    if (!query.isActive() || query.isDisabled()) continue
    // A fetch that the reader began, and that starts again, stays theirs.
    const isTheirs = query.state.fetchStatus === 'fetching' && !query.state.fetchMeta
    const meta = isTheirs ? {} : { meta: becauseOfOthers }
    query.fetch(undefined, { cancelRefetch: true, ...meta }).catch(() => undefined)
  }
}

/** Whether the last request of a read is by `readAgain`. */
export const isReadAgain = (queryKey: readonly unknown[]): boolean =>
  readOf(queryKey)?.state.fetchMeta === becauseOfOthers

const becauseOfOthers = {}

let openedAt = 0
let isReturning = false

/** Called when a page opens: cached responses are too old for it. */
export const pageOpens = (): void => {
  openedAt = Date.now()
}

/** Runs while a kept-alive page is shown again. */
export const pageReturns = (now: boolean): void => {
  isReturning = now
}

/**
 * Provides the cache to its children. The cache is cleared when it unmounts, so that no user sees responses of the previous
 * account; not earlier, because a page that is about to unmount would fetch everything again without a session.
 */
export function AnswersProvider({ children }: { children: ReactNode }) {
  useEffect(() => () => queries.clear(), [])
  return createElement(QueryClientProvider, { client: queries }, children)
}

/** The cache key of a response. It begins with the area, so that a change in an area refreshes all its responses. */
export const queryKey = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) =>
  [endpoint.area, endpoint.name, input ?? {}] as const

/** What the cache stores of an endpoint: `isShared` if other users than the caller change its data. */
export const queryMeta = ({ access }: Endpoint) => ({ isShared: access === 'point' })

/**
 * Marks the responses of the areas that a call affects as outdated. They are fetched again at once if they are on screen, and
 * otherwise when their page is shown.
 */
export function readAgainAfter({ affects }: Endpoint): void {
  void queries.invalidateQueries({ predicate: ({ queryKey: [area] }) => affects.includes(area as string) })
}

/** An endpoint's response, cached and refreshed when its area changes. A failure is shown by the cache and not by `call`. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: AnswerArguments<E>
): UseQueryResult<AnswerOf<E>> {
  return useQuery<AnswerOf<E>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) =>
      call(endpoint, { ...(input as CallInput<E>), signal, quiet: true } as SendInput<E>),
    ...options,
    meta: { ...queryMeta(endpoint), ...options?.meta },
  })
}
/** What `useAnswer` takes after the endpoint: its input may be left out if the endpoint needs none. */
export type AnswerArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: AnswerOptions<E>]
    : [input: CallInput<E>, options?: AnswerOptions<E>]
/** `meta.isSilent`: the cache does not show a failure, because the caller shows it. */
export type AnswerOptions<E extends Endpoint> = Omit<UseQueryOptions<AnswerOf<E>>, 'queryKey' | 'queryFn'>

/**
 * A write of a form or of another part of a page, with the key of `useKeptSend`; afterwards the responses of the areas that it affects are
 * fetched again.
 */
export function useSend<E extends Endpoint>(
  endpoint: E,
  options?: Omit<UseMutationOptions<AnswerOf<E>, Error, SendInput<E>>, 'mutationFn'>,
): UseMutationResult<AnswerOf<E>, Error, SendInput<E>> {
  const keptSend = useKeptSend()
  return useMutation<AnswerOf<E>, Error, SendInput<E>>({
    ...options,
    mutationFn: (input) => keptSend(endpoint, input),
    onSuccess: async (...all) => {
      readAgainAfter(endpoint)
      await options?.onSuccess?.(...all)
    },
  })
}

// `E` is still generic here, so the compiler cannot check its conditional argument list; callers are typed.
const call = <E extends Endpoint>(endpoint: E, input: SendInput<E>) =>
  send(endpoint, ...([input] as SendArguments<E>))
