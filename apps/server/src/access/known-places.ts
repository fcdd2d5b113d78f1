import { sql } from 'kysely'
import { namesOf, type Place } from '#platform/callers/place'
import type { Db } from '#platform/db/client'

/** After this many days without a sign-in from it, a place is unknown to the account again. */
const knownDays = 90
const mostKnown = 50

/** Those names of a place from which an account has signed in before; part of a query in which `a` is the admin. */
export const knownNames = (place: Place) => sql<string[]>`array(
  select k.place from known_place k where k.admin_id = a.id and k.place = any(${namesOf(place)})
    and k.seen_at > now() - make_interval(days => ${knownDays}))`

/** Stores the place of a sign-in, and deletes the account's old and surplus places. */
export async function rememberPlace(db: Db, adminId: string, place: Place): Promise<void> {
  await sql`
    insert into known_place (admin_id, place) select ${adminId}, unnest(${namesOf(place)}::text[])
    on conflict (admin_id, place) do update set seen_at = now()`.execute(db)
  await sql`
    delete from known_place where admin_id = ${adminId} and (seen_at < now() - make_interval(days => ${knownDays})
      or place in (select place from known_place where admin_id = ${adminId}
        order by seen_at desc, place offset ${mostKnown}))`.execute(db)
}
