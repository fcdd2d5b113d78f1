import { type RawBuilder, sql } from 'kysely'
import { timeIdAt } from '#platform/db/partitions'

/**
 * SQL of the balance of a guarded account just before an instant, in fen: that after its last transfer until then. It reads one row
 * of the index on account and time, whatever came later.
 * @param accountId SQL of the account's id
 * @param before ISO 8601; left out: now
 */
export const balanceBefore = (
  accountId: RawBuilder<unknown>,
  before: string | undefined,
): RawBuilder<number> => sql`coalesce((
  select moved.balance_after_fen from transfer moved where moved.account_id = ${accountId}
    ${before === undefined ? sql`` : sql`and moved.id < ${timeIdAt(Date.parse(before))}`}
  order by moved.id desc limit 1), 0)`
