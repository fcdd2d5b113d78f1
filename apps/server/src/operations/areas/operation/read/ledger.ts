import type { LedgerFacts } from '@kabao/contract/operations/operation-work'
import { sql } from 'kysely'
import { verifyJob } from '#ledger'
import type { Db } from '#platform/db/client'
import { findQueueFacts } from '#platform/jobs/pgboss-tables'

/** What the last check of the ledger found, and whether another one waits or runs. */
export async function readLedger(db: Db): Promise<LedgerFacts> {
  const { rows } = await sql<NonNullable<LedgerFacts['check']>>`
    select finished_at as "finishedAt", transfers::float8, jsonb_array_length(faults) as faults, sums_agree as "sumsAgree"
    from ledger_check order by id desc limit 1`.execute(db.withoutPlugins())
  const { waiting, active } = await findQueueFacts(db, verifyJob.name)
  return { check: rows[0] ?? null, isChecking: waiting + active > 0 }
}
