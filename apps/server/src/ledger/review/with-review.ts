import { codes } from '@kabao/contract'
import { isReviewAct, type Machine } from '@kabao/contract/kernel/machine'
import { sql } from 'kysely'
import { writtenText } from '#platform/audit/audit-values'
import { Problem } from '#platform/base/problem'
import type { Change, Changing, Entity } from '#platform/machines/entity'

/**
 * Makes the acts of a machine that are marked `isReview` a review by a second person. Whoever filed a row cannot review it, neither
 * alone nor among several, nor can an account that one of both set up lately; an act on all rows that match leaves it out. A review writes `reviewed_by`, `reviewed_at` and the
 * `note` that the act asks for. The table has these columns, and a check that `reviewed_by` is not who filed the row.
 *
 * Of two reviewers, the second is told that somebody else was first: the machine locks the row and compares its version.
 * @param filedBy the column of who filed a row; null in it: nobody of the administrators
 */
export function withReview<M extends Machine, D, F>(
  entity: Entity<M, D, F>,
  { filedBy }: { filedBy: string },
): Entity<M, D, F> {
  const { machine, table, change, rows } = entity
  return {
    ...entity,
    async change(act, changing) {
      if (!isReviewAct(machine, act)) return (await change?.(act, changing)) ?? {}
      await refuseOwn({ table, filedBy }, changing)
      const review = reviewed(changing)
      const own = (await change?.(act, changing)) ?? {}
      return {
        columns: { ...review.columns, ...own.columns },
        audit: { ...review.audit, ...own.audit },
      }
    },
    rows(context, filter, act) {
      const found = rows(context, filter, act)
      if (!act || !isReviewAct(machine, act)) return found
      const filer = sql`t.${sql.id(filedBy)}`
      const others = sql`${filer} is distinct from ${context.adminId}::bigint and not may_be_one(${filer}, ${context.adminId}::bigint)`
      return { ...found, where: [...found.where, others] }
    },
  }
}

/** @throws Problem if the caller filed one of the rows, or could be who filed it: one of both accounts set up the other */
async function refuseOwn(
  { table, filedBy }: { table: string; filedBy: string },
  { db, ids, adminId }: Pick<Changing<Machine>, 'db' | 'ids' | 'adminId'>,
): Promise<void> {
  const filer = sql.id(filedBy)
  const { rows } = await sql<{ isOwn: boolean }>`
    select ${filer} = ${adminId}::bigint as is_own from ${sql.table(table)}
    where id = any(${ids}::bigint[]) and (${filer} = ${adminId}::bigint or may_be_one(${filer}, ${adminId}::bigint))
    order by 1 desc limit 1`.execute(db)
  const [found] = rows
  if (found) throw new Problem(codes.forbidden, found.isOwn ? 'ownReview' : 'ownAccountReview')
}

/** What a review writes to a row, and to the audit log. */
function reviewed({ adminId, asked }: { adminId: string | null; asked: object }): Change {
  const columns = { reviewedBy: adminId, reviewedAt: sql`now()` }
  const { note } = asked as { note?: string }
  return note === undefined
    ? { columns }
    : { columns: { ...columns, note }, audit: { note: writtenText(note) } }
}
