import type { AnswerOf, Endpoint } from '@kabao/contract/kernel'
import type * as z from 'zod'
import { queryKey } from '../call/query.ts'
import { type SendArguments, send } from '../call/send.ts'
import type { Option } from './options.ts'

/** Endpoints that find records by a keyword, and one record by its id. */
export type SearchEndpoint = Endpoint & {
  query: z.ZodType<{ keyword?: string | undefined; id?: string | undefined }>
}

/** Makes the option of a record; the same function at each render. */
export type OptionOf<E extends SearchEndpoint> = (
  found: AnswerOf<E> extends readonly (infer Found)[] ? Found : never,
) => Option

const freshFor = 60_000

/** The query for the options of records, by a keyword or by an id. */
export const foundBy = <E extends SearchEndpoint>(
  use: E,
  optionOf: OptionOf<E>,
  query: Readonly<Record<string, string>>,
) => ({
  queryKey: [...queryKey(use as Endpoint), query],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found = await send(use, ...([{ query, signal, quiet: true }] as unknown as SendArguments<E>))
    return (found as never[]).map(optionOf)
  },
  staleTime: freshFor,
})
