import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { defineJob } from '#platform/jobs/job'

/** How many rows one statement takes. */
const most = 20_000

/**
 * Adds what new transfers moved on the accounts without a kept balance to the sums by day. The statement deletes the rows that it
 * adds, so each is added once, however many instances run it and wherever one is killed; it skips what another one takes.
 * @returns how many rows it took, at most `most`
 */
export async function rollUp(db: Db): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from account_delta where ctid = any(array(
        select ctid from account_delta limit ${sql.lit(most)} for update skip locked))
      returning account_id, day, debit_fen, credit_fen, transfers
    ), added as (
      insert into account_day as sums (account_id, day, debit_fen, credit_fen, transfers)
      select account_id, day, sum(debit_fen), sum(credit_fen), sum(transfers) from taken group by account_id, day
      -- Two that run at once lock the sums in the same order.
      order by account_id, day
      on conflict (account_id, day) do update set debit_fen = sums.debit_fen + excluded.debit_fen,
        credit_fen = sums.credit_fen + excluded.credit_fen, transfers = sums.transfers + excluded.transfers
    )
    select count(*)::int as taken from taken`.execute(db)
  return rows[0]?.taken ?? 0
}

/** Keeps the trial balance fast: it reads what is not rolled up yet row by row. */
export const rollUpJob = defineJob({
  name: 'ledger-roll-up',
  title: ['汇总科目发生额', 'Sum up accounts by day'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, signal, progress }) {
    let taken = 0
    for (let few = most; few === most; ) {
      signal.throwIfAborted()
      few = await rollUp(db)
      taken += few
      progress(taken)
    }
    return { taken }
  },
})
