import type { AnswerOf, Endpoint } from '@kabao/contract/kernel'
import {
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
import { errorShown, messageOf, type SendArguments, type SendInput, send } from './send.ts'

/** The reads that failed last time. */
const failing = new WeakSet<Query>()

/**
 * What has been read from the service. A failed call is not repeated: the reader is told here, once for every cause, and tries
 * again himself. A read that nobody looks at is not announced, nor is a poll that fails again.
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
      // A page that comes back shows what it showed, unless that has changed since; a page that opens reads anew.
      refetchOnMount: ({ state }) =>
        isReturning ? state.isInvalidated : state.dataUpdatedAt < openedAt ? 'always' : true,
      // A page that is kept in the background has nobody who holds its answers.
      gcTime: 60 * 60_000,
    },
    mutations: { networkMode: 'always' },
  },
})

let openedAt = 0
let isReturning = false

/** Said when a page opens: what was read before is not good enough for it. */
export const pageOpens = (): void => {
  openedAt = Date.now()
}

/** Said around the moment in which a page that was kept comes back. */
export const pageReturns = (now: boolean): void => {
  isReturning = now
}

/**
 * Gives what is inside it the answers that were read. They are forgotten when it goes, so nobody sees those of the
 * account before; not earlier, or a page that is about to go would read everything again without a session.
 */
export function AnswersProvider({ children }: { children: ReactNode }) {
  useEffect(() => () => queries.clear(), [])
  return createElement(QueryClientProvider, { client: queries }, children)
}

/** Where the cache keeps an answer: by area first, so that a change in an area refreshes all of it. */
export const queryKey = <E extends Endpoint>(endpoint: E, input?: SendInput<E>) =>
  [endpoint.area, endpoint.name, input] as const

/** What the cache notes of an endpoint's answer: `isShared` where others change what it says, and not the caller alone. */
export const queryMeta = ({ access }: Endpoint) => ({ isShared: access === 'point' })

/**
 * Says that a call has been made that changed something: what was read of the areas it affects is read again, at once where
 * it is in sight and else when its page comes back.
 */
export function readAgainAfter({ affects }: Endpoint): void {
  void queries.invalidateQueries({ predicate: ({ queryKey: [area] }) => affects.includes(area as string) })
}

/** An endpoint's answer, kept in the cache and refreshed when its area changes. The cache announces a failure, not the call. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Record<never, never> extends SendInput<E>
    ? [input?: SendInput<E>, options?: AnswerOptions<E>]
    : [input: SendInput<E>, options?: AnswerOptions<E>]
): UseQueryResult<AnswerOf<E>> {
  return useQuery<AnswerOf<E>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...(input as SendInput<E>), signal, quiet: true }),
    ...options,
    meta: { ...queryMeta(endpoint), ...options?.meta },
  })
}
/** `meta.isSilent`: the caller says itself what went wrong, so a failure is not announced. */
export type AnswerOptions<E extends Endpoint> = Omit<UseQueryOptions<AnswerOf<E>>, 'queryKey' | 'queryFn'>

/** A call that changes something; afterwards everything read from the areas it affects is read again. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  options?: Omit<UseMutationOptions<AnswerOf<E>, Error, SendInput<E>>, 'mutationFn'>,
): UseMutationResult<AnswerOf<E>, Error, SendInput<E>> {
  return useMutation<AnswerOf<E>, Error, SendInput<E>>({
    ...options,
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async (...all) => {
      readAgainAfter(endpoint)
      await options?.onSuccess?.(...all)
    },
  })
}

// `E` is still open here, so its conditional argument list cannot be seen to fit; callers are typed.
const call = <E extends Endpoint>(endpoint: E, input: SendInput<E>) =>
  send(endpoint, ...([input] as SendArguments<E>))
