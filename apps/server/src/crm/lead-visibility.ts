import type { HideableField } from '@kabao/contract/crm/lead-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { type LeadScope, leadScope } from './lead-scope.ts'

/** A pool whose waiting leads a caller sees. */
interface SeenPool {
  id: string
  hidden: HideableField[]
}

/** Which leads a caller sees, and who the caller is as a salesman. */
export interface Sight {
  scope: LeadScope
  /** Null: the caller is no salesman. */
  meId: string | null
  /** The pools of which the caller sees what waits; unused if he sees all. */
  pools: SeenPool[]
  /** The salesmen of the teams that the caller heads, without himself. */
  memberIds: string[]
  /** Whom the caller may give leads: the salesmen of his team and of those that he heads; null: everybody. */
  receiverIds: string[] | null
}

const all = { pools: [], memberIds: [], receiverIds: null }

/** The sight of somebody who sees all leads, without being a salesman. */
export const everything: Sight = { scope: { kind: 'all' }, meId: null, ...all }

/** The sight of a caller, in at most three statements by keys. */
export async function sightOf(db: Db, caller: Pick<Caller, 'adminId' | 'dataScope'>): Promise<Sight> {
  const scope = await leadScope(db, caller)
  if (scope.kind === 'all') return { scope, meId: await salesmanOf(db, caller.adminId), ...all }
  const { salesmanId, teamId, teamIds } = scope
  if (salesmanId === null) return { scope, meId: null, pools: [], memberIds: [], receiverIds: [] }
  const teams = teamId === null ? teamIds : [teamId, ...teamIds]
  const { rows: pools } = await sql<SeenPool>`
    select id::text, hidden_fields as hidden from lead_pool where kind = 'public' or team_id = any(${teams}::bigint[])
    order by lead_pool.id`.execute(db.withoutPlugins())
  const { rows: others } = await sql<{ id: string; teamId: string }>`
    select id::text, team_id::text as "teamId" from salesman where team_id = any(${teams}::bigint[]) and id <> ${salesmanId}
    order by salesman.id`.execute(db.withoutPlugins())
  return {
    scope,
    meId: salesmanId,
    pools,
    memberIds: others.filter((each) => teamIds.includes(each.teamId)).map(({ id }) => id),
    receiverIds: [...others.map(({ id }) => id), ...(teamIds.length > 0 ? [salesmanId] : [])],
  }
}

/** The salesman that an account is; null if none, or one who left. */
export async function salesmanOf(db: Db, adminId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id::text from salesman where admin_id = ${adminId} and status <> 'left'`.execute(db)
  return rows[0]?.id ?? null
}

const nothingHidden = sql`'{}'::text[]`

/**
 * The leads that a caller sees in parts, without those that were merged into others, each as a table to select from: the columns of `lead`, and `hidden`, the names of the fields
 * that the pool hides from him. The parts share no lead, and each has an index in the order of arrival.
 */
export function partsOfSight({ scope, meId, memberIds, pools }: Sight): RawBuilder<unknown>[] {
  const part = (hidden: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`(select c.*, ${hidden} as hidden from lead c where ${where})`
  const isWhole = sql`c.merged_into_id is null`
  if (scope.kind === 'all') return [part(nothingHidden, isWhole)]
  const held =
    memberIds.length === 0
      ? sql`c.salesman_id = ${meId}::bigint`
      : sql`c.salesman_id = any(${[meId, ...memberIds]}::bigint[])`
  return [
    part(nothingHidden, sql`${isWhole} and ${held}`),
    // A lead that was merged into another is closed.
    ...pools.map(({ id, hidden }) =>
      part(
        sql`${hidden}::text[]`,
        sql`c.salesman_id is null and c.closed_at is null and c.pool_id = ${id}::bigint`,
      ),
    ),
  ]
}

/** The part of a sight in which a lead at a place can be, so that the others are not searched; to find leads, not to show them. */
export function sightAt(sight: Sight, place: 'waiting' | 'held' | 'closed' | undefined): Sight {
  if (place === undefined || sight.scope.kind === 'all') return sight
  return place === 'waiting' ? { ...sight, meId: null, memberIds: [] } : { ...sight, pools: [] }
}

/** All parts of a sight as one table; to read leads by their ids, to count them, or to read all of them. */
export function seenLeads(sight: Sight): RawBuilder<unknown> {
  const parts = partsOfSight(sight).map((part) => sql`select * from ${part} part`)
  return sql`(${sql.join(parts, sql` union all `)})`
}

/**
 * The leads of a sight as one table without a union, whose rows can be locked; to act on all that match. It has no index for the order of
 * arrival.
 */
export function lockableLeads({ scope, meId, memberIds, pools }: Sight): RawBuilder<unknown> {
  if (scope.kind === 'all')
    return sql`(select c.*, ${nothingHidden} as hidden from lead c where c.merged_into_id is null)`
  const poolIds = pools.map(({ id }) => id)
  const hidden = pools.flatMap(({ id, hidden }) =>
    hidden.length === 0
      ? []
      : [sql`when c.salesman_id is null and c.pool_id = ${id}::bigint then ${hidden}::text[]`],
  )
  return sql`(select c.*, case ${sql.join([...hidden, sql`when true then ${nothingHidden}`], sql` `)} end as hidden
    from lead c where c.merged_into_id is null
      and (c.salesman_id = any(${[...(meId === null ? [] : [meId]), ...memberIds]}::bigint[])
        or (c.salesman_id is null and c.closed_at is null and c.pool_id = any(${poolIds}::bigint[]))))`
}

/** The condition on a lead `t` of `seenLeads` that a field is not hidden from the caller. */
export const isShown = (field: HideableField): RawBuilder<unknown> => sql`${sql.lit(field)} <> all(t.hidden)`

/** The condition on a lead `t` that the caller may act on it as its salesman does: his own, his team\u2019s, or all. */
export function isWorkedOn({ scope, meId, memberIds }: Sight): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`(t.salesman_id is not null)`
  return sql<boolean>`coalesce(t.salesman_id = any(${[...(meId === null ? [] : [meId]), ...memberIds]}::bigint[]), false)`
}
