import { isWithinAny } from '@kabao/region'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Settings } from '#platform/settings/settings'
import { arrive } from './arrive.ts'
import { publicPool } from './public-pool.ts'

/** A user who may become a lead, with what the rules look at. */
interface Candidate {
  id: string
  userId: string
  source: 'unaccepted' | 'returned'
  status: string
  flow: string
  cityCode: string | null
  channelId: string | null
  name: string | null
  phone: string | null
  score: number
}

/** What a salesman knows before he calls: 40 points for a low risk, 10 for each thing that speaks for the person. */
const score = sql<number>`(case u.risk_level when 'low' then 40 when 'high' then 0 else 20 end
  + 10 * (coalesce(u.house, false)::int + coalesce(u.car, false)::int + coalesce(u.social_insurance, false)::int
    + coalesce(u.housing_fund, false)::int + (u.income_band is not null)::int + (u.credit_band is not null)::int))`

/**
 * Makes leads of the users that were noted, each in a transaction of its own with the removal of the note: so none is lost, and none
 * is made twice.
 * @returns how many notes were looked at
 */
export async function takeCandidates(db: Db, settings: Settings, signal?: AbortSignal): Promise<number> {
  for (let done = 0; ; done++) {
    if (signal?.aborted) return done
    const isDone = await db
      .transaction()
      .execute((write) => takeOne(write, settings))
      .catch((error: unknown) => {
        // The user was deleted at this moment; the next look drops the note.
        if (error instanceof Problem && error.words === 'userGone') return true
        throw error
      })
    if (!isDone) return done
  }
}

async function takeOne(write: Db, settings: Settings): Promise<boolean> {
  const { rows } = await sql<Candidate>`
    with taken as (
      delete from lead_candidate where id = (select id from lead_candidate order by id limit 1 for update skip locked) returning *
    )
    select t.id::text, t.user_id::text, t.source, u.status, u.flow, u.city_code, u.channel_id::text, u.name, u.phone, ${score} as score
    from taken t join "user" u on u.id = t.user_id`.execute(write)
  const [candidate] = rows
  if (!candidate) return false
  if (!isWanted(candidate, settings)) return true
  const { userId, phone, source, cityCode, channelId, name } = candidate
  await arrive(write, {
    userId,
    phone,
    source,
    cityCode,
    channelId,
    score: candidate.score,
    by: null,
    name: name ?? '',
    poolId: await publicPool(write),
  })
  return true
}

/** Whether the rules of now want the user. Who was accepted meanwhile needs no salesman. */
function isWanted(user: Candidate, settings: Settings): boolean {
  if (user.status === 'deleted') return false
  if (user.source === 'returned') return settings.get('crm.takesReturned')
  if (user.status === 'accepted') return false
  const isOfFlow = settings.get(user.flow === 'half' ? 'crm.takesHalf' : 'crm.takesFull')
  const regions = settings.get('crm.regions').split(',').filter(Boolean)
  const isOfRegion = regions.length === 0 || (user.cityCode !== null && isWithinAny(user.cityCode, regions))
  return isOfFlow && isOfRegion && user.score >= settings.get('crm.leastScore')
}
