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

/** The records that can be chosen, by the name of their table, and what they are called. */
const chosen = {
  admin: ['可选的管理员', 'Administrators to choose from'],
  auditAction: ['可选的操作', 'Actions to choose from'],
  channel: ['可选的渠道', 'Channels to choose from'],
  lead_pool: ['可选的线索池', 'Lead pools to choose from'],
  collection: ['可选的收款渠道', 'Collection channels to choose from'],
  org: ['可选的机构', 'Organizations to choose from'],
  plan: ['可选的计划', 'Plans to choose from'],
  role: ['可选的角色', 'Roles to choose from'],
  product: ['可选的产品', 'Products to choose from'],
  sales_team: ['可选的团队', 'Sales teams to choose from'],
  salesman: ['可选的销售', 'Salespeople to choose from'],
} as const satisfies Readonly<Record<string, Words>>
type Chosen = keyof typeof chosen

interface Field<N extends z.core.$ZodLooseShape> {
  /** The table of the records; what was chosen recently is remembered by it. */
  of: Chosen
  /** The action half of the permission point. Default: `page`. */
  point?: string
  owned?: true
  /** Further optional fields of the query, which narrow what is offered. */
  narrow?: N
}
type NarrowOf<F> = F extends { narrow: infer N extends z.core.$ZodLooseShape } ? N : Record<never, never>

/** The endpoint of one field. */
type ChoiceCall<A extends string, K extends string, F> = {
  method: 'GET'
  path: `/choice/${A}/${K}`
  kind: 'read'
  point: string
  owned?: true
  summary: Words
  choosing: string
  query: ReturnType<typeof ofRecords.extend<NarrowOf<F>>>
  answer: z.ZodArray<typeof choice>
}

/**
 * The endpoints by which a page of the console finds the records of other entities, to choose from them: `orgs: 'org'`. They are under a
 * permission point of the page, so that a reader of that page needs no other. With a keyword they answer at most `mostChoices` that
 * match; with neither keyword nor ids, the newest.
 * @param area the area of the page
 * @param fields what each field chooses from, by the key of its endpoint
 */
export function choicesOf<
  const A extends string,
  const F extends Readonly<Record<string, Chosen | Field<z.core.$ZodLooseShape>>>,
>(area: A, fields: F) {
  const calls = Object.entries(fields).map(([key, field]) => {
    const {
      of,
      point = 'page',
      owned,
      narrow,
    } = typeof field === 'string' ? ({ of: field } as Field<never>) : field
    return [
      key,
      {
        method: 'GET',
        path: `/choice/${area}/${key}`,
        kind: 'read',
        point,
        ...(owned && { owned }),
        summary: chosen[of],
        choosing: of,
        query: ofRecords.extend(narrow ?? {}),
        answer: z.array(choice),
      },
    ]
  })
  return Object.fromEntries(calls) as { [K in keyof F & string]: ChoiceCall<A, K, F[K]> } // entries lose which key has which value
}

/** Like `choicesOf`, of one field with a fixed list whose ids are words, `user:delete`: it answers all that match. */
export const wordChoicesOf = <const A extends string, const K extends string>(area: A, key: K, of: Chosen) =>
  ({
    [key]: { ...choicesOf(area, { [key]: of })[key], query: ofWords },
  }) as { [Key in K]: ChoiceCall<A, K, Chosen> }

/** The parsed query of a choice endpoint. */
export type ChoiceQuery = z.output<typeof ofRecords>
