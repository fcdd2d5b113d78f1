import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { createMemory } from '#platform/db/memory'

/** A visit of a page of a channel. */
export interface NewVisit {
  channelId: string
  /** The channel's name for the browser. */
  visitorId: string
  page: string
  productId: string | null
  /** ISO 8601; not in the future, and at most `visitsTakenDays` ago. */
  at: string
  ip: string
  userAgent: string
  /** Six digits. */
  cityCode: string | null
}

/** The numbers under which texts that many visits have in common are stored. */
export interface VisitTexts {
  /** @returns the number of each text */
  idsOf(texts: readonly string[]): Promise<Map<string, number>>
}

/** How many texts an instance remembers, and for how long in milliseconds; a text never gets another number. */
const remembered = 20_000
const rememberedMs = 24 * 3_600_000

/** @param db not the transaction of the visits: a new text is stored at once, so that nobody waits for it until their commit */
export function createVisitTexts(db: Db): VisitTexts {
  const memory = createMemory<number>(remembered, rememberedMs)
  return {
    async idsOf(texts) {
      const found = new Map<string, number>()
      for (const text of texts) {
        const id = memory.get(text)
        if (id !== undefined) found.set(text, id)
      }
      let missing = [...new Set(texts)].filter((text) => !found.has(text))
      // A text that another caller adds at this moment is in no row of the first statement, but in one of the second.
      for (let tried = 0; missing.length > 0 && tried < 3; tried++) {
        for (const { id, value } of await findOrAdd(db, missing)) {
          found.set(value, id)
          memory.set(value, id)
        }
        missing = missing.filter((text) => !found.has(text))
      }
      if (missing.length > 0) throw new Error('texts of visits could not be stored')
      return found
    },
  }
}

/**
 * How much longer than visits their texts are kept, in days: a visit may be reported late, its day is dropped after it ended, an
 * instance remembers a text for a day, and `seen_on` is set once in `seenEveryDays`.
 */
export const textsKeptDays = 20
const seenEveryDays = 7

async function findOrAdd(db: Db, texts: readonly string[]): Promise<{ id: number; value: string }[]> {
  // A text that was not seen for long may be deleted at this moment, so its number is that of the row that was just marked as seen.
  const { rows } = await sql<{ id: number; value: string }>`
    with given as (select value collate "C" as value from unnest(${texts}::text[]) value),
      known as (select t.id, t.value, t.seen_on >= current_date - ${seenEveryDays}::int as is_fresh
        from visit_text t join given on given.value = t.value),
      stale as (
        select id from visit_text where id in (select id from known where not is_fresh) order by id for update),
      seen as (
        update visit_text set seen_on = current_date where id in (select id from stale) returning id, value),
      added as (
        insert into visit_text (value) select value from given where value not in (select value from known)
        order by value on conflict (value) do nothing returning id, value)
    select id, value from known where is_fresh union all select id, value from seen
    union all select id, value from added`.execute(db.withoutPlugins())
  return rows
}

/** Adds visits in one statement. Called again with the same visits, it adds them again: the caller's key makes a call count once. */
export async function addVisits(write: Db, texts: VisitTexts, visits: readonly NewVisit[]): Promise<void> {
  const ids = await texts.idsOf(visits.flatMap(({ page, userAgent }) => [page, userAgent]))
  const column = <T>(pick: (visit: NewVisit) => T) => visits.map(pick)
  await sql`
    insert into visit (id, channel_id, product_id, page_id, user_agent_id, city_code, ip, visitor_id)
    select time_id(at), channel_id, product_id, page_id, user_agent_id, city_code, ip, visitor_id
    from unnest(${column(({ at }) => at)}::timestamptz[], ${column(({ channelId }) => channelId)}::bigint[],
      ${column(({ productId }) => productId)}::bigint[], ${column(({ page }) => ids.get(page))}::integer[],
      ${column(({ userAgent }) => ids.get(userAgent))}::integer[], ${column(({ cityCode }) => cityCode)}::integer[],
      ${column(({ ip }) => ip)}::inet[], ${column(({ visitorId }) => visitorId)}::text[])
      given (at, channel_id, product_id, page_id, user_agent_id, city_code, ip, visitor_id)`.execute(write)
}
