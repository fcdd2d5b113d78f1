import { type BusinessClock, businessDayAt, daysAfter } from '@kabao/contract/kernel/business-clock'
import {
  type ErrorEventDetail,
  type ErrorEventPage,
  type ErrorEventRow,
  type TrendSpan,
  trendDays,
} from '@kabao/contract/operations/error-event'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { containsInNames } from '#platform/db/pattern'

/** The numbers of the last days of an error, the oldest first. @param today the business day `yyyy-mm-dd` */
const trend = (today: string) => sql`(
  select array_agg(coalesce(h.count, 0) order by g.day)
  from (select ${today}::date - n as day from generate_series(0, ${sql.lit(trendDays - 1)}) n) g
    left join error_day h on h.event_id = t.id and h.day = g.day)`

const columnsFor = (
  today: string,
) => sql`t.id, t.source, t.level, t.name, t.message, t.status, t.reopened_at as "reopenedAt",
  t.count, t.person_count as people, ${trend(today)} as trend, t.first_release as "firstRelease", t.release,
  org.name as "orgName", t.issue_url as "issueUrl", t.first_at as "firstAt", t.last_at as "lastAt", t.version`

const joins = sql`left join org on org.id = t.org_id`

const keys = {
  lastAt: sql`t.last_at`,
  firstAt: sql`t.first_at`,
  count: sql`t.count`,
  people: sql`t.person_count`,
} as const

export const rowsOfErrors = ({ sort, ...filters }: Omit<ErrorEventPage, 'current' | 'size'>): RowsQuery => ({
  table: sql`error_event`,
  joins,
  where: matching(filters),
  key: keys[sort.replace('-', '') as keyof typeof keys],
  isDescending: sort.startsWith('-'),
})

export const findPageOfErrors = (
  db: Db,
  { current, size, ...page }: ErrorEventPage,
  today: string,
): Promise<Page<ErrorEventRow>> =>
  findPage(db, { ...rowsOfErrors(page), columns: columnsFor(today), current, size })

function matching(filters: Omit<ErrorEventPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { status, reopened, source, level, release, leastPeople, keyword, lastFrom, lastTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (reopened) where.push(reopened === 'yes' ? sql`t.reopened_at is not null` : sql`t.reopened_at is null`)
  if (source) where.push(sql`t.source = ${sql.lit(source)}`)
  if (level) where.push(sql`t.level = ${sql.lit(level)}`)
  if (release)
    where.push(
      sql`exists (select from error_event_release r where r.release = ${release} and r.event_id = t.id)`,
    )
  if (leastPeople) where.push(sql`t.person_count >= ${leastPeople}`)
  if (keyword)
    where.push(
      containsInNames(keyword, {
        pairs: sql`t.text_pairs`,
        names: [sql`t.name`, sql`left(t.message, 200)`],
      }),
    )
  if (lastFrom) where.push(sql`t.last_at >= ${lastFrom}`)
  if (lastTo) where.push(sql`t.last_at < ${lastTo}`)
  return where
}

/** An error with its releases and changes; undefined if there is none. @param today the business day `yyyy-mm-dd` */
export async function find(db: Db, id: string, today: string): Promise<ErrorEventDetail | undefined> {
  const plain = db.withoutPlugins()
  const { rows } = await sql<Omit<ErrorEventDetail, 'releases' | 'changes'>>`
    select ${columnsFor(today)}, t.url, t.ignored_until as "ignoredUntil", t.ignored_to as "ignoredTo",
      t.is_until_release as "untilRelease", t.resolved_at as "resolvedAt", t.org_id as "orgId",
      (select count(*)::int from error_sample s where s.event_id = t.id) as samples
    from error_event t ${joins} where t.id = ${id}`.execute(plain)
  const [row] = rows
  if (!row) return undefined
  const releases = await sql<ErrorEventDetail['releases'][number]>`
    select release, count, first_at as "firstAt", last_at as "lastAt" from error_event_release
    where event_id = ${id} order by last_at desc, release desc limit 20`.execute(plain)
  const changes = await sql<ErrorEventDetail['changes'][number]>`
    select c.id, c.act, c.at, a.name as by, c.release, c.until, c.times, c.is_until_release as "untilRelease"
    from error_change c left join admin a on a.id = c.admin_id
    where c.event_id = ${id} order by c.id desc limit 50`.execute(plain)
  return { ...row, releases: releases.rows, changes: changes.rows }
}

export async function isThere(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from error_event where id = ${id}`.execute(db)
  return rows.length > 0
}

/** How often an error happened in a span, without gaps, the oldest first. */
export async function findTrend(
  db: Db,
  id: string,
  { span, clock }: { span: TrendSpan; clock: BusinessClock },
): Promise<{ at: string; count: number }[]> {
  if (span === 'hours24') {
    const { rows } = await sql<{ at: string; count: number }>`
      select to_char(g.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, coalesce(h.count, 0) as count
      from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') g (hour)
        left join error_hour h on h.event_id = ${id} and h.hour = g.hour order by g.hour`.execute(db)
    return rows
  }
  const today = businessDayAt(databaseNow(), clock)
  const first = daysAfter(today, span === 'days14' ? -13 : -89)
  const { rows } = await sql<{ at: string; count: number }>`
    select to_char(g.day, 'YYYY-MM-DD') as at, coalesce(d.count, 0) as count
    from generate_series(${first}::date, ${today}::date, interval '1 day') g (day)
      left join error_day d on d.event_id = ${id} and d.day = g.day::date order by g.day`.execute(db)
  return rows
}

/** A stored occurrence, with the stack as it was reported. */
export interface StoredSample {
  source: string
  at: string
  message: string
  stack: string
  url: string
  userAgent: string
  release: string
  requestId: string
}

/** @param at 0: the newest */
export async function findSample(db: Db, id: string, at: number): Promise<StoredSample | undefined> {
  const { rows } = await sql<StoredSample>`
    select e.source, s.at, s.message, s.stack, s.url, s.user_agent as "userAgent", s.release, s.request_id as "requestId"
    from error_sample s join error_event e on e.id = s.event_id
    where s.event_id = ${id} order by s.at desc, s.place desc limit 1 offset ${at}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

export interface StoredPerson {
  kind: 'admin' | 'user'
  id: string
  name: string | null
  phone: string | null
  firstAt: string
}

/** The newest 50 people to whom an error happened. @param ofOwner the conditions on a user `u` whom the caller may see */
export async function findPeople(
  db: Db,
  id: string,
  ofOwner: readonly RawBuilder<unknown>[],
): Promise<StoredPerson[]> {
  const seen = ofOwner.length === 0 ? sql`true` : sql.join(ofOwner, sql` and `)
  const { rows } = await sql<StoredPerson>`
    select p.kind, p.person_id as id, coalesce(a.name, u.name) as name, u.phone, p.first_at as "firstAt"
    from error_person p left join admin a on p.kind = 'admin' and a.id = p.person_id
      left join "user" u on p.kind = 'user' and u.id = p.person_id
    where p.event_id = ${id} and (p.kind = 'admin' or (u.id is not null and ${seen}))
    order by p.first_at desc, p.person_id desc limit 50`.execute(db.withoutPlugins())
  return rows
}

/** Sets the address of the issue. @returns false if the row is another by now */
export async function setIssue(
  db: Db,
  id: string,
  { issueUrl, version, adminId }: { issueUrl: string; version: number; adminId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update error_event set issue_url = ${issueUrl}, version = version + 1, updated_at = now(), updated_by = ${adminId}
    where id = ${id} and version = ${version} returning id`.execute(db)
  return rows.length > 0
}
