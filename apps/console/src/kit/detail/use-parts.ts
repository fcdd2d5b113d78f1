import type { AnswerOf, BodyInput, Endpoint, ParamsOf } from '@kabao/contract/kernel'
import { useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { queryKey, queryMeta } from '../call/query.ts'
import { type SendArguments, send } from '../call/send.ts'

/** An endpoint that answers one part after the other, each from where the last one ended. */
type PartsEndpoint = Endpoint & { body: z.ZodType; answer: z.ZodType<{ next: unknown }> }

/** What is read in parts, as far as the reader has asked. */
export function useParts<E extends PartsEndpoint>(
  endpoint: E,
  { params, body }: { params: ParamsOf<E>; body: Omit<BodyInput<E>, 'before'> },
) {
  return useInfiniteQuery({
    queryKey: [...queryKey(endpoint as Endpoint), params, body],
    queryFn: ({ pageParam, signal }) => {
      const asked = { ...body, ...(pageParam === null ? {} : { before: pageParam }) }
      // `E` is open here, so its arguments cannot be seen to fit; callers are typed.
      return send(
        endpoint,
        ...([{ params, body: asked, signal, quiet: true }] as unknown as SendArguments<E>),
      )
    },
    meta: queryMeta(endpoint),
    initialPageParam: null as unknown,
    getNextPageParam: (part: AnswerOf<E>) => (part as { next: unknown }).next,
  })
}
