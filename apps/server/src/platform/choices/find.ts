import { type Choice, type ChoiceQuery, mostChoices } from '@kabao/contract/kernel/choice'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { ChoiceSource } from './source.ts'
import { plain } from './words.ts'

/** A record can match by several of its texts, so more matches are read than choices are returned. */
const mostMatches = 10 * mostChoices
/** After every text that begins with a keyword. */
const last = '\u{10FFFF}'

/** Who searches, and which records the endpoint offers. */
export interface ChoiceLimits {
  /** The administrator whose own records alone are offered; null: all. */
  owner: string | null
  /** A condition of the endpoint on the table `t`. */
  where?: RawBuilder<unknown> | undefined
}

/**
 * The choices of a query, within the data scope of the reader: the records with these ids; or those that the keyword finds, the best
 * match first; or the newest.
 */
export async function findChoices(
  db: Db,
  source: ChoiceSource,
  { keyword = '', ids }: ChoiceQuery,
  limits: ChoiceLimits,
): Promise<Choice[]> {
  if (ids !== undefined) {
    const wanted = ids.split(',')
    return rowsOf(db, source, limits, { where: sql`t.id = any(${wanted}::bigint[])`, most: wanted.length })
  }
  if (keyword === '') return rowsOf(db, source, limits, { order: sql`t.id desc` })
  const word = plain(keyword)
  if (word === '') return []
  const byId = isId(word) ? rowsOf(db, source, limits, { where: sql`t.id = ${word}` }) : []
  const { entity, parent } = source
  const found = await Promise.all([
    byId,
    matches(db, source, limits, { entity, id: sql`t.id`, word }),
    parent ? matches(db, source, limits, { entity: parent.source.entity, id: parent.id, word }) : [],
  ])
  return distinct(found.flat()).slice(0, mostChoices)
}

/** The records whose own texts, or whose parent's, begin with the word. */
const matches = (
  db: Db,
  source: ChoiceSource,
  limits: ChoiceLimits,
  { entity, id, word }: { entity: string; id: RawBuilder<unknown>; word: string },
) =>
  rowsOf(db, source, limits, {
    joins: sql`join choice_word w on w.entity_id = ${id}`,
    where: sql`w.entity = ${entity} and w.word >= ${word} and w.word < ${word + last}`,
    order: sql`w.word, w.entity_id`,
    most: mostMatches,
  })

interface Part {
  joins?: RawBuilder<unknown>
  where?: RawBuilder<unknown>
  order?: RawBuilder<unknown>
  most?: number
}

async function rowsOf(
  db: Db,
  source: ChoiceSource,
  { owner, where: limit }: ChoiceLimits,
  { joins = sql``, where, order, most = mostChoices }: Part,
): Promise<Choice[]> {
  const { entity, name, code = sql`null`, hint = sql`null`, isDisabled } = source
  const own = owner !== null && source.owner ? sql`${source.owner} = ${owner}` : undefined
  const conditions = [where, limit, own].filter((each) => each !== undefined)
  const { rows } = await sql<Choice>`
    select t.id, ${name} as name, ${code} as code, ${hint} as hint,
      case when ${isDisabled} then 'disabled' else 'enabled' end as status
    from ${sql.table(entity)} t ${joins} ${source.joins ?? sql``}
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    ${order ? sql`order by ${order}` : sql``} limit ${sql.lit(most)}`.execute(db.withoutPlugins())
  return rows
}

const isId = (text: string) => /^[1-9]\d{0,17}$/.test(text)

const distinct = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map((choice) => [choice.id, choice])).values(),
]
