import type pg from 'pg'
import { sumsByDayAgree, trialBalance } from '#ledger/trial-balance'
import { verifyLedger } from '#ledger/verify'
import { createDb } from '#platform/db/client'
import { channelRules } from './rules/channels.ts'
import { ledgerRules } from './rules/ledger.ts'
import { orderRules } from './rules/orders.ts'
import { pushRules } from './rules/pushes.ts'

/** Something in the books that cannot be true. */
export interface BookFault {
  rule: string
  /** What shows it. */
  row: unknown
}

/** What holds at any instant. */
export const rules: Readonly<Record<string, string>> = {
  ...ledgerRules,
  ...pushRules,
  ...orderRules,
  ...channelRules,
}

/** How many rows of one rule are named. */
const most = 5

/** Where the books contradict themselves, in the transaction of this client. */
export async function faultsInBooks(
  client: pg.ClientBase,
  more: Readonly<Record<string, string>> = {},
): Promise<BookFault[]> {
  const faults: BookFault[] = []
  for (const [rule, text] of Object.entries({ ...rules, ...more })) {
    const { rows } = await client.query(`${text} limit ${most}`)
    faults.push(...rows.map((row) => ({ rule, row })))
  }
  // The same client, so that these read the same instant.
  const held = { query: client.query.bind(client), release: () => undefined }
  const db = createDb({ connect: async () => held, end: async () => undefined } as never)
  for (const fault of (await verifyLedger(db)).faults)
    faults.push({ rule: `the chain: ${fault.kind}`, row: fault })
  const { totalFen } = await trialBalance(db)
  if (totalFen !== 0) faults.push({ rule: 'the trial balance is not 0', row: totalFen })
  if (!(await sumsByDayAgree(db)))
    faults.push({ rule: 'the sums by day are not those of the transfers', row: null })
  return faults
}

/** Reads the books of one instant while everything goes on. */
export async function snapshot(
  pool: pg.Pool,
  more?: Readonly<Record<string, string>>,
): Promise<{ faults: BookFault[]; transfers: number }> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const faults = await faultsInBooks(client, more)
    const { rows } = await client.query('select count(*)::int as n from transfer')
    return { faults, transfers: rows[0].n }
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}
