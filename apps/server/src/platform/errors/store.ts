import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { AffectedPerson, ReportedError } from './report.ts'

/** How many occurrences of an error are kept. Source: `place` of `error_sample`, and the `at` of its endpoint. */
export const keptSamples = 10

/*
 * Anybody can report errors of pages, so what is stored of them has a bound: beyond so many new errors in a day, those of a source are one;
 * further releases of a source, and of an error, are left out.
 */
const newPagesErrorsADay = 500
const mostReleases = 1_000
const mostReleasesOfError = 100
const pages = sql`('console', 'h5')`

/** Reports of the same error that are stored together. */
export interface ErrorGroup {
  /** The newest report. */
  newest: ReportedError
  /** When the newest arrived, in milliseconds since 1970 by the clock of this instance. */
  newestAt: number
  count: number
  /** How often it happened in each release. */
  releases: ReadonlyMap<string, number>
  people: readonly AffectedPerson[]
}

/** The business day of an instant, `yyyy-mm-dd`. */
type DayOf = (at: Date) => string

interface Known {
  id: string
  sampleCount: number
  isBack: boolean
}

/**
 * Stores reports of one error in one transaction: one change of its row, of its hour, its day, its releases and one of its kept
 * occurrences, however many reports there are. An error that was resolved or ignored opens again if it came back.
 */
export async function storeErrors(db: Db, dayOf: DayOf, group: ErrorGroup): Promise<void> {
  await db.transaction().execute(async (write) => {
    const plain = write.withoutPlugins()
    // Lock order: user → errors, as in the deletion of a user.
    const people = await remaining(plain, group.people)
    await noteReleases(plain, group)
    const age = Math.max(0, Date.now() - group.newestAt)
    const { rows } = await sql<{ at: string }>`
      select to_char((clock_timestamp() - ${age} * interval '1 ms') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`.execute(
      plain,
    )
    const at = rows[0]?.at as string
    const own = await lockOrAdd(plain, group, at)
    const stored = own ? group : { ...group, newest: oneOfMany(group.newest) }
    const event = own ?? ((await lockOrAdd(plain, stored, at, true)) as Known)
    await count(plain, event, { group: stored, at, people })
    await noteOccurrence(plain, event.id, { group: stored, at, people, day: dayOf(new Date(at)) })
  })
}

/** Those who still exist; they cannot be deleted until this transaction ends. */
async function remaining(db: Db, people: readonly AffectedPerson[]): Promise<AffectedPerson[]> {
  const users = people.filter(({ kind }) => kind === 'user').map(({ id }) => id)
  if (users.length === 0) return [...people]
  const { rows } = await sql<{ id: string }>`
    select id from "user" where id = any(${users}::bigint[]) and status <> 'deleted' order by id for share`.execute(
    db,
  )
  const found = new Set(rows.map(({ id }) => id))
  return people.filter(({ kind, id }) => kind === 'admin' || found.has(id))
}

async function noteReleases(db: Db, { newest: { source }, releases }: ErrorGroup): Promise<void> {
  const named = [...releases.keys()].filter((release) => release !== '').toSorted()
  if (named.length === 0) return
  await sql`insert into error_release (source, release) select ${source}, unnest(${named}::text[])
    where (select count(*) from error_release where source = ${source}) < ${mostReleases}
    on conflict do nothing`.execute(db)
}

/** The error as which all are stored that are one too many; without the text of any. */
const oneOfMany = (error: ReportedError): ReportedError => ({
  ...error,
  name: 'TooManyErrors',
  message: '',
  stack: '',
  url: '',
  userAgent: '',
  fingerprint: createHash('sha256').update(`${error.source} one of many`).digest(),
})

/** The row of the error, locked; a new error gets one. @returns null if it is one too many of today */
async function lockOrAdd(db: Db, group: ErrorGroup, at: string, isAlways = false): Promise<Known | null> {
  const { newest, releases } = group
  for (;;) {
    const { rows } = await sql<Known>`
      select id, sample_count as "sampleCount", case status
          when 'resolved' then ${at}::timestamptz > resolved_at and (not is_until_release or exists (
            select from error_release r where r.source = e.source and r.release = any(${[...releases.keys()]}::text[])
              and r.first_at > e.resolved_at))
          when 'ignored' then coalesce(ignored_to <= count + ${group.count}, false)
            or coalesce(ignored_until <= ${at}::timestamptz, false)
          else false end as "isBack"
      from error_event e where fingerprint = ${newest.fingerprint} for no key update`.execute(db)
    if (rows[0]) return rows[0]
    const added = await sql<Known>`
      insert into error_event (source, level, name, message, fingerprint, org_id, stage, count, first_at, last_at, first_release)
      select ${newest.source}, ${newest.level}, ${newest.name}, ${newest.message}, ${newest.fingerprint}, ${newest.orgId}::bigint,
        ${newest.stage}, 0, ${at}::timestamptz, ${at}::timestamptz, ${newest.release}
      where ${newest.source} not in ${pages} or ${isAlways} or (select count(*) from (select from error_event
        where first_at > now() - interval '1 day' and source in ${pages} limit ${newPagesErrorsADay}) t) < ${newPagesErrorsADay}
      on conflict (fingerprint) do nothing returning id, sample_count as "sampleCount", false as "isBack"`.execute(
      db,
    )
    if (added.rows[0]) return added.rows[0]
    const { rows: since } =
      await sql`select from error_event where fingerprint = ${newest.fingerprint}`.execute(db)
    if (since.length === 0) return null
  }
}

interface Occurrence {
  group: ErrorGroup
  /** When it last happened, ISO 8601. */
  at: string
  people: readonly AffectedPerson[]
}

async function count(db: Db, { id, isBack }: Known, { group, at, people }: Occurrence): Promise<void> {
  const { newest } = group
  const opens = isBack
    ? sql`, status = 'open', reopened_at = ${at}, ignored_until = null, ignored_to = null, acts_at = null,
        is_until_release = false, version = e.version + 1, updated_at = now(), updated_by = null`
    : sql``
  const person = people.at(-1) ?? null
  await sql`
    with added as (
      insert into error_person (event_id, kind, person_id)
      select ${id}, kind, id from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (kind text, id bigint)
      on conflict do nothing returning 1
    )
    update error_event e set count = e.count + ${group.count}, last_at = greatest(e.last_at, ${at}),
      person_count = e.person_count + (select count(*) from added), sample_count = e.sample_count + 1,
      level = ${newest.level}, name = ${newest.name}, message = ${newest.message}, stack = ${newest.stack},
      url = ${newest.url}, user_agent = ${newest.userAgent},
      release = case when ${newest.release} = '' then e.release else ${newest.release} end,
      first_release = case when e.first_release = '' then ${newest.release} else e.first_release end,
      user_id = coalesce(${person?.id ?? null}::bigint, e.user_id) ${opens}
    where e.id = ${id}`.execute(db)
  if (isBack)
    await sql`insert into error_change (event_id, act, release) values (${id}, 'comeBack', ${newest.release})`.execute(
      db,
    )
}

async function noteOccurrence(
  db: Db,
  id: string,
  { group, at, people, day }: Occurrence & { day: string },
): Promise<void> {
  const { newest } = group
  const named = [...group.releases].filter(([release]) => release !== '')
  const releases = named.map(([release, n]) => ({ release, n }))
  const person = people.find((each) => each.kind === newest.person?.kind && each.id === newest.person.id)
  await sql`
    with hours as (
      insert into error_hour as h (event_id, hour, count) values (${id}, date_trunc('hour', ${at}::timestamptz), ${group.count})
      on conflict (event_id, hour) do update set count = h.count + excluded.count
    ), days as (
      insert into error_day as d (event_id, day, count) values (${id}, ${day}::date, ${group.count})
      on conflict (event_id, day) do update set count = d.count + excluded.count
    ), releases as (
      insert into error_event_release as r (event_id, release, count, first_at, last_at)
      select ${id}, g.release, g.n, ${at}, ${at} from jsonb_to_recordset(${JSON.stringify(releases)}::jsonb) as g (release text, n integer)
      where (select count(*) from error_event_release where event_id = ${id}) < ${mostReleasesOfError}
        and exists (select from error_release e where e.source = ${newest.source} and e.release = g.release)
      on conflict (event_id, release) do update set count = r.count + excluded.count, last_at = excluded.last_at
    )
    insert into error_sample as s (event_id, place, at, message, stack, url, user_agent, release, request_id, person_kind, person_id)
    select ${id}, (e.sample_count - 1) % ${sql.lit(keptSamples)}, ${at}, ${newest.message}, ${newest.stack}, ${newest.url},
      ${newest.userAgent}, ${newest.release}, ${newest.requestId}, ${person?.kind ?? null}, ${person?.id ?? null}
    from error_event e where e.id = ${id}
    on conflict (event_id, place) do update set at = excluded.at, message = excluded.message, stack = excluded.stack,
      url = excluded.url, user_agent = excluded.user_agent, release = excluded.release, request_id = excluded.request_id,
      person_kind = excluded.person_kind, person_id = excluded.person_id`.execute(db)
}
