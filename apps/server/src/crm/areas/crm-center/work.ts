import type { BodyOf } from '@kabao/contract'
import type { crmCenter } from '@kabao/contract/crm/crm-center'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

interface Place {
  at: string
  id: string
}

/** What each part is ordered by, and up to when. */
const parts = {
  overdue: { at: sql`c.next_follow_at`, until: () => sql`c.next_follow_at < now()` },
  today: {
    at: sql`c.next_follow_at`,
    until: (end: string) => sql`c.next_follow_at >= now() and c.next_follow_at < ${end}::timestamptz`,
  },
  fresh: { at: sql`c.first_contact_due_at`, until: () => sql`c.first_contact_due_at is not null` },
  returning: { at: sql`c.recycle_at`, until: () => sql`c.recycle_at < now() + interval '1 day'` },
}

/** The next leads of one part of a desk, what is due first comes first. */
export async function findPart(
  db: Db,
  salesmanId: string,
  { part, after, size }: Pick<BodyOf<(typeof crmCenter)['leads']>, 'part' | 'after' | 'size'>,
  endOfToday: string,
): Promise<{ places: Place[]; next: Place | null }> {
  const { at, until } = parts[part]
  const later = after ? sql`and (${at}, c.id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``
  const { rows } = await sql<Place>`
    select c.id, ${at} as at from lead c where c.salesman_id = ${salesmanId} and c.closed_at is null and ${until(endOfToday)} ${later}
    order by ${at}, c.id limit ${size + 1}`.execute(db.withoutPlugins())
  return { places: rows.slice(0, size), next: rows.length > size ? (rows[size - 1] as Place) : null }
}
