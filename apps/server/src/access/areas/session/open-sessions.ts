import type { OpenSession, SessionPage, SessionRow } from '@kabao/contract/access/session'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import { coversAccount } from '../../powers.ts'
import type { SessionLifetime } from '../../rules.ts'
import { isAlive } from '../../sessions.ts'
import { describeUserAgent } from '../../user-agent.ts'

/** How many of their own sessions administrators see, the most recently used ones. */
const ownShown = 100

const columns = sql`t.id, t.way, t.user_agent as "userAgent", t.ip, t.created_at as "createdAt", t.last_seen_at as "lastSeenAt"`

type Stored = Omit<OpenSession, 'device' | 'isCurrent'> & { userAgent: string | null }

const own = ({ adminId }: Caller) => sql`t.admin_id = ${adminId}`

const shown = <S extends Stored>({ userAgent, ...session }: S, caller: Caller) => ({
  ...session,
  device: describeUserAgent(userAgent),
  isCurrent: session.id === caller.sessionId,
})

/** An administrator's own sessions, the calling session first. */
export async function findOwn(db: Db, caller: Caller, lifetime: SessionLifetime): Promise<OpenSession[]> {
  const { rows } = await sql<Stored>`
    select ${columns} from session t where t.admin_id = ${caller.adminId} and ${isAlive(lifetime)}
    order by t.id = ${caller.sessionId} desc, t.last_seen_at desc, t.id desc
    limit ${ownShown}`.execute(db.withoutPlugins())
  return rows.map((row) => shown(row, caller))
}

/** All sessions, or only the caller's own if the caller's data scope is `own`. */
export async function findPageOfSessions(
  db: Db,
  page: SessionPage,
  caller: Caller,
  lifetime: SessionLifetime,
): Promise<Page<SessionRow>> {
  const where: RawBuilder<unknown>[] = [isAlive(lifetime)]
  if (caller.dataScope === 'own') where.push(own(caller))
  if (page.username) {
    where.push(
      sql`t.admin_id = (select id from admin where lower(username) = ${page.username.toLowerCase()})`,
    )
  }
  const { records, ...rest } = await findPage<
    Stored & Pick<SessionRow, 'adminId' | 'username' | 'name' | 'isManageable'>
  >(db, {
    table: sql`session`,
    columns: sql`${columns}, t.admin_id as "adminId", a.username, a.name,
        (${own(caller)} or ${coversAccount(caller, sql`t.admin_id`)}) as "isManageable"`,
    joins: sql`join admin a on a.id = t.admin_id`,
    where,
    key: sql`t.created_at`,
    isDescending: page.sort.startsWith('-'),
    current: page.current,
    size: page.size,
  })
  return { records: records.map((row) => shown(row, caller)), ...rest }
}

/** The owner of a session, if the caller may see it. */
export async function ownerOf(db: Db, id: string, caller: Caller): Promise<string | undefined> {
  const found = await db.selectFrom('session').select('adminId').where('id', '=', id).executeTakeFirst()
  return found && (caller.dataScope === 'all' || found.adminId === caller.adminId) ? found.adminId : undefined
}
