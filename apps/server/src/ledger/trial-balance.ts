import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

export interface TrialBalance {
  /** Of each kind of account, what was credited less what was debited, in fen. */
  kinds: Record<string, number>
  /** The sum of the kept balances of guarded accounts and of the transfers of the others: 0 if no amount is lost. */
  totalFen: number
}

/** What the accounts without a kept balance moved: the sums by day, and what still waits to be added to them. */
const moved = sql`(select account_id, day, debit_fen, credit_fen, transfers from account_day
  union all select account_id, day, debit_fen, credit_fen, transfers from account_delta)`

/** The balances of all kinds of accounts at one instant. It reads sums by day, so it does not slow down with the number of transfers. */
export async function trialBalance(db: Db): Promise<TrialBalance> {
  const { rows } = await sql<{ kind: string; fen: number }>`
    select kind, sum(fen)::float8 as fen from (
      select kind, balance_fen as fen from account where balance_fen is not null
      union all
      select a.kind, m.credit_fen - m.debit_fen from ${moved} m join account a on a.id = m.account_id and a.balance_fen is null
    ) balance group by kind order by kind`.execute(db)
  return {
    kinds: Object.fromEntries(rows.map(({ kind, fen }) => [kind, fen])),
    totalFen: rows.reduce((sum, { fen }) => sum + fen, 0),
  }
}

/** Whether the sums by day are those of the transfers. It reads every transfer, so it takes seconds on millions. */
export async function sumsByDayAgree(db: Db): Promise<boolean> {
  const { rows } = await sql<{ agree: boolean }>`
    select not exists (
      select from (
        select account_id, day, debit_fen, credit_fen, transfers from ${moved} m
        union all
        select side.account_id, t.business_day, -side.debit_fen, -side.credit_fen, -1
        from transfer t cross join lateral (
          values (t.debit_account_id, t.amount_fen, 0), (t.credit_account_id, 0, t.amount_fen)
        ) side (account_id, debit_fen, credit_fen)
        where side.account_id is distinct from t.account_id
      ) each group by account_id, day
      having (sum(debit_fen), sum(credit_fen), sum(transfers)) is distinct from (0, 0, 0)
    ) as agree`.execute(db)
  return rows[0]?.agree === true
}
