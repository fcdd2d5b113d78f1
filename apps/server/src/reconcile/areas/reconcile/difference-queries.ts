import { maskText } from '@kabao/contract/kernel/personal-text'
import type {
  DifferenceBehind,
  DifferenceFilter,
  DifferencePage,
  DifferenceRow,
} from '@kabao/contract/reconcile/difference'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { channelOfOwner } from '#users'

const columns = sql`t.id, t.kind, t.item, t.gap, t.reconcile_id as "reconcileId", to_char(t.day, 'YYYY-MM-DD') as day,
  coalesce(org.name, collection.name, channel.name) as whose, t.shown as ref, t.ours_id as "oursId",
  t.ours_fen::float8 as "oursFen", t.theirs_fen::float8 as "theirsFen", t.ours_count::float8 as "oursCount",
  t.theirs_count::float8 as "theirsCount", t.ours_status as "oursStatus",
  t.theirs_status as "theirsStatus", t.difference_fen::float8 as "differenceFen", t.status, t.cause, t.note,
  changer.name as "updatedBy", t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`

export const joinsOfDifferences = sql`left join org on org.id = t.org_id left join collection on collection.id = t.collection_id
  left join channel on channel.id = t.channel_id left join admin changer on changer.id = t.updated_by`

/** SQL conditions on a row `t` with a channel: the channel belongs to this owner; none if the owner is null. */
export const ofOwner = (owner: string | null): RawBuilder<unknown>[] =>
  channelOfOwner(sql`t.channel_id`, owner)

export const rowsOfDifferences = (
  { sort, ...filters }: DifferenceFilter & Pick<DifferencePage, 'sort'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`difference`,
  joins: joinsOfDifferences,
  where: [...matching(filters), ...ofOwner(owner)],
  key: sort.endsWith('day') ? sql`t.day` : sql`t.created_at`,
  isDescending: sort.startsWith('-'),
})

export async function findPageOfDifferences(
  db: Db,
  { current, size, ...page }: DifferencePage,
  owner: string | null,
): Promise<Page<DifferenceRow>> {
  const found = await findPage<DifferenceRow>(db, {
    ...rowsOfDifferences(page, owner),
    columns,
    current,
    size,
  })
  return { ...found, records: found.records.map(showRow) }
}

function matching(filters: DifferenceFilter): RawBuilder<unknown>[] {
  const { status, kind, item, gap, reconcileId, orgId, ref, dayFrom, dayTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (item) where.push(sql`t.item = ${sql.lit(item)}`)
  if (gap) where.push(sql`t.gap = ${sql.lit(gap)}`)
  if (reconcileId) where.push(sql`t.reconcile_id = ${reconcileId}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (ref) where.push(sql`t.shown = ${ref}`)
  if (dayFrom) where.push(sql`t.day >= ${dayFrom}::date`)
  if (dayTo) where.push(sql`t.day <= ${dayTo}::date`)
  return where
}

export async function find(db: Db, id: string, owner: string | null): Promise<DifferenceRow | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } =
    await sql<DifferenceRow>`select ${columns} from difference t ${joinsOfDifferences} where ${where}`.execute(
      db.withoutPlugins(),
    )
  return rows[0] && showRow(rows[0])
}

const showRow = ({ note, ...row }: DifferenceRow): DifferenceRow => ({ ...row, note: maskText(note) })

/** The rows of ours and of the other side that a difference is about. */
export async function findBehind(db: Db, id: string): Promise<DifferenceBehind[]> {
  const { rows } = await sql<DifferenceBehind>`
    with d as (select *, case when ours_id ~ '^([0-9]{1,18}|[1-8][0-9]{18})$' then ours_id::bigint end as row_id,
        item in ('payment', 'refund', 'order') as is_order
      from difference where id = ${id})
    select 'push' as what, p.id::text, p.request_at as at, p.price_fen::float8 as fen, p.status
      from d join push_record p on p.id = d.row_id where not d.is_order
    union all
    select 'order', o.id::text, o.created_at, o.amount_fen::float8, o.status
      from d join payment_order o on o.id = d.row_id where d.is_order
    union all
    select 'line', b.ref, null, b.amount_fen::float8, b.status
      from d join bill_line b on b.collection_id = d.collection_id and b.item = d.item and b.ref = d.ref
        and b.id >= time_id_at((d.day - 1)::timestamp at time zone 'UTC')
        and b.id <= time_id_at((d.day + 1)::timestamp at time zone 'UTC')
      where d.kind = 'bill'
    union all
    select 'transfer', t.id::text, t.at, t.amount_fen::float8, t.kind
      from d join transfer_ref r on (r.ref_kind, r.ref_id) in ((case when d.is_order then 'order' else 'push' end,
        coalesce(d.ours_id, d.ref))) and r.kind in ('charge', 'refund', 'cost', 'payment', 'paymentRefund')
      join transfer t on t.id = r.transfer_id
    union all
    select 'transfer', t.id::text, t.at, t.amount_fen::float8, t.kind
      from d join correction c on c.difference_id = d.id
      join transfer_ref r on (r.kind, r.ref_kind, r.ref_id) = ('adjust', 'correction', c.id::text)
      join transfer t on t.id = r.transfer_id
    union all
    select 'transfer', t.id::text, t.at, t.amount_fen::float8, t.kind
      from d join collection p on p.id = d.collection_id
      join payment_suspense s on s.provider = p.provider and s.trade_no = d.ref
      join transfer_ref r on (r.kind, r.ref_kind, r.ref_id) = ('suspense', 'suspense', s.id::text)
      join transfer t on t.id = r.transfer_id where d.item = 'payment'
    union all
    select 'hold', h.ref_id, h.at, h.amount_fen::float8, null
      from d join hold h on h.ref_kind = 'push' and h.ref_id = coalesce(d.ours_id, d.ref) where not d.is_order
    order by at nulls last limit 50`.execute(db.withoutPlugins())
  return rows
}
