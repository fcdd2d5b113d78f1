import { sql } from 'kysely'
import type { FileRule } from '#platform/callers/file-rule'
import { seenLeads, sightOf } from '../../lead-visibility.ts'

/** Whoever sees a lead may also see the images of its follow-ups. */
export const seesFollowUpImage: FileRule = async (db, { ownerId }, caller) => {
  const { rows } = await sql`
    select from ${seenLeads(await sightOf(db, caller))} t join lead_follow_up f on f.lead_id = t.id where f.id = ${ownerId}`.execute(
    db,
  )
  return rows.length > 0
}
