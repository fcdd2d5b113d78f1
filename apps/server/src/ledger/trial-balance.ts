import { sql } from 'kysely'
import type { Db } from '#db/client'

export interface TrialBalance {
  /** Of each kind of account, what was credited less what was debited, in fen. */
  kinds: Record<string, number>
  /** The sum of the kept balances of guarded accounts and of the transfers of the others: 0 if no amount is lost. */
  totalFen: number
}

/** The balances of all kinds of accounts at one instant. It reads every transfer, so it takes seconds on millions. */
export async function trialBalance(db: Db): Promise<TrialBalance> {
  const { rows } = await sql<{ kind: string; fen: number }>`
    select kind, sum(fen)::float8 as fen from (
      select kind, balance_fen as fen from account where balance_fen is not null
      union all
      select a.kind, side.fen from transfer t
        cross join lateral (values (t.credit_account_id, t.amount_fen), (t.debit_account_id, -t.amount_fen)) side (account_id, fen)
        join account a on a.id = side.account_id and a.balance_fen is null
    ) balance group by kind order by kind`.execute(db)
  return {
    kinds: Object.fromEntries(rows.map(({ kind, fen }) => [kind, fen])),
    totalFen: rows.reduce((sum, { fen }) => sum + fen, 0),
  }
}
