import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Fault } from './verify-chain.ts'

/** Guarded accounts whose hash or balance is not that of their last transfer. */
export async function findTailFaults(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select case when last.hash <> a.hash then 'changed' else 'balance' end as kind, a.id as account_id,
      case when last.hash <> a.hash then a.transfers::float8 end as number,
      case when last.hash <> a.hash then last.id end as transfer_id
    from account a left join lateral (
      select t.id, t.hash, t.balance_after_fen from transfer t where t.account_id = a.id and t.number = a.transfers
      order by t.hash = a.hash desc, t.id limit 1) last on true
    where a.balance_fen is not null and case when a.transfers = 0 then a.balance_fen <> 0
      -- Null if the last transfer is missing, which is a fault of the chain.
      else last.hash <> a.hash or last.balance_after_fen <> a.balance_fen end
    order by a.id limit 100`.execute(db)
  return rows
}

/** Transfers that no booking of their account made: beyond its last number, or without a number. */
export async function findStrays(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select 'inserted' as kind, guarded.id as account_id, t.number::float8, t.id as transfer_id
    from transfer t cross join lateral (values (t.debit_account_id), (t.credit_account_id)) side (account_id)
      join account guarded on guarded.id = side.account_id and guarded.balance_fen is not null
    where t.account_id is distinct from guarded.id or t.number not between 1 and guarded.transfers
    order by t.id limit 100`.execute(db)
  return rows
}

/** References without their transfer, and transfers of accounts that are not guarded without their reference. */
export async function findReferenceFaults(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select 'reference' as kind, null as account_id, null as number, r.transfer_id from transfer_ref r
    where not exists (select from transfer t where t.id = r.transfer_id and t.kind = r.kind and t.ref_kind = r.ref_kind
      and t.ref_id = r.ref_id)
    union all
    select 'reference', null, null, t.id from transfer t where t.account_id is null and not exists (
      select from transfer_ref r where r.kind = t.kind and r.ref_kind = t.ref_kind and r.ref_id = t.ref_id and r.transfer_id = t.id)
    limit 100`.execute(db)
  return rows
}

/** Guarded accounts on which not the sum of their holds is held. */
export async function findHoldFaults(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select 'held' as kind, a.id as account_id, null as number, null as transfer_id
    from account a left join (select account_id, sum(amount_fen) as fen from hold group by account_id) held on held.account_id = a.id
    where a.held_fen <> coalesce(held.fen, 0) order by a.id limit 100`.execute(db)
  return rows
}
