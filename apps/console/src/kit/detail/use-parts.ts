import type { AnswerOf, BodyInput, Endpoint, ParamsOf } from '@kabao/contract/kernel/kernel'
import { useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { queryKey, queryMeta } from '../call/query.ts'
import { type SendArguments, send } from '../call/send.ts'

/** An endpoint that returns one page after another, each from the end of the previous one. */
type PartsEndpoint = Endpoint & { body: z.ZodType; answer: z.ZodType<{ next: unknown }> }

/** Reads an endpoint page by page, as far as the reader has requested. */
export function useParts<E extends PartsEndpoint>(
  endpoint: E,
  {
    params,
    body,
    from = 'before',
    isPaused = false,
  }: {
    params: ParamsOf<E>
    body: Omit<BodyInput<E>, 'before' | 'after'>
    /** The field of the body that names the end of the previous page. */
    from?: 'before' | 'after'
    /** Whether nothing is read yet. */
    isPaused?: boolean
  },
) {
  return useInfiniteQuery({
    queryKey: [...queryKey(endpoint as Endpoint), params, body],
    queryFn: ({ pageParam, signal }) => {
      const request = { ...body, ...(pageParam === null ? {} : { [from]: pageParam }) }
      // The type of `E` is not known here, so its arguments cannot be checked; calls of this hook are typed.
      return send(
        endpoint,
        ...([{ params, body: request, signal, quiet: true }] as unknown as SendArguments<E>),
      )
    },
    meta: queryMeta(endpoint),
    enabled: !isPaused,
    initialPageParam: null as unknown,
    getNextPageParam: (part: AnswerOf<E>) => (part as { next: unknown }).next,
  })
}
