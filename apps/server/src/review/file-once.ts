import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { Problem } from '#http/problem'

type Values = Readonly<Record<string, string | number | null>>

interface Sending {
  /** The administrator who files it. */
  createdBy: string
  /** Names one sending of the form; undefined: the row is always added. */
  requestKey: string | undefined
  /** Further columns, which follow from the form; read only if the row is added. */
  derive?: () => Promise<Values>
}

/**
 * Adds a row that waits for a review, once for each sending of its form. The table has `created_by` and `request_key`, which are
 * unique together.
 * @param values the columns that the form fills
 * @returns `isKnown` if the same form was sent before
 * @throws Problem if the form was sent before with other values
 */
export async function fileOnce(
  db: Db,
  table: string,
  values: Values,
  { createdBy, requestKey, derive }: Sending,
): Promise<{ id: string; isKnown: boolean }> {
  const findSent = async () => {
    const same = Object.entries(values).map(
      ([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`,
    )
    const { rows } = await sql<{ id: string; isSame: boolean }>`
      select id, ${sql.join(same, sql` and `)} as is_same from ${sql.table(table)}
      where created_by = ${createdBy} and request_key = ${requestKey}`.execute(db)
    if (rows[0]?.isSame === false) throw new Problem(codes.conflict, 'sentBefore')
    return rows[0] && { id: rows[0].id, isKnown: true }
  }
  const sent = requestKey === undefined ? undefined : await findSent()
  if (sent) return sent
  const all = {
    ...values,
    ...(await derive?.()),
    ...{ createdBy, updatedBy: createdBy },
    ...(requestKey !== undefined && { requestKey }),
  }
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(all))})
    on conflict (created_by, request_key) do nothing returning id`.execute(db)
  if (rows[0]) return { id: rows[0].id, isKnown: false }
  // The same form was sent at the same time, and the other one was first.
  const first = await findSent()
  if (!first) throw new Error(`a row of ${table} was deleted while it was filed`)
  return first
}
