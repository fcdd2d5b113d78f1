import type { AnswerOf } from '@kabao/contract'
import type { userCalls } from '@kabao/contract/intake/user'
import { sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import type { Db } from '#platform/db/client'

type Answer = AnswerOf<typeof userCalls.userState>

/** What became of a user of a channel. @throws Problem 4040 if the user does not belong to it now */
export async function stateOf(
  db: Db,
  { userId, channelId }: { userId: string; channelId: string },
): Promise<Answer> {
  const { rows } = await sql<Omit<Answer, 'status'> & { isUnderWay: boolean }>`
    select u.created_at as "registeredAt", u.profiled_at as "profiledAt",
      exists (select from due_step s where s.user_id = u.id)
        or exists (select from push_record p where p.user_id = u.id and p.stage = 'submit' and p.status in ('pending', 'unknown')) as "isUnderWay",
      coalesce((
        select jsonb_agg(jsonb_build_object('pushId', p.id::text, 'status', p.status,
            'acceptedAt', ${iso(sql`coalesce(p.responded_at, p.request_at)`)},
            'returnedAt', ${iso(sql`(select max(r.updated_at) from push_return r where r.user_id = p.user_id and r.push_id = p.id and r.status = 'returned')`)})
          order by p.id)
        from push_record p
        where p.user_id = u.id and p.channel_id = u.channel_id and p.status in ('accepted', 'returned')
          and not ${isDeducted}), '[]') as results
    from "user" u where u.id = ${userId} and u.channel_id = ${channelId} and u.status <> 'deleted'`.execute(
    db.withoutPlugins(),
  )
  const [user] = rows
  if (!user) throw notFound()
  const { isUnderWay, ...known } = user
  return { status: statusOf(user, isUnderWay), ...known }
}

function statusOf({ profiledAt, results }: Pick<Answer, 'profiledAt' | 'results'>, isUnderWay: boolean) {
  if (results.some(({ status }) => status === 'accepted')) return 'accepted'
  if (isUnderWay) return 'searching'
  if (results.length > 0) return 'returned'
  return profiledAt === null ? 'registered' : 'none'
}

/** What the settlement deducts is not told as a result: of a registration, nothing about the user; of a push, that it was accepted. */
const isDeducted = sql`exists (
  select from (select channel_id, kind, ref_id from channel_result_new where deducted_for is not null and ref_id in (u.id::text, p.id::text)
    union all select channel_id, kind, ref_id from channel_result where deducted_for is not null and ref_id in (u.id::text, p.id::text)) r
  where r.channel_id = u.channel_id
    and (r.kind = 'registration' and r.ref_id = u.id::text or r.kind = 'push' and r.ref_id = p.id::text))`

/** An instant as the API writes it, within JSON that the database makes. */
const iso = (at: ReturnType<typeof sql>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
