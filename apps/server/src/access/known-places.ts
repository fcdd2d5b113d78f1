import { sql } from 'kysely'
import type { Db } from '#db/client'
import { namesOf, type Place } from './place.ts'

/** A place that an account has not come from for as many days is a stranger's again. */
const knownDays = 90
const mostKnown = 50

/** Those of a place's names under which an account has signed in before; a part of a query whose admin is `a`. */
export const knownNames = (place: Place) => sql<string[]>`array(
  select k.place from known_place k where k.admin_id = a.id and k.place = any(${namesOf(place)})
    and k.seen_at > now() - make_interval(days => ${knownDays}))`

/** Remembers where an account has signed in from, and forgets what is old or too much. */
export async function rememberPlace(db: Db, adminId: string, place: Place): Promise<void> {
  await sql`
    insert into known_place (admin_id, place) select ${adminId}, unnest(${namesOf(place)}::text[])
    on conflict (admin_id, place) do update set seen_at = now()`.execute(db)
  await sql`
    delete from known_place where admin_id = ${adminId} and (seen_at < now() - make_interval(days => ${knownDays})
      or place in (select place from known_place where admin_id = ${adminId}
        order by seen_at desc, place offset ${mostKnown}))`.execute(db)
}
