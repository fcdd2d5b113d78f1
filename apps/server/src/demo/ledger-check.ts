import type pg from 'pg'

/** Adds the check of the ledger of last night, which found nothing wrong. @param until the end of the demo's past, in milliseconds */
export const addLedgerCheck = (client: pg.PoolClient, until: number) =>
  client.query(
    `insert into ledger_check (started_at, finished_at, transfers, accounts, faults, sums_agree)
     select $1::timestamptz - interval '20 hours', $1::timestamptz - interval '19 hours 59 minutes 58 seconds', coalesce(sum(transfers), 0),
       count(*) filter (where transfers > 0), '[]', true from account`,
    [new Date(until).toISOString()],
  )
