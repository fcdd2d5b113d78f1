import type { ReconcilePage, ReconcileRow } from '@kabao/contract/reconcile/reconcile'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'

/** A comparison, with its problem and its wrong rows as they are stored. */
export type StoredRow = Omit<ReconcileRow, 'gaps'> & {
  problemValues: Record<string, string | number>
  wrongRows: { line: number; problems: string }[]
  missingHere: number
  missingThere: number
  amountDiffers: number
  statusDiffers: number
}

const columns = sql`t.id, t.kind, coalesce(org.name, collection.name) as whose, to_char(t.day, 'YYYY-MM-DD') as day,
  to_char(t.to_day, 'YYYY-MM-DD') as "toDay", t.file_name as "fileName", t.status, t.problem, t.problem_values as "problemValues",
  t.lines, t.matched, t.wrong, t.wrong_rows as "wrongRows", t.missing_here as "missingHere", t.missing_there as "missingThere",
  t.amount_differs as "amountDiffers", t.status_differs as "statusDiffers",
  (select count(*)::int from difference d where d.reconcile_id = t.id and d.status in ('open', 'correcting')) as open,
  creator.name as "createdBy", t.created_at as "createdAt", t.ended_at as "endedAt", t.version`

const joins = sql`left join org on org.id = t.org_id left join collection on collection.id = t.collection_id
  left join admin creator on creator.id = t.created_by`

export const findPageOfRuns = (
  db: Db,
  { current, size, sort, ...filters }: ReconcilePage,
): Promise<Page<StoredRow>> =>
  findPage(db, {
    table: sql`reconcile`,
    columns,
    joins,
    current,
    size,
    where: matching(filters),
    key: sort.endsWith('day') ? sql`t.day` : sql`t.created_at`,
    isDescending: sort.startsWith('-'),
  })

function matching(filters: Omit<ReconcilePage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { kind, status, orgId, collectionId, dayFrom, dayTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (collectionId) where.push(sql`t.collection_id = ${collectionId}`)
  if (dayFrom) where.push(sql`t.day >= ${dayFrom}::date`)
  if (dayTo) where.push(sql`t.day <= ${dayTo}::date`)
  return where
}

export async function find(db: Db, id: string): Promise<StoredRow | undefined> {
  const { rows } =
    await sql<StoredRow>`select ${columns} from reconcile t ${joins} where t.id = ${id}`.execute(
      db.withoutPlugins(),
    )
  return rows[0]
}

/** A dry run as it is stored. */
export type StoredCheck = Omit<
  StoredRow,
  'whose' | 'day' | 'toDay' | 'fileName' | 'open' | 'createdBy' | 'createdAt' | 'endedAt' | 'version' | 'kind'
> & {
  added: number
}

/** A dry run of an administrator. */
export async function findChecked(db: Db, id: string, adminId: string): Promise<StoredCheck | undefined> {
  const { rows } = await sql<StoredCheck>`
    select id, status, problem, problem_values as "problemValues", lines, matched, wrong, wrong_rows as "wrongRows", added,
      missing_here as "missingHere", missing_there as "missingThere", amount_differs as "amountDiffers",
      status_differs as "statusDiffers"
    from reconcile_check where id = ${id} and created_by = ${adminId}`.execute(db.withoutPlugins())
  return rows[0]
}

/** The collection channels, by name: there are few. */
export async function findCollections(db: Db): Promise<{ id: string; name: string; provider: string }[]> {
  const { rows } = await sql<{ id: string; name: string; provider: string }>`
    select id, name, provider from collection order by name limit 500`.execute(db.withoutPlugins())
  return rows
}

/** A file that an administrator uploaded for a comparison. */
export async function findSent(
  db: Db,
  fileId: string,
  adminId: string,
): Promise<{ fileId: string; name: string; sha256: Buffer } | undefined> {
  const { rows } = await sql<{ fileId: string; name: string; sha256: Buffer }>`
    select id as "fileId", name, sha256 from file
    where id = ${fileId} and use = 'reconcile' and status = 'stored' and created_by = ${adminId}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}
