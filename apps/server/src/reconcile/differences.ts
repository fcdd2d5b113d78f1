import type { ReconcileKind } from '@kabao/contract/reconcile/reconcile'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** The columns of a query of differences, in their order; each row is one thing that both sides do not agree on. */
export const foundColumns =
  sql.raw(`item, ref, shown, gap, day, org_id, collection_id, channel_id, user_id, ours_id, ours_fen,
  theirs_fen, ours_status, theirs_status, ours_count, theirs_count`)

/** The last two of `foundColumns` where nothing is counted: amounts are compared. */
export const noCounts = sql.raw('null::bigint as ours_count, null::bigint as theirs_count')

/** How many differences a run found, by how both sides differ. */
export interface Gaps {
  missingHere: number
  missingThere: number
  amount: number
  status: number
}

interface Kept {
  kind: ReconcileKind
  /** The organization or the collection channel; `0`: within. */
  ownerId: string
  reconcileId: string
  /** A query with the columns of `foundColumns`. */
  found: RawBuilder<unknown>
  /** A condition on a difference `d` that this run would have found if it were still there. */
  scope: RawBuilder<unknown>
}

/**
 * Stores what a run found, in the caller's transaction. A difference that was found before with the same values stays as it is, also if
 * it is closed or corrected; with other values it is open again. One that is open and was not found any more is gone.
 */
export async function keepDifferences(
  write: Db,
  { kind, ownerId, reconcileId, found, scope }: Kept,
): Promise<Gaps & { added: number }> {
  const { rows } = await sql<Gaps & { added: number }>`
    with found as materialized (${found}), kept as (
      insert into difference as d (kind, owner_id, reconcile_id, ${foundColumns})
      select ${kind}, ${ownerId}::bigint, ${reconcileId}::bigint, ${foundColumns} from found order by item, ref
      on conflict (kind, owner_id, item, ref) do update set gap = excluded.gap, shown = excluded.shown, day = excluded.day,
        reconcile_id = excluded.reconcile_id, org_id = excluded.org_id, channel_id = excluded.channel_id,
        user_id = excluded.user_id, ours_id = excluded.ours_id, ours_fen = excluded.ours_fen, theirs_fen = excluded.theirs_fen,
        ours_status = excluded.ours_status, theirs_status = excluded.theirs_status, ours_count = excluded.ours_count,
        theirs_count = excluded.theirs_count, status = 'open', cause = null,
        updated_by = null, updated_at = now(), version = d.version + 1
      -- What waits for a review keeps the values that it was asked for with.
      where d.status = 'gone' or (d.status <> 'correcting' and
        (d.gap, d.ours_id, d.ours_fen, d.theirs_fen, d.ours_status, d.theirs_status, d.ours_count, d.theirs_count) is distinct from
        (excluded.gap, excluded.ours_id, excluded.ours_fen, excluded.theirs_fen, excluded.ours_status, excluded.theirs_status,
          excluded.ours_count, excluded.theirs_count))
      returning d.id
    ), gone as (
      update difference d set status = 'gone', updated_by = null, updated_at = now(), version = d.version + 1
      where d.kind = ${kind} and d.owner_id = ${ownerId}::bigint and d.status = 'open' and ${scope}
        and not exists (select from found f where (f.item, f.ref) = (d.item, d.ref))
    )
    select count(*) filter (where gap = 'missingHere')::int as "missingHere",
      count(*) filter (where gap = 'missingThere')::int as "missingThere",
      count(*) filter (where gap = 'amount')::int as amount, count(*) filter (where gap = 'status')::int as status,
      (select count(*)::int from kept) as added
    from found`.execute(write.withoutPlugins())
  return rows[0] as Gaps & { added: number }
}
