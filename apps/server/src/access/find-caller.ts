import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { hashToken } from '#platform/base/token'
import type { Caller, FindCaller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { Rules } from './rules.ts'
import { seenEverySeconds } from './sessions.ts'

/**
 * Looks the caller up at every call, so that an ended session, a disabled account or a changed role takes effect at once.
 * Every call runs this query, so it is prepared: measured at 0.07 ms of PostgreSQL's CPU instead of 0.38.
 */
export const callerFinder =
  (pool: pg.Pool, rules: Rules): FindCaller =>
  async (token, isUse = true) => {
    if (token === null || token.length > 100) return null
    const { idleSeconds, absoluteSeconds } = rules.session()
    const { rows } = await pool.query<Found>({
      name: 'caller',
      text: callerBy('s.token_hash'),
      values: [hashToken(token), seenEverySeconds, idleSeconds, absoluteSeconds, rules.password().maxAgeDays],
    })
    const found = rows[0]
    if (!found) return null
    if (isUse && found.isSeenLongAgo) {
      await pool.query('update session set last_seen_at = now() where id = $1', [found.sessionId])
    }
    return callerOf(found)
  }

/**
 * Finds the caller of a session by its id, for things that are bound to a session and used without its token (a ticket).
 * @returns null if the session has ended or the account is disabled
 */
export async function findCallerOfSession(db: Db, rules: Rules, sessionId: string): Promise<Caller | null> {
  const { idleSeconds, absoluteSeconds } = rules.session()
  const values = [sessionId, seenEverySeconds, idleSeconds, absoluteSeconds, rules.password().maxAgeDays]
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<Found>(CompiledQuery.raw(callerBy('s.id'), values) as CompiledQuery<Found>)
  return rows[0] ? callerOf(rows[0]) : null
}

function callerOf({ isSeenLongAgo: _, seesAll, nodes, ...caller }: Found): Caller {
  return { ...caller, dataScope: seesAll || caller.isSuper ? 'all' : 'own', points: new Set(nodes) }
}

interface Found extends Omit<Caller, 'points' | 'dataScope'> {
  isSeenLongAgo: boolean
  seesAll: boolean
  nodes: string[]
}

/** $1 the token's hash or the session's id; in seconds: $2 between writes of last_seen_at, $3 idle limit, $4 total limit; $5 password's days. */
const callerBy = (column: 's.token_hash' | 's.id') => `
  select s.id as "sessionId", s.wrote_lsn::text as "wroteLsn", a.id as "adminId", a.username, a.name,
    a.must_change_password or ($5 > 0 and a.password_changed_at < now() - make_interval(days => $5)) as "mustChangePassword",
    a.has_default_password as "hasDefaultPassword",
    s.last_seen_at < now() - make_interval(secs => $2) as "isSeenLongAgo",
    coalesce(r.requires_second_factor, false) and not exists (
      select from second_factor f where f.admin_id = a.id and f.confirmed_at is not null
    ) as "mustSetUpSecondFactor",
    coalesce(r.is_super, false) as "isSuper", coalesce(r.sees_all, false) as "seesAll",
    case when r.is_super then '{}' else array(
      select distinct n.node from admin_role ar join role_node n on n.role_id = ar.role_id where ar.admin_id = a.id
    ) end as nodes
  from session s
  join admin a on a.id = s.admin_id and a.status = 'enabled'
  left join lateral (
    select bool_or(r.is_super) as is_super, bool_or(r.data_scope = 'all') as sees_all,
      bool_or(r.requires_second_factor) as requires_second_factor
    from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = a.id
  ) r on true
  where ${column} = $1
    and s.last_seen_at > now() - make_interval(secs => $3)
    and s.created_at > now() - make_interval(secs => $4)`
