import { sql } from 'kysely'
import type { Db } from '#db/client'
import { absoluteSeconds, idleSeconds, seenEverySeconds } from './lifetimes.ts'
import { hashToken } from './token.ts'

/** Who calls, and what he may do at this moment. */
export interface Caller {
  sessionId: string
  adminId: string
  username: string
  name: string
  mustChangePassword: boolean
  hasDefaultPassword: boolean
  /** Holds every permission point. */
  isSuper: boolean
  /** `own` where every role of his says so. */
  dataScope: 'all' | 'own'
  /** Permission points and menu nodes, by name. */
  points: ReadonlySet<string>
}

/** @param isUse whether asking keeps an idle session alive; a stream that merely stays open is no use of it */
export type FindCaller = (token: string | null, db: Db, isUse?: boolean) => Promise<Caller | null>

/** Looks the caller up at every call, so that an ended session, a disabled account or a changed role acts at once. */
export const findCaller: FindCaller = async (token, db, isUse = true) => {
  if (token === null || token.length > 100) return null
  const { rows } = await sql<Found>`
    select s.id as session_id, a.id as admin_id, a.username, a.name, a.must_change_password, a.has_default_password,
      s.last_seen_at < now() - make_interval(secs => ${seenEverySeconds}) as is_seen_long_ago,
      coalesce(r.is_super, false) as is_super, coalesce(r.sees_all, false) as sees_all,
      case when r.is_super then '{}' else array(
        select distinct n.node from admin_role ar join role_node n on n.role_id = ar.role_id where ar.admin_id = a.id
      ) end as nodes
    from session s
    join admin a on a.id = s.admin_id and a.status = 'enabled'
    left join lateral (
      select bool_or(r.is_super) as is_super, bool_or(r.data_scope = 'all') as sees_all
      from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = a.id
    ) r on true
    where s.token_hash = ${hashToken(token)}
      and s.last_seen_at > now() - make_interval(secs => ${idleSeconds})
      and s.created_at > now() - make_interval(secs => ${absoluteSeconds})`.execute(db)
  const found = rows[0]
  if (!found) return null
  if (isUse && found.isSeenLongAgo) await markSeen(db, found.sessionId)
  const { isSeenLongAgo: _, seesAll, nodes, ...caller } = found
  return { ...caller, dataScope: seesAll || caller.isSuper ? 'all' : 'own', points: new Set(nodes) }
}

interface Found extends Omit<Caller, 'points' | 'dataScope'> {
  isSeenLongAgo: boolean
  seesAll: boolean
  nodes: string[]
}

const markSeen = (db: Db, id: string) =>
  db.updateTable('session').set({ lastSeenAt: sql`now()` }).where('id', '=', id).execute()
