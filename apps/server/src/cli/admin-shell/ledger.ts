import type pg from 'pg'
import { checkLedger, type Fault, mostFaults } from '#ledger'
import { StartRefusal } from '#platform/base/refusal'
import { dbOver } from '#platform/db/client'

/**
 * Checks the ledger, keeps what was found as the nightly job does, and says so in one line. It may take minutes, so its statements have no
 * time limit.
 * @throws StartRefusal with a line for each fault
 */
export async function verifiedText(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { transfers, accounts, faults, sumsAgree } = await checkLedger(dbOver(client))
    const read = `${transfers.toLocaleString('en-US')} transfers of ${accounts.toLocaleString('en-US')} accounts`
    const wrong = faults.map(faultText)
    if (!sumsAgree) wrong.push('the sums by day are not those of the transfers')
    if (wrong.length === 0) return `The ledger is whole: ${read}.`
    const more = faults.length < mostFaults ? '' : ` These are the first ${mostFaults}.`
    throw new StartRefusal([`The ledger is not whole (${read}).${more}`, ...wrong].join('\n'))
  } finally {
    client.release(true)
  }
}

/** One fault in a line. */
function faultText({ kind, accountId, number, transferId }: Fault): string {
  const of = accountId === null ? '' : ` of account ${accountId}`
  const transfer = `transfer ${[number !== null && `no. ${number}`, transferId].filter(Boolean).join(', id ')}${of}`
  switch (kind) {
    case 'changed':
    case 'removed':
    case 'inserted':
      return `${transfer} was ${kind}`
    case 'reference':
      return `${transfer} has not its reference, or is not there`
    case 'balance':
      return `the balance${of} is not that after its last transfer`
    case 'held':
      return `what is held${of} is not the sum of its holds`
  }
}
