import type { CorrectionPage, CorrectionRow } from '@kabao/contract/reconcile/correction'
import { type RawBuilder, sql } from 'kysely'
import { masked, reviewFlagsOf } from '#ledger'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { ofOwner } from './difference-queries.ts'

/** The owner of the rows, and the administrator who reads them. */
interface Reader {
  owner: string | null
  adminId: string | null
}

const columnsFor = (adminId: string | null) => sql`t.id, t.difference_id as "differenceId", d.kind, d.item,
  coalesce(org.name, channel.name, collection.name) as whose, d.shown as ref, d.difference_fen::float8 as "differenceFen",
  t.amount_fen::float8 as "amountFen", t.reason, t.status, t.note, creator.name as "createdBy", t.created_at as "createdAt",
  reviewer.name as "reviewedBy", t.reviewed_at as "reviewedAt", ${reviewFlagsOf(sql`t.created_by`, adminId)},
  t.version`

const joins = sql`join difference d on d.id = t.difference_id left join org on org.id = d.org_id
  left join channel on channel.id = d.channel_id left join collection on collection.id = d.collection_id
  join admin creator on creator.id = t.created_by left join admin reviewer on reviewer.id = t.reviewed_by`

type Filter = Omit<CorrectionPage, 'current' | 'size' | 'sort'>

export const rowsOfCorrections = (
  { sort, ...filters }: Filter & Pick<CorrectionPage, 'sort'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`correction`,
  joins,
  where: [...matching(filters), ...ofOwner(owner)],
  key: sql`t.created_at`,
  isDescending: sort.startsWith('-'),
})

export async function findPageOfCorrections(
  db: Db,
  { current, size, ...page }: CorrectionPage,
  { owner, adminId }: Reader,
): Promise<Page<CorrectionRow>> {
  const query = { ...rowsOfCorrections(page, owner), columns: columnsFor(adminId), current, size }
  const found = await findPage<CorrectionRow>(db, query)
  return { ...found, records: found.records.map(masked) }
}

function matching({ status, differenceId, createdFrom, createdTo }: Filter): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = []
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (differenceId) where.push(sql`t.difference_id = ${differenceId}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

export async function find(
  db: Db,
  id: string,
  { owner, adminId }: Reader,
): Promise<CorrectionRow | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } =
    await sql<CorrectionRow>`select ${columnsFor(adminId)} from correction t ${joins} where ${where}`.execute(
      db.withoutPlugins(),
    )
  return rows[0] && masked(rows[0])
}
