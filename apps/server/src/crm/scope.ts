import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#access/caller'
import { ownerOf } from '#access/scope'
import type { Db } from '#db/client'

/** Which leads a caller may see and work on: all, or those of the salesman that the caller is. */
export type ClueScope =
  | { kind: 'all' }
  | {
      kind: 'own'
      /** Null: the account is that of no salesman, or of one who left; then no lead is seen. */
      salesmanId: string | null
      /** The teams that he heads. */
      teamIds: string[]
      /** The team that he is a member of. */
      teamId: string | null
    }

/** The scope of a caller: `all` without the data scope `own`. One statement, by the key of the account. */
export async function clueScope(db: Db, caller: Pick<Caller, 'adminId' | 'dataScope'>): Promise<ClueScope> {
  const owner = ownerOf(caller)
  if (owner === null) return { kind: 'all' }
  const { rows } = await sql<{ salesmanId: string; teamIds: string[]; teamId: string | null }>`
    select s.id::text as salesman_id, s.team_id::text,
      array(select t.id::text from sales_team t where t.head_id = s.id order by t.id) as team_ids
    from salesman s where s.admin_id = ${owner} and s.status <> 'left'`.execute(db)
  const [found] = rows
  return { kind: 'own', ...(found ?? { salesmanId: null, teamIds: [], teamId: null }) }
}

/**
 * The condition on a lead that the caller may see: his own, those of the teams that he heads, and what waits in the public pool, in the
 * pool of his team and in those of the teams that he heads.
 * @param c the alias of `clue`
 */
export function seen(scope: ClueScope, c: RawBuilder<unknown> = sql.ref('c')): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`
  if (scope.salesmanId === null) return sql<boolean>`false`
  const teams = scope.teamId === null ? scope.teamIds : [scope.teamId, ...scope.teamIds]
  return sql<boolean>`(${worked(scope, c)} or (${c}.salesman_id is null and ${c}.closed_at is null and ${c}.pool_id in (
    select p.id from clue_pool p where p.kind = 'public' or p.team_id = any(${teams}::bigint[]))))`
}

/**
 * The condition on a lead that the caller may act on as its holder: his own, and those of the teams that he heads.
 * @param c the alias of `clue`
 */
export function worked(scope: ClueScope, c: RawBuilder<unknown> = sql.ref('c')): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`
  if (scope.salesmanId === null) return sql<boolean>`false`
  const his = sql<boolean>`${c}.salesman_id = ${scope.salesmanId}`
  if (scope.teamIds.length === 0) return his
  return sql<boolean>`(${his} or ${c}.salesman_id in (
    select s.id from salesman s where s.team_id = any(${scope.teamIds}::bigint[])))`
}
