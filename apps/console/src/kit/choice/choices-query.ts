import type { Choice, ChoiceQuery } from '@kabao/contract/kernel/choice'
import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import type * as z from 'zod'
import { queryKey, queryMeta } from '../call/query.ts'
import { type SendArguments, send } from '../call/send.ts'

/** An endpoint made by `choiceEndpoint` of the contract. */
export type ChoiceSearch = Endpoint & {
  choosing: string
  query: z.ZodType<ChoiceQuery>
  answer: z.ZodType<Choice[]>
}

/** Values of further fields of the query, which narrow what is offered: `{ flow: 'uv' }`. */
export type Given = Readonly<Record<string, string | undefined>>

const freshFor = 60_000

/** The query for the records that a keyword finds, or that have the given ids. */
export const choicesQuery = (use: ChoiceSearch, query: ChoiceQuery & Given) => ({
  queryKey: queryKey(use as Endpoint, { query } as never),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    send(use, ...([{ query, signal, quiet: true }] as unknown as SendArguments<ChoiceSearch>)) as Promise<
      AnswerOf<ChoiceSearch>
    >,
  staleTime: freshFor,
  meta: { ...queryMeta(use), isSilent: true },
})

/** A record as one line of text: what it belongs to, its name, and its code. */
export const choiceText = ({ name, code, hint }: Choice): string =>
  `${hint === null ? '' : `${hint} · `}${name}${code === null ? '' : ` (${code})`}`
