import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Fault, Verified } from './verify.ts'

/** How many checks are kept. */
const kept = 100

/** Keeps what a check of the ledger found. */
export async function insertCheck(
  db: Db,
  { startedAt, transfers, accounts, faults, sumsAgree }: Verified & { startedAt: Date; sumsAgree: boolean },
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
