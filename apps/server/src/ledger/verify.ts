import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type Fault, findChainFaults, lastNumber } from './verify-chain.ts'
import { findHoldFaults, findReferenceFaults, findStrays, findTailFaults } from './verify-rest.ts'

export type { Fault, FaultKind } from './verify-chain.ts'

export interface Verified {
  transfers: number
  accounts: number
  /** In no order, at most `mostFaults`. */
  faults: Fault[]
}

/** How many transfers of an account one statement checks. */
const chunk = 50_000
export const mostFaults = 100

/**
 * Checks the chain and the balance of every guarded account, the references of all transfers, and the holds. Every statement sees
 * one instant, so the service may book meanwhile. Memory does not depend on the number of transfers.
 * @param told called between two statements with the number of transfers checked so far; may throw to stop
 */
export async function verifyLedger(
  db: Db,
  told: (transfers: number) => void = () => undefined,
): Promise<Verified> {
  const { rows } = await sql<{ id: string; last: number }>`
    select id, ${lastNumber} as last from account where transfers > 0 order by id`.execute(db)
  let transfers = 0
  const found = new Map<string, Fault>()
  const add = (faults: readonly Fault[]) => {
    for (const fault of faults) if (found.size < mostFaults) found.set(JSON.stringify(fault), fault)
  }
  for (const { id, last } of rows)
    for (let from = 0; from < last; from += chunk) {
      told(transfers)
      const part = await findChainFaults(db, id, { from, to: Math.min(from + chunk, last) })
      transfers += part.count
      add(part.faults)
    }
  for (const rest of [findTailFaults, findStrays, findReferenceFaults, findHoldFaults]) {
    told(transfers)
    add(await rest(db))
  }
  return { transfers, accounts: rows.length, faults: [...found.values()] }
}
