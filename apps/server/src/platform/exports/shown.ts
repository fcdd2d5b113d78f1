import type { ExportRow } from '@kabao/contract/kernel/export-body'
import type { ExportPage } from '@kabao/contract/operations/export-task'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { findPage, type Page } from '../db/page.ts'

const columns = (
  reader: string,
) => sql`t.id, t.resource, t.format, t.filter, t.status, t.rows_done::float8 as "rowsDone",
  t.rows_total::float8 as "rowsTotal", t.file_size::float8 as "fileSize", t.failure,
  t.status = 'queued' and t.space_tries > 0 as "waitsForSpace", maker.name as "createdBy",
  t.created_by = ${reader} as "isOwn", t.created_at as "createdAt", t.started_at as "startedAt",
  t.finished_at as "finishedAt", t.expires_at as "expiresAt"`
const joins = sql`join admin maker on maker.id = t.created_by`

/** An export as lists show it. @param reader the administrator who reads it */
export async function findTask(db: Db, id: string, reader: string): Promise<ExportRow | undefined> {
  const { rows } =
    await sql<ExportRow>`select ${columns(reader)} from export_task t ${joins} where t.id = ${id}`.execute(
      db.withoutPlugins(),
    )
  return rows[0]
}

/** @param owner the administrator whose exports are meant; null: all */
export function findPageOfTasks(
  db: Db,
  page: ExportPage,
  reader: string,
  owner: string | null,
): Promise<Page<ExportRow>> {
  const { current, size, sort, resource, status, createdFrom, createdTo } = page
  const where: RawBuilder<unknown>[] = []
  if (owner !== null) where.push(sql`t.created_by = ${owner}`)
  if (resource) where.push(sql`t.resource = ${resource}`)
  if (status) where.push(sql`t.status = ${status}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return findPage(db, {
    table: sql`export_task`,
    columns: columns(reader),
    joins,
    where,
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    current,
    size,
  })
}
