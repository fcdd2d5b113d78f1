import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseDate } from '#platform/db/now'
import { sumsByDayAgree } from './trial-balance.ts'
import { type Fault, type Verified, verifyLedger } from './verify.ts'

/** How many checks are kept. */
const kept = 100

/** Whether the sums by day are those of the transfers, beside what `verifyLedger` finds. */
export type Checked = Verified & { sumsAgree: boolean }

/**
 * Checks the ledger and its sums by day, and keeps what it found.
 * @param told as that of `verifyLedger`
 */
export async function checkLedger(db: Db, told?: (transfers: number) => void): Promise<Checked> {
  const startedAt = databaseDate()
  const verified = await verifyLedger(db, told)
  const checked = { ...verified, sumsAgree: await sumsByDayAgree(db) }
  await insertCheck(db, { ...checked, startedAt })
  return checked
}

async function insertCheck(
  db: Db,
  { startedAt, transfers, accounts, faults, sumsAgree }: Checked & { startedAt: Date },
): Promise<void> {
  await sql`insert into ledger_check (started_at, transfers, accounts, faults, sums_agree)
    values (${startedAt}, ${transfers}, ${accounts}, ${JSON.stringify(faults)}::jsonb, ${sumsAgree})`.execute(
    db,
  )
  await sql`delete from ledger_check where id <= (select id from ledger_check order by id desc limit 1 offset ${sql.lit(kept)})`.execute(
    db,
  )
}

/** A fault with the owner of its account. */
export interface NamedFault extends Fault {
  orgName: string | null
  channelName: string | null
}

export interface LedgerCheck {
  startedAt: string
  finishedAt: string
  transfers: number
  accounts: number
  faults: NamedFault[]
  /** Whether the sums by day are those of the transfers. */
  sumsAgree: boolean
}

/** The latest check; null if there was none. */
export async function findLatestCheck(db: Db): Promise<LedgerCheck | null> {
  const { rows } = await sql<LedgerCheck>`
    select started_at as "startedAt", finished_at as "finishedAt", transfers::float8, accounts::float8, sums_agree as "sumsAgree",
      (select coalesce(jsonb_agg(fault || jsonb_build_object('orgName', org.name, 'channelName', channel.name) order by place), '[]')
       from jsonb_array_elements(c.faults) with ordinality as found (fault, place)
         left join account a on a.id = (fault ->> 'accountId')::bigint
         left join org on org.id = a.org_id left join channel on channel.id = a.channel_id) as faults
    from ledger_check c order by id desc limit 1`.execute(db.withoutPlugins())
  return rows[0] ?? null
}
