import * as z from 'zod'
import { text } from './kernel.ts'
import type { Words } from './language.ts'

/** The maximum number of choices that a search returns. */
export const mostChoices = 20
/** The maximum length of a keyword; the texts that records are found by are cut there too. */
export const longestKeyword = 60
/** The maximum number of choices that one call finds by id. */
export const mostChoiceIds = 100

/** A record that can be chosen in another place: in a filter, or in a field of a form. */
export const choice = z.object({
  id: z.string(),
  name: z.string(),
  /** A second name, by which it is found too; null if it has none. */
  code: z.string().nullable(),
  /** What distinguishes it from others with the same name, such as the organization of a plan. */
  hint: z.string().nullable(),
  /** A disabled record is shown with a mark; a filter may choose it, a form may only keep it. */
  status: z.enum(['enabled', 'disabled']),
})
choice.register(z.globalRegistry, { id: 'Choice' })
export type Choice = z.output<typeof choice>

const listOf = (each: string) =>
  z
    .string()
    .max(4_000, 'tooLong')
    .regex(new RegExp(`^${each}(?:,${each}){0,${mostChoiceIds - 1}}$`), 'id')

const queryOf = (each: string) =>
  z.strictObject({
    /** The beginning of a word of the name or code, of its pinyin or of the initials of the pinyin; or a whole id. */
    keyword: text(longestKeyword).optional(),
    /** These records, divided by commas, also disabled ones. */
    ids: listOf(each).optional(),
  })
const ofRecords = queryOf('[1-9]\\d{0,17}')
const ofWords = queryOf('[\\w:.-]{1,80}')

interface Place<P extends `/${string}`, N extends z.core.$ZodLooseShape = Empty> {
  path: P
  /** The action half of the permission point. Default: `page`. */
  point?: string
  owned?: true
  summary: Words
  /** Further optional fields of the query, which narrow what is offered. */
  narrow?: N
}
type Empty = Record<never, never>

/**
 * The endpoint by which a page of the console finds the records of an entity, to choose from them. It is under a permission point of
 * the page, so that a reader of that page needs no other. With a keyword it answers at most `mostChoices` that match; with neither
 * keyword nor ids, the newest.
 * @param entity the name of its table, `channel`; what was chosen recently is remembered by it
 */
export const choiceEndpoint = <
  const E extends string,
  const P extends `/${string}`,
  N extends z.core.$ZodLooseShape = Empty,
>(
  entity: E,
  { path, point = 'page', owned, summary, narrow }: Place<P, N>,
) => ({
  method: 'GET' as const,
  path,
  kind: 'read' as const,
  point,
  ...(owned && { owned }),
  summary,
  choosing: entity,
  query: ofRecords.extend((narrow ?? {}) as N),
  answer: z.array(choice),
})

/** Like `choiceEndpoint`, for a fixed list whose ids are words, `user:delete`: it answers all that match. */
export const wordChoiceEndpoint = <const E extends string, const P extends `/${string}`>(
  entity: E,
  place: Place<P>,
) => ({ ...choiceEndpoint(entity, place), query: ofWords })

/** The parsed query of a choice endpoint. */
export type ChoiceQuery = z.output<typeof ofRecords>
